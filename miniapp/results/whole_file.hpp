// Files that are written completely or not at all.
#pragma once
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "miniapp/settings/output_options.hpp"

namespace minikrylov {

/// Writes `bytes` to a new file beside `path`, waits until they are on disk, and then gives the file its name; removes
/// leftovers of earlier killed processes. Throws a SetupError, leaving everything as it was, if the disk is full, the
/// folder cannot be written, or `path` exists and the policy is to refuse. A link stays
/// a link to the new file.
void write_whole_file(const std::string& path, std::span<const std::byte> bytes, OverwritePolicy policy);

/// The same for a text.
void write_text(const std::string& path, const std::string& text, OverwritePolicy policy);

/// A file that is written piece by piece, with the same guarantees: it is not visible before finish(), and without
/// finish() nothing remains of it. Only one at a time, since handlers of signals remove unfinished ones. All members
/// throw like write_whole_file().
class WholeFile {
 public:
  WholeFile(const std::string& path, OverwritePolicy policy);
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;
  ~WholeFile();

  void write(std::string_view text);
  /// Waits until all of it is on disk, and gives the file its name.
  void finish();

 private:
  class Part;
  std::unique_ptr<Part> part_;
  std::string path_;
  OverwritePolicy policy_;
};

/// Why `path` cannot be written, as "problem (why) what to do"; empty if it can.
[[nodiscard]] std::string objection_to_file(const std::string& path, OverwritePolicy policy);

}  // namespace minikrylov
