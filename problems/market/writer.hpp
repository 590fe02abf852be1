// Matrices and vectors as text in the Matrix Market format (R. Boisvert, R. Pozo, K. Remington, NISTIR 5935, 1996).
#pragma once
#include <string>
#include <string_view>

#include "problems/numbers.hpp"
#include "problems/problem.hpp"

namespace minikrylov {

/// Banner, a comment and the size line of a square matrix with this many entries in the file: of a symmetric one, those
/// of the lower triangle. `comment`: one line.
[[nodiscard]] std::string market_matrix_head(Symmetry symmetry, std::string_view comment, GlobalIndex rows,
                                             Offset entries);

/// The same of an array.
[[nodiscard]] std::string market_array_head(std::string_view comment, GlobalIndex rows, int columns);

/// Appends the line of an entry, whose row and column count from 0 here and from 1 in the file. 17 significant digits
/// reproduce every bit of the value.
void append_market_entry(std::string& text, GlobalIndex row, GlobalIndex column, double value);

/// Appends the line of a value of an array.
void append_market_value(std::string& text, double value);

}  // namespace minikrylov
