// Matrices from files in the Matrix Market format (R. Boisvert, R. Pozo, K. Remington, NISTIR 5935, 1996).
#pragma once
#include <string>
#include <string_view>

#include "problems/sparse_matrix.hpp"

namespace minikrylov {

/// What stands in a file's values: numbers, or nothing (each entry is 1).
enum class MarketField { real, integer, pattern };

/// Which entries stand for two: none, a(j,i) = a(i,j), or a(j,i) = -a(i,j).
enum class MarketSymmetry { general, symmetric, skew };

/// The first lines of a file.
struct MarketHeader {
  MarketField field = MarketField::real;
  MarketSymmetry symmetry = MarketSymmetry::general;
  LocalIndex rows = 0;
  Offset entries = 0;     ///< lines that follow
  std::size_t lines = 0;  ///< of the header, that with the sizes included
  std::size_t body = 0;   ///< where the entries begin, in characters
};

/// The header of `text`, the contents of the file `name`. Throws a SetupError that names file and line if it is none,
/// or if the matrix is none that can be solved with: not sparse, complex, rectangular, empty.
[[nodiscard]] MarketHeader parse_market_header(std::string_view text, const std::string& name);

/// The header of a file (.mtx or .mtx.gz), from its first characters: 64 KiB, or up to 16 MiB where comments are long.
[[nodiscard]] MarketHeader read_market_header(const std::string& file);

/// Bytes that read_matrix_market() allocates at its peak for a file with this header, besides unpacked text.
[[nodiscard]] double market_bytes(const MarketHeader& header);

/// The matrix in a file (.mtx or .mtx.gz), both triangles of a symmetric one. The host's threads parse pieces of the
/// text. Throws a SetupError with complaints that name file and line: lines too few, too many or unreadable, indices
/// out of range, infinities and not-a-numbers, entries given twice, empty rows. Takes time and memory in proportion to
/// the text, whatever its header announces. Not collective.
[[nodiscard]] SparseMatrix read_matrix_market(const std::string& file);

/// The same, from text that is there already.
[[nodiscard]] SparseMatrix parse_matrix_market(std::string_view text, const std::string& name);

}  // namespace minikrylov
