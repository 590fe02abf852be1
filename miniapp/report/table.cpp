// Text in columns.
#include "miniapp/report/table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace minikrylov {

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const unsigned byte = static_cast<unsigned char>(text[i]);
    const unsigned next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0U;
    const bool continues = (byte & 0xC0U) == 0x80U;
    const bool combines = byte == 0xCCU || (byte == 0xCDU && next < 0xB0U);  // U+0300 … U+036F
    if (!continues && !combines) ++width;
  }
  return width;
}

std::string TextTable::text(int indent) const {
  std::vector<std::size_t> widths(rows_.front().size());
  for (const auto& row : rows_)
    for (std::size_t c = 0; c < widths.size(); ++c) widths[c] = std::max(widths[c], display_width(row[c]));
  std::string text;
  for (const auto& row : rows_) {
    text.append(static_cast<std::size_t>(indent), ' ');
    for (std::size_t c = 0; c < widths.size(); ++c) {
      const std::string padding(widths[c] - display_width(row[c]), ' ');
      const bool last = c + 1 == widths.size();
      text += c == 0 ? row[c] + (last ? "" : padding) : "  " + padding + row[c];
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
  }
  return text;
}

}  // namespace minikrylov
