// Statements as text: the formulas under which profiles, traces and `explain` show what runs.
#pragma once
#include <array>
#include <span>
#include <string>
#include <vector>

namespace minikrylov {

/// A factor of a coefficient: a letter, or a number where there is none.
struct Factor {
  const char* letter = nullptr;
  double number = 1;

  friend bool operator==(const Factor&, const Factor&) = default;
};

/// ± the product of some factors · a vector, as it was written. Factors beyond the first few are not shown.
struct TermText {
  const char* vector = "";
  double sign = 1;
  int factors = 0;
  std::array<Factor, 3> factor{};

  /// The term with one more factor in front.
  [[nodiscard]] TermText times(const Factor& by) const;
};

/// (x, y), or ‖x‖² where there is no y.
struct DotText {
  const char *x = "", *y = nullptr;

  [[nodiscard]] std::string text() const;
};

/// "x + α (p - ω v)": a factor that consecutive terms share stands before a bracket, as papers have it.
[[nodiscard]] std::string text_of(std::span<const TermText> terms);

/// What one kernel computes.
struct Formula {
  /// A new value of a vector. An operation is A or M applied to a vector, an update all else.
  struct Line {
    enum class Kind { update, operation } kind = Kind::update;
    std::string result, text;  ///< "p", and "p = r + β p"
  };
  std::vector<Line> lines;
  std::vector<DotText> dots;

  /// "p = r + β p, q = A p; (p,q)". Of many updates only the results are named: "z, q, s, p, x, r; (r,u) ‖r‖²".
  [[nodiscard]] std::string label() const;
  /// "p = r + β p", "q = A p": each line in full.
  [[nodiscard]] std::vector<std::string> texts() const;
  /// True if label() does not say how all vectors are computed.
  [[nodiscard]] bool is_abbreviated() const;
};

}  // namespace minikrylov
