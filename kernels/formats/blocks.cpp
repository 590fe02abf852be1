// Conversion between rows and degrees-of-freedom blocks.
#include "kernels/formats/blocks.hpp"

#include "kernels/core/arrays.hpp"

namespace minikrylov {
namespace {

template <class Index>
using Range = Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Static>, Kokkos::IndexType<Index>>;

/// Copies the blocks of one point; counts entries that do not fit into blocks.
struct CollectBlocks {
  CrsArrays single, blocks;

  KOKKOS_FUNCTION void operator()(LocalIndex point, LocalIndex& misfits) const {
    const LocalIndex b = blocks.block;
    const Offset begin = single.offsets(point * b), length = single.offsets(point * b + 1) - begin;
    for (LocalIndex row = 0; row < b; ++row) {
      const Offset from = single.offsets(point * b + row);
      if (single.offsets(point * b + row + 1) - from != length || length % b != 0) {
        ++misfits;
        return;
      }
      for (Offset e = 0; e < length; ++e) {
        const LocalIndex column = single.columns(from + e);
        misfits += column != single.columns(begin + e / b * b) + e % b || (e % b == 0 && column % b != 0);
        blocks.columns(blocks.offsets(point) + e / b) = column / b;
        blocks.values((blocks.offsets(point) + e / b) * b * b + row * b + e % b) = single.values(from + e);
      }
    }
  }
};

}  // namespace

CrsArrays to_blocks(const CrsArrays& matrix, int block) {
  const LocalIndex points = matrix.rows / block;
  const auto misfit = [](const char* why) {
    return std::invalid_argument(std::string("not a matrix of blocks: ") + why);
  };
  if (matrix.rows % block != 0 || matrix.column_count % block != 0) throw misfit("rows or columns are left over");
  const auto offsets = matrix.offsets;
  CrsArrays blocks;
  blocks.rows = points;
  blocks.column_count = matrix.column_count / block;
  blocks.offsets = begins_of<Offset>(
      "block offsets", points,
      KOKKOS_LAMBDA(LocalIndex i) { return (offsets(i * block + 1) - offsets(i * block)) / block; });
  blocks.block = block;
  Offset entries = 0;
  Kokkos::deep_copy(entries, Kokkos::subview(blocks.offsets, points));
  blocks.columns = allocate<LocalIndex>("columns", entries);
  blocks.values = allocate<double>("values", entries * block * block);
  LocalIndex misfits = 0;
  Kokkos::parallel_reduce("collect blocks", Range<LocalIndex>(0, points), CollectBlocks{matrix, blocks}, misfits);
  if (misfits > 0) throw misfit("the rows of a point differ in their columns");
  return blocks;
}

Ordering ordering_of_rows(const Ordering& points, int block) {
  if (block == 1) return points;
  std::vector<LocalIndex> parts = points.parts;
  for (LocalIndex& begin : parts) begin *= block;
  if (points.is_identity()) return {{}, {}, parts};
  const LocalIndex rows = points.rows() * block;
  const Ordering result{allocate<LocalIndex>("new of old", rows), allocate<LocalIndex>("old of new", rows), parts};
  const auto new_of_old = result.new_of_old, old_of_new = result.old_of_new;
  const auto new_point = points.new_of_old, old_point = points.old_of_new;
  Kokkos::parallel_for(
      "order rows by points", Range<LocalIndex>(0, rows), KOKKOS_LAMBDA(LocalIndex i) {
        new_of_old(i) = new_point(i / block) * block + i % block;
        old_of_new(i) = old_point(i / block) * block + i % block;
      });
  Exec().fence("ordering_of_rows");
  return result;
}

std::vector<LocalIndex> parts_of_points(std::vector<LocalIndex> parts, int block) {
  for (LocalIndex& begin : parts) begin /= block;
  return parts;
}

}  // namespace minikrylov
