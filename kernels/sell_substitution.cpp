// Substitution with triangles in SELL-C-σ: choosing the compiled kernel and launching it, part by part.
#include <algorithm>

#include "kernels/sell.hpp"
#include "kernels/sell_sweep.hpp"

namespace minikrylov {
namespace {

using Direction = SweepDirection;

/// The chunks of a part.
struct ChunkRange {
  LocalIndex begin, end;
};

/// A triangle in chunks, none of which lies in two parts.
struct ChunkedTriangle {
  SellArrays arrays;  ///< without columns: the compact ones serve
  SellColumns columns;
  std::vector<ChunkRange> chunks_of_part;

  [[nodiscard]] sell::Chunks chunks() const {
    return {arrays.first_rows.data(), arrays.offsets.data(), columns.begins.data(), columns.columns.data(),
            arrays.values.data()};
  }
  [[nodiscard]] Offset bytes() const { return allocated_bytes_of(arrays, columns); }
};

ChunkedTriangle cut(const CrsArrays& triangle, const std::vector<LocalIndex>& parts,
                    const std::vector<SweepPart>& surveyed, int chunk) {
  const SellArrays arrays = make_sell_arrays(triangle, parts, chunk, FirstTouch::by_part);
  ChunkedTriangle result{arrays, compact_columns(arrays), {}};
  result.arrays.columns = {};
  const auto first_rows = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), arrays.first_rows);
  const LocalIndex *const begin = first_rows.data(), *const end = begin + first_rows.extent(0);
  const auto chunk_at = [=](LocalIndex row) {
    return static_cast<LocalIndex>(std::lower_bound(begin, end, row) - begin);
  };
  for (const SweepPart& part : surveyed) result.chunks_of_part.push_back({chunk_at(part.begin), chunk_at(part.end)});
  return result;
}

template <int C> class SellSubstitution final : public Substitution {
 public:
  SellSubstitution(const Triangles& triangles, const std::vector<LocalIndex>& parts,
                   const std::vector<SweepPart>& surveyed)
      : Substitution(surveyed),
        lower_(cut(triangles.lower, parts, surveyed, C)),
        upper_(cut(triangles.upper, parts, surveyed, C)),
        inverse_diagonal_(inverse_diagonal_of(triangles, surveyed)) {}

 private:
  void sweep(Direction direction, std::size_t p, const Vector& from, const Vector& z) const override {
    const SweepStep step{inverse_diagonal_.data(), from.data.data(), z.data.data(), z.width};
    if (direction == Direction::forward)
      choose_width<Direction::forward>("z = (L + D)⁻¹ r (sell)", lower_, p, step);
    else
      choose_width<Direction::backward>("z = (I + D⁻¹ U)⁻¹ z (sell)", upper_, p, step);
  }

  template <Direction D>
  void choose_width(const char* label, const ChunkedTriangle& triangle, std::size_t p, const SweepStep& step) const {
    if (part(p).coupling == Coupling::within)
      launch_in_turn<D>(label, triangle, p, step);
    else if (step.width == 1)
      launch<D, 1>(label, triangle, p, step);
    else
      launch<D, sell::any_width>(label, triangle, p, step);
  }

  template <Direction D>
  static void launch_in_turn(const char* label, const ChunkedTriangle& triangle, std::size_t p, const SweepStep& step) {
    const auto [begin, end] = triangle.chunks_of_part[p];
    Kokkos::parallel_for(label, rows_of_part(0, 1), sell::SweepInTurn<C, D>{triangle.chunks(), step, begin, end});
  }

  template <Direction D, int M>
  static void launch(const char* label, const ChunkedTriangle& triangle, std::size_t p, const SweepStep& step) {
    const auto [begin, end] = triangle.chunks_of_part[p];
    if constexpr (on_host)
      for_blocks(label, begin, end, sell::SweepChunk<C, M, D>{triangle.chunks(), step});
    else
      Kokkos::parallel_for(
          label, Kokkos::RangePolicy<Exec, Kokkos::IndexType<Offset>>(0, Offset{end - begin} * C * step.width),
          sell::SweepElement<C, M, D>{triangle.chunks(), step, begin});
  }

  [[nodiscard]] Offset triangle_bytes() const override { return lower_.bytes() + upper_.bytes(); }

  ChunkedTriangle lower_, upper_;
  Array<double> inverse_diagonal_;
};

}  // namespace

std::unique_ptr<Substitution> make_sell_substitution(const Triangles& triangles, const std::vector<LocalIndex>& parts,
                                                     int chunk) {
  return with_chunk(chunk, [&]<int C>(std::integral_constant<int, C>) -> std::unique_ptr<Substitution> {
    return std::make_unique<SellSubstitution<C>>(triangles, parts, survey_parts(triangles, parts));
  });
}

}  // namespace minikrylov
