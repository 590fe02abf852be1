// The table of matrix formats: names, requirements and factory functions. A new format is a row of this table.
#pragma once
#include <algorithm>
#include <array>
#include <memory>
#include <string_view>
#include <vector>

#include "kernels/core/crs_arrays.hpp"
#include "kernels/schedule/local_matrix.hpp"

namespace minikrylov {

enum class MatrixFormat { sell, sell_block, crs };

/// What is ordered: rows, or points (whose rows stay together).
enum class OrderedUnit { row, point };

/// Whether a format cuts the rows into chunks, among which they may be sorted.
enum class Chunking { none, chunks };

/// Makes a matrix of rows, or of the blocks of points, that are ordered. `parts` as in Ordering; `chunk`: C.
using MakeMatrix = std::unique_ptr<LocalMatrix>(const CrsArrays& ordered, const std::vector<LocalIndex>& parts,
                                                int chunk);
MakeMatrix make_sell, make_sell_block, make_crs;

struct CompressedMatrix;
enum class Plain;
namespace coded {
enum class Allowed;
}
/// The same in fewer bytes; see coded/compressed.hpp.
using MakeCompressed = CompressedMatrix(const CrsArrays& ordered, const std::vector<LocalIndex>& parts, int chunk,
                                        coded::Allowed allowed, Plain plain);
MakeCompressed make_coded_sell, make_coded_sell_block, make_coded_crs;

struct FormatRow {
  std::string_view name;
  MatrixFormat format;
  MakeMatrix* make;
  MakeCompressed* make_compressed;
  OrderedUnit unit = OrderedUnit::row;
  Chunking chunking = Chunking::none;
  std::string_view help;
};

inline constexpr std::array format_table = {
    FormatRow{.name = "sell",
              .format = MatrixFormat::sell,
              .make = make_sell,
              .make_compressed = make_coded_sell,
              .chunking = Chunking::chunks,
              .help = "SELL-C-σ: chunks of C rows, sorted by length in windows of σ rows"},
    FormatRow{.name = "sell-block",
              .format = MatrixFormat::sell_block,
              .make = make_sell_block,
              .make_compressed = make_coded_sell_block,
              .unit = OrderedUnit::point,
              .chunking = Chunking::chunks,
              .help = "SELL-C-σ of degrees-of-freedom blocks: one column number for all unknowns of a point"},
    FormatRow{.name = "crs",
              .format = MatrixFormat::crs,
              .make = make_crs,
              .make_compressed = make_coded_crs,
              .help = "compressed rows with the product of Kokkos Kernels: the usual baseline"},
};

[[nodiscard]] constexpr const FormatRow& row_of(MatrixFormat format) {
  return *std::find_if(format_table.begin(), format_table.end(),
                       [format](const FormatRow& row) { return row.format == format; });
}

}  // namespace minikrylov
