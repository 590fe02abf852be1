// Matrices from files in the Matrix Market format (R. Boisvert, R. Pozo, K. Remington, NISTIR 5935, 1996).
#pragma once
#include <string>
#include <string_view>

#include "problems/sparse_matrix.hpp"

namespace minikrylov {

/// The type of a file's values; `pattern` has none, so each entry is 1.
enum class MarketField { real, integer, pattern };

/// Whether an entry implies its mirror image: no; a(j,i) = a(i,j); a(j,i) = -a(i,j).
enum class MarketSymmetry { general, symmetric, skew };

/// The banner and size line of a file.
struct MarketHeader {
  MarketField field = MarketField::real;
  MarketSymmetry symmetry = MarketSymmetry::general;
  LocalIndex rows = 0;
  Offset entries = 0;     ///< number of entries, one per line
  std::size_t lines = 0;  ///< of the header, including the size line
  std::size_t body = 0;   ///< position of the first entry, in characters
};

/// The header of `text`, the contents of the file `name`. Throws a SetupError with file and line if there is no header,
/// or if the matrix cannot be used: dense, complex, rectangular or empty.
[[nodiscard]] MarketHeader parse_market_header(std::string_view text, const std::string& name);

/// The header of a file (.mtx or .mtx.gz), from its first 64 KiB, or up to 16 MiB if it has long comments.
[[nodiscard]] MarketHeader read_market_header(const std::string& file);

/// Peak memory of read_matrix_market() for a file with this header in bytes, decompressed text not included.
[[nodiscard]] double market_bytes(const MarketHeader& header);

/// The matrix in a file (.mtx or .mtx.gz), with both triangles if it is symmetric. The host's threads parse the text in
/// parallel. Throws a SetupError whose complaints name file and line: too few, too many or unreadable lines, indices
/// out of range, infinities and NaNs, duplicate entries, empty rows. Time and memory are proportional to the text,
/// whatever its header announces. Not collective.
[[nodiscard]] SparseMatrix read_matrix_market(const std::string& file);

/// The same for text in memory; `name` is used in complaints.
[[nodiscard]] SparseMatrix parse_matrix_market(std::string_view text, const std::string& name);

}  // namespace minikrylov
