// Configuration files, of which no line is ignored.
#pragma once
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "problems/require.hpp"

namespace minikrylov {

/// Whether lines like [name] may stand in a file.
enum class Sections { allowed, refused };

/// The items of a file, by CLI11's reader of TOML and INI. Complains, with `origin`, of what that reader passes over: a
/// name given twice, lines of one or two characters, sections where there are none, more than 1 MiB of text.
[[nodiscard]] std::vector<CLI::ConfigItem> strict_items(std::istream& stream, std::string_view origin,
                                                        Sections sections, Complaints& complaints);

/// Reads the options of `app`, which must outlive it, from a file without sections. Throws a SetupError with the
/// complaints of strict_items(), and of several values for an option that takes one.
class StrictConfig : public CLI::ConfigTOML {
 public:
  StrictConfig(const CLI::App& app, std::string origin) : app_(app), origin_(std::move(origin)) {}
  [[nodiscard]] std::vector<CLI::ConfigItem> from_config(std::istream& stream) const override;

 private:
  const CLI::App& app_;
  std::string origin_;
};

/// What `app` was told as a file for StrictConfig; options that name nothing are left out.
[[nodiscard]] std::string job_file_text(const CLI::App& app);

}  // namespace minikrylov
