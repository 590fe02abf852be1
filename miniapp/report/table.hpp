// Text in columns.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace minikrylov {

/// Rows of cells under headings: the first column is left-aligned, all others right-aligned. Widths are counted in
/// displayed characters, not in bytes.
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> headings) : rows_{std::move(headings)} {}
  /// `cells`: as many as headings.
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  /// The table, each line indented by `indent` blanks.
  [[nodiscard]] std::string text(int indent) const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

/// Displayed characters of UTF-8 text, each one column wide; combining marks have no width.
[[nodiscard]] std::size_t display_width(std::string_view text);

}  // namespace minikrylov
