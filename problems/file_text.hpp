// The text of a file, compressed by gzip or not.
#pragma once
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace minikrylov {

/// A compressed file with more than 1 MiB of text is refused if it expands to more characters per byte than this.
inline constexpr std::size_t most_characters_per_packed_byte = 200;

/// Throws a SetupError unless `path` is a readable regular file: a pipe might never end, or be empty for other ranks.
void require_readable(const std::string& path);

/// The text of a file, valid as long as this object lives.
class FileText {
 public:
  /// Maps `path`, or decompresses it if its name ends in .gz. Throws a SetupError if the file cannot be read, is
  /// truncated, or expands too much.
  explicit FileText(const std::string& path);
  FileText(const FileText&) = delete;
  FileText& operator=(const FileText&) = delete;
  ~FileText();

  [[nodiscard]] std::string_view text() const { return text_; }

 private:
  std::unique_ptr<char[]> unpacked_;
  void* mapped_ = nullptr;
  std::string_view text_;
};

/// At most `count` characters from the beginning of the file; otherwise like FileText.
[[nodiscard]] std::string first_characters(const std::string& path, std::size_t count);

}  // namespace minikrylov
