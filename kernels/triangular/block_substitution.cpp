// Substitution with triangles of blocks: dispatch to compiled kernels, part by part.
#include "kernels/triangular/block_substitution.hpp"

#include "kernels/formats/blocks.hpp"
#include "kernels/formats/sell.hpp"
#include "kernels/triangular/block_diagonal.hpp"
#include "kernels/triangular/block_sweep.hpp"
#include "kernels/triangular/short_triangle.hpp"

namespace minikrylov {
namespace {

using Direction = SweepDirection;

template <class Real> Array<Real> inverse_blocks_of(const Triangles& triangles, const std::vector<LocalIndex>& parts) {
  std::vector<Offset> begins;
  for (const LocalIndex point : parts) begins.push_back(Offset{point} * triangles.block() * triangles.block());
  return in_precision<Real>(invert_blocks(triangles.diagonal, parts, triangles.block()).numbers, begins);
}

template <int B, class Real> class CrsBlockSubstitution final : public Substitution {
 public:
  CrsBlockSubstitution(const Triangles& triangles, const std::vector<LocalIndex>& parts,
                       const std::vector<SweepPart>& surveyed)
      : Substitution(surveyed, {B, sizeof(InverseOf<Real>)}),
        lower_(shorten_triangle<Real>(triangles.lower, surveyed)),
        upper_(shorten_triangle<Real>(triangles.upper, surveyed)),
        inverse_blocks_(inverse_blocks_of<InverseOf<Real>>(triangles, parts)),
        begins_(begins_of_parts(surveyed)) {}

 private:
  void run(const Sweep& sweep, const Vector& from, const Vector& z) const override {
    const SweepStep<InverseOf<Real>> step{inverse_blocks_.data(), from.data.data(), z.data.data(), z.width, ahead()};
    if (sweep.direction == Direction::forward)
      launch<Direction::forward>("z = (L + D)⁻¹ r (crs, blocks)", sweep, lower_, step);
    else
      launch<Direction::backward>("z = (I + D⁻¹ U)⁻¹ z (crs, blocks)", sweep, upper_, step);
  }

  template <Direction D>
  void launch(const char* label, const Sweep& sweep, const ShortTriangle<Real>& triangle,
              const SweepStep<InverseOf<Real>>& step) const {
    if (step.width == 1)
      launch_points<D, 1>(label, sweep, triangle, step);
    else
      launch_points<D, max_width>(label, sweep, triangle, step);
  }

  template <Direction D, int W>
  void launch_points(const char* label, const Sweep& sweep, const ShortTriangle<Real>& triangle,
                     const SweepStep<InverseOf<Real>>& step) const {
    using Point = SweepCrsPoint<B, W, D, Real>;
    const Point point{triangle.offsets.data(), triangle.columns.data(), triangle.values.data(), step};
    launch_rows<D>(label, part(sweep.stage.first), sweep, begins_, point);
  }

  [[nodiscard]] Offset triangle_bytes() const override { return lower_.bytes() + upper_.bytes(); }

  ShortTriangle<Real> lower_, upper_;
  Array<InverseOf<Real>> inverse_blocks_;
  Array<LocalIndex> begins_;
};

template <int B, int C, class Real> class SellBlockSubstitution final : public Substitution {
 public:
  SellBlockSubstitution(const Triangles& triangles, const std::vector<LocalIndex>& parts,
                        const std::vector<SweepPart>& surveyed)
      : Substitution(surveyed, {B, sizeof(InverseOf<Real>)}),
        lower_(cut_triangle<Real>(triangles.lower, parts, surveyed, C)),
        upper_(cut_triangle<Real>(triangles.upper, parts, surveyed, C)),
        inverse_blocks_(inverse_blocks_of<InverseOf<Real>>(triangles, parts)) {}

 private:
  void run(const Sweep& sweep, const Vector& from, const Vector& z) const override {
    const SweepStep<InverseOf<Real>> step{inverse_blocks_.data(), from.data.data(), z.data.data(), z.width, ahead()};
    if (sweep.direction == Direction::forward)
      launch<Direction::forward>("z = (L + D)⁻¹ r (sell, blocks)", lower_, sweep, step);
    else
      launch<Direction::backward>("z = (I + D⁻¹ U)⁻¹ z (sell, blocks)", upper_, sweep, step);
  }

  template <Direction D>
  void launch(const char* label, const ChunkedTriangle<Real>& triangle, const Sweep& sweep,
              const SweepStep<InverseOf<Real>>& step) const {
    if (step.width == 1)
      launch_points<D, 1>(label, triangle, sweep, step);
    else
      launch_points<D, max_width>(label, triangle, sweep, step);
  }

  template <Direction D, int W>
  void launch_points(const char* label, const ChunkedTriangle<Real>& triangle, const Sweep& sweep,
                     const SweepStep<InverseOf<Real>>& step) const {
    const LocalIndex begin = triangle.chunks_of_part[sweep.stage.first],
                     end = triangle.chunks_of_part[sweep.stage.last];
    const auto chunks = triangle.chunks();
    if (part(sweep.stage.first).coupling != Coupling::none)
      launch_in_turn(label, sweep.stage,
                     sell::SweepBlocksInTurn<B, W, D, Real>{chunks, step, C, triangle.chunk_begins.data()});
    else if constexpr (on_host)
      for_blocks(label, begin, end, sell::SweepBlockChunk<B, C, W, D, Real>{chunks, step}, sweep.progress);
    else
      Kokkos::parallel_for(
          label, Kokkos::RangePolicy<Exec, Kokkos::IndexType<Offset>>(0, Offset{end - begin} * C * step.width),
          sell::SweepBlockElement<B, C, D, Real>{chunks, step, begin});
  }

  [[nodiscard]] Offset triangle_bytes() const override { return lower_.bytes() + upper_.bytes(); }

  ChunkedTriangle<Real> lower_, upper_;
  Array<InverseOf<Real>> inverse_blocks_;
};

}  // namespace

std::unique_ptr<Substitution> make_crs_block_substitution(const Triangles& triangles,
                                                          const std::vector<LocalIndex>& parts, Precision precision) {
  return with_real(precision, [&]<class Real>(Real) {
    return with_block(triangles.block(), [&]<int B>(std::integral_constant<int, B>) -> std::unique_ptr<Substitution> {
      return std::make_unique<CrsBlockSubstitution<B, Real>>(triangles, parts, survey_parts(triangles, parts));
    });
  });
}

std::unique_ptr<Substitution> make_sell_block_substitution(const Triangles& triangles,
                                                           const std::vector<LocalIndex>& parts, int chunk,
                                                           Precision precision) {
  return with_real(precision, [&]<class Real>(Real) {
    return with_block(triangles.block(), [&]<int B>(std::integral_constant<int, B>) {
      return with_chunk(chunk, [&]<int C>(std::integral_constant<int, C>) -> std::unique_ptr<Substitution> {
        return std::make_unique<SellBlockSubstitution<B, C, Real>>(triangles, parts, survey_parts(triangles, parts));
      });
    });
  });
}

}  // namespace minikrylov
