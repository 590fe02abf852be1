// Statements as text.
#include "kernels/fusion/formula.hpp"

#include <algorithm>
#include <cstdio>

namespace minikrylov {
namespace {

/// A label with this many updates still fits on a line of a table.
constexpr int most_spelt_out = 3;

std::string text_of(const Factor& factor) {
  if (factor.letter != nullptr) return factor.letter;
  char digits[32];
  std::snprintf(digits, sizeof digits, "%.6g", factor.number);
  return digits;
}

/// How many leading terms share the first term's factor number `depth`.
std::size_t run_length(std::span<const TermText> terms, int depth) {
  const TermText& first = terms.front();
  if (first.factors <= depth) return 1;
  const auto differs = [&](const TermText& t) {
    return t.factors <= depth || !(t.factor[depth] == first.factor[depth]);
  };
  return static_cast<std::size_t>(std::find_if(terms.begin() + 1, terms.end(), differs) - terms.begin());
}

/// The sum of `terms` without their first `depth` factors, times `sign`.
std::string sum_of(std::span<const TermText> terms, int depth, double sign) {
  std::string text;
  while (!terms.empty()) {
    const TermText& first = terms.front();
    const bool minus = sign * first.sign < 0;
    text += text.empty() ? (minus ? "-" : "") : (minus ? " - " : " + ");
    const std::size_t length = run_length(terms, depth);
    if (first.factors <= depth)
      text += first.vector;
    else if (length == 1)
      text += text_of(first.factor[depth]) + " " + sum_of(terms.first(1), depth + 1, first.sign);
    else
      text += text_of(first.factor[depth]) + " (" + sum_of(terms.first(length), depth + 1, first.sign) + ")";
    terms = terms.subspan(length);
  }
  return text;
}

}  // namespace

TermText TermText::times(const Factor& by) const {
  TermText product = *this;
  std::copy(factor.begin(), factor.end() - 1, product.factor.begin() + 1);
  product.factor[0] = by;
  product.factors = std::min(factors + 1, static_cast<int>(factor.size()));
  return product;
}

std::string DotText::text() const {
  return y == nullptr ? "‖" + std::string(x) + "‖²" : "(" + std::string(x) + "," + y + ")";
}

std::string text_of(std::span<const TermText> terms) { return sum_of(terms, 0, 1); }

void Formula::add_update(const char* result, std::span<const TermText> terms) {
  lines.push_back({Line::Kind::update, result, result + (" = " + text_of(terms))});
}

void Formula::add_operation(const char* result, const char* by, const char* of) {
  lines.push_back({Line::Kind::operation, result, std::string(result) + " = " + by + " " + of});
}

bool Formula::is_abbreviated() const {
  return std::count_if(lines.begin(), lines.end(), [](const Line& line) { return line.kind == Line::Kind::update; }) >
         most_spelt_out;
}

std::vector<std::string> Formula::texts() const {
  std::vector<std::string> all;
  for (const Line& line : lines) all.push_back(line.text);
  return all;
}

std::string Formula::label() const {
  std::string text;
  for (const Line& line : lines)
    text +=
        (text.empty() ? "" : ", ") + (is_abbreviated() && line.kind == Line::Kind::update ? line.result : line.text);
  const char* separator = text.empty() ? "" : "; ";
  for (const DotText& dot : dots) {
    text += separator + dot.text();
    separator = " ";
  }
  return text;
}

}  // namespace minikrylov
