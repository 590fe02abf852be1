// Text from files, made safe for terminals.
#include "problems/printable.hpp"

#include <fmt/format.h>

namespace minikrylov {
namespace {

/// Bytes of the UTF-8 character at the beginning of `text`; 0 if it is invalid or a control character.
std::size_t printable_bytes(std::string_view text) {
  const auto byte = [text](std::size_t k) { return k < text.size() ? static_cast<unsigned char>(text[k]) : 0U; };
  const unsigned first = byte(0);
  if (first < 0x80) return first >= 0x20 && first != 0x7f ? 1 : 0;
  const std::size_t bytes = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  for (std::size_t k = 1; k < bytes; ++k)
    if ((byte(k) & 0xc0U) != 0x80) return 0;
  return first == 0xc2 && byte(1) < 0xa0 ? 0 : bytes;  // U+0080 to U+009F are control characters
}

}  // namespace

std::string printable(std::string_view text, std::string_view kept) {
  std::string shown;
  while (!text.empty()) {
    const std::size_t bytes = kept.find(text.front()) == std::string_view::npos ? printable_bytes(text) : 1;
    if (bytes == 0) shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()));
    shown += text.substr(0, bytes);
    text.remove_prefix(bytes == 0 ? 1 : bytes);
  }
  return shown;
}

}  // namespace minikrylov
