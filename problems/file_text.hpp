// The text of a file, compressed by gzip or not.
#pragma once
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace minikrylov {

/// A file of more than 1 MiB of text is refused where it unpacks to more than so many characters per byte.
inline constexpr std::size_t most_characters_per_packed_byte = 200;

/// All characters of a file, in memory as long as this lives.
class FileText {
 public:
  /// Maps `path`; unpacks it if its name ends in .gz. Throws a SetupError if it cannot be read, ends too early,
  /// or expands too much.
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

/// The first characters of the file, at most `count`; as FileText otherwise.
[[nodiscard]] std::string first_characters(const std::string& path, std::size_t count);

}  // namespace minikrylov
