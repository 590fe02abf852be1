// Configuration files without silently ignored lines.
#pragma once
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "problems/require.hpp"

namespace minikrylov {

/// Larger files are refused.
inline constexpr std::size_t most_characters_of_options = 1 << 20;

/// Whether a file may have sections like [name].
enum class Sections { allowed, refused };

/// The items of a file, by CLI11's reader of TOML and INI. Complains, naming `origin`, about what that reader silently
/// accepts: duplicate names, lines of one or two characters, unexpected sections, more than 1 MiB of text.
[[nodiscard]] std::vector<CLI::ConfigItem> strict_items(std::istream& stream, std::string_view origin,
                                                        Sections sections, Complaints& complaints);

/// Reads the options of `app`, which must outlive it, from a file without sections. Throws a SetupError with the
/// complaints of strict_items(), and about several values for an option that takes one.
class StrictConfig : public CLI::ConfigTOML {
 public:
  StrictConfig(const CLI::App& app, std::string origin) : app_(app), origin_(std::move(origin)) {}
  [[nodiscard]] std::vector<CLI::ConfigItem> from_config(std::istream& stream) const override;

 private:
  const CLI::App& app_;
  std::string origin_;
};

/// The options given to `app` as a file for StrictConfig; options without a value are omitted.
[[nodiscard]] std::string job_file_text(const CLI::App& app);

}  // namespace minikrylov
