// Makes the matrix of a rank, compressed where that is asked for.
#include "miniapp/system/stored_matrix.hpp"

#include "kernels/formats/blocks.hpp"
#include "kernels/formats/coded/compressed.hpp"

namespace minikrylov {
namespace {

coded::Allowed codes_of(Compression compression) {
  if (compression == Compression::tables) return coded::Allowed::tables;
  return compression == Compression::narrow ? coded::Allowed::narrow : coded::Allowed::all;
}

}  // namespace

StoredMatrix stored_matrix(const CrsArrays& ordered, const Ordering& ordering, int dofs, const MatrixLayout& layout,
                           const Communicator& ranks) {
  const FormatRow& format = row_of(layout.format);
  const bool points = format.unit == OrderedUnit::point;
  const CrsArrays entries = points ? to_blocks(ordered, dofs) : ordered;
  const auto parts = points ? parts_of_points(ordering.parts, dofs) : ordering.parts;
  if (layout.compression == Compression::none) return {.matrix = format.make(entries, parts, layout.chunk)};
  const Plain plain = layout.compression == Compression::automatic ? Plain::kept : Plain::dropped;
  CompressedMatrix made = format.make_compressed(entries, parts, layout.chunk, codes_of(layout.compression), plain);
  if (ranks.reduce(made.shares.any_code() ? 1 : 0, ReduceBy::maximum) == 0)
    return {.matrix = made.plain ? std::move(made.plain) : format.make(entries, parts, layout.chunk)};
  return {.matrix = std::move(made.matrix),
          .coding = MatrixCoding{.shares = made.shares, .plain_bytes = made.plain_bytes, .seconds = made.seconds},
          .plain = std::move(made.plain)};
}

}  // namespace minikrylov
