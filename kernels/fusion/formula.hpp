// Statements as text: the formulas shown by profiles, traces and `explain`.
#pragma once
#include <array>
#include <span>
#include <string>
#include <vector>

namespace minikrylov {

/// A factor of a coefficient: a letter, or a number if it has none.
struct Factor {
  const char* letter = nullptr;
  double number = 1;

  friend bool operator==(const Factor&, const Factor&) = default;
};

/// ± a product of factors · a vector, as written in the statement. Factors beyond the first few are not shown.
struct TermText {
  const char* vector = "";
  double sign = 1;
  int factors = 0;
  std::array<Factor, 3> factor{};

  /// The term with one more factor in front.
  [[nodiscard]] TermText times(const Factor& by) const;
};

/// (x, y), or ‖x‖² without y.
struct DotText {
  const char *x = "", *y = nullptr;

  [[nodiscard]] std::string text() const;
};

/// "x + α (p - ω v)": a factor shared by consecutive terms is factored out, as in papers.
[[nodiscard]] std::string text_of(std::span<const TermText> terms);

/// What one kernel computes.
struct Formula {
  /// A new value of a vector: an operation if it applies A or M, otherwise an update.
  struct Line {
    enum class Kind { update, operation } kind = Kind::update;
    std::string result, text;  ///< "p", and "p = r + β p"
  };
  std::vector<Line> lines;
  std::vector<DotText> dots;

  /// Adds "result = terms".
  void add_update(const char* result, std::span<const TermText> terms);
  /// Adds "result = by of", where `by` is A, Aᵀ or M⁻¹.
  void add_operation(const char* result, const char* by, const char* of);

  /// "p = r + β p, q = A p; (p,q)". With many updates only their results: "z, q, s, p, x, r; (r,u) ‖r‖²".
  [[nodiscard]] std::string label() const;
  /// "p = r + β p", "q = A p": each line in full.
  [[nodiscard]] std::vector<std::string> texts() const;
  /// Whether label() names only the results of updates.
  [[nodiscard]] bool is_abbreviated() const;
};

}  // namespace minikrylov
