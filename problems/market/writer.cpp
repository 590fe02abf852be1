// Matrices and vectors as text in the Matrix Market format.
#include "problems/market/writer.hpp"

#include <fmt/format.h>

#include <iterator>

namespace minikrylov {

std::string market_matrix_head(Symmetry symmetry, std::string_view comment, GlobalIndex rows, Offset entries) {
  return fmt::format("%%MatrixMarket matrix coordinate real {}\n% {}\n{} {} {}\n",
                     symmetry == Symmetry::symmetric ? "symmetric" : "general", comment, rows, rows, entries);
}

std::string market_array_head(std::string_view comment, GlobalIndex rows, int columns) {
  return fmt::format("%%MatrixMarket matrix array real general\n% {}\n{} {}\n", comment, rows, columns);
}

void append_market_entry(std::string& text, GlobalIndex row, GlobalIndex column, double value) {
  fmt::format_to(std::back_inserter(text), "{} {} {:.17g}\n", row + 1, column + 1, value);
}

void append_market_value(std::string& text, double value) {
  fmt::format_to(std::back_inserter(text), "{:.17g}\n", value);
}

}  // namespace minikrylov
