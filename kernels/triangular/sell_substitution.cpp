// Substitution with triangles in SELL-C-σ: dispatch to compiled kernels, part by part.
#include "kernels/formats/sell.hpp"
#include "kernels/triangular/block_substitution.hpp"
#include "kernels/triangular/chunked_triangle.hpp"
#include "kernels/triangular/sell_sweep.hpp"

namespace minikrylov {
namespace {

using Direction = SweepDirection;

/// Numbers of triangles are of type Real, those of D⁻¹ of type Inverse.
template <int C, class Real, class Inverse> class SellSubstitution final : public Substitution {
 public:
  SellSubstitution(const Triangles& triangles, const std::vector<LocalIndex>& parts,
                   const std::vector<SweepPart>& surveyed)
      : Substitution(surveyed, {1, sizeof(Inverse)}),
        lower_(cut_triangle<Real>(triangles.lower, parts, surveyed, C)),
        upper_(cut_triangle<Real>(triangles.upper, parts, surveyed, C)),
        inverse_diagonal_(inverse_diagonal_of<Inverse>(triangles, surveyed)) {}

 private:
  using Triangle = ChunkedTriangle<Real>;
  using Step = SweepStep<Inverse>;

  void run(const Sweep& sweep, const Vector& from, const Vector& z) const override {
    const SweepStep<Inverse> step{inverse_diagonal_.data(), from.data.data(), z.data.data(), z.width, ahead()};
    if (sweep.direction == Direction::forward)
      choose_width<Direction::forward>("z = (L + D)⁻¹ r (sell)", lower_, sweep, step);
    else
      choose_width<Direction::backward>("z = (I + D⁻¹ U)⁻¹ z (sell)", upper_, sweep, step);
  }

  template <Direction D>
  void choose_width(const char* label, const Triangle& triangle, const Sweep& sweep, const Step& step) const {
    if (step.width == 1)
      launch<D, 1>(label, triangle, sweep, step);
    else
      launch<D, any_width>(label, triangle, sweep, step);
  }

  template <Direction D, int M>
  void launch(const char* label, const Triangle& triangle, const Sweep& sweep, const Step& step) const {
    const LocalIndex begin = triangle.chunks_of_part[sweep.stage.first],
                     end = triangle.chunks_of_part[sweep.stage.last];
    if (part(sweep.stage.first).coupling != Coupling::none)
      launch_in_turn(label, sweep.stage,
                     sell::SweepInTurn<M, D, Real, Inverse>{triangle.chunks(), step, C, triangle.chunk_begins.data()});
    else if constexpr (on_host)
      for_blocks(label, begin, end, sell::SweepChunk<C, M, D, Real, Inverse>{triangle.chunks(), step}, sweep.progress);
    else
      launch_elements(label, end - begin, sell::SweepElement<C, M, D, Real, Inverse>{triangle.chunks(), step, begin});
  }

  template <class Element> static void launch_elements(const char* label, LocalIndex chunks, const Element& element) {
    const Offset threads = Element::threads(chunks, element.s.width);
    Kokkos::parallel_for(label, Kokkos::RangePolicy<Exec, Kokkos::IndexType<Offset>>(0, threads), element);
  }

  [[nodiscard]] Offset triangle_bytes() const override { return lower_.bytes() + upper_.bytes(); }

  Triangle lower_, upper_;
  Array<Inverse> inverse_diagonal_;
};

}  // namespace

std::unique_ptr<Substitution> make_sell_substitution(const Triangles& triangles, const std::vector<LocalIndex>& parts,
                                                     int chunk, Precision precision, Narrowing narrowing) {
  if (triangles.block() > 1) return make_sell_block_substitution(triangles, parts, chunk, precision);
  return with_numbers(triangles, precision, narrowing, [&]<class Real, class Inverse>(Real, Inverse) {
    return with_chunk(chunk, [&]<int C>(std::integral_constant<int, C>) -> std::unique_ptr<Substitution> {
      return std::make_unique<SellSubstitution<C, Real, Inverse>>(triangles, parts, survey_parts(triangles, parts));
    });
  });
}

}  // namespace minikrylov
