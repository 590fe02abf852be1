// The recurrence of matrix powers, behind a product.
#include "kernels/schedule/powers_element.hpp"

#include <algorithm>

namespace minikrylov {
namespace {

/// y_k where it holds A y_{k-1}.
struct FinishElement {
  PowersElement at;
  KOKKOS_FUNCTION void operator()(Offset e) const { at.y[e] = at.of(at.y[e], e); }
};

/// y[e] ← y[e] + c x[e].
void add(double c, const double* __restrict x, Offset count, double* __restrict y) {
  for (Offset e = 0; e < count; ++e) y[e] = y[e] + c * x[e];
}

}  // namespace

PowersElement element_at(const Powers& powers, PowersChain chain, int k, LocalIndex row) {
  const int width = chain[0].width;
  const Offset at = Offset{row} * width;
  const PowersTerm& term = powers.terms[k - 1];
  const double* const inverse_diagonal = powers.inverse_diagonal.data();
  return {.term = term,
          .last = chain[k - 1].data.data() + at,
          .before = k > 1 && term.c != 0 ? chain[k - 2].data.data() + at : nullptr,
          .first = term.d != 0 ? chain[0].data.data() + at : nullptr,
          .inverse_diagonal = inverse_diagonal == nullptr ? nullptr : inverse_diagonal + row,
          .y = chain[k].data.data() + at,
          .width = width};
}

int Powers::powers() const {
  std::size_t longest = 1;
  for (const PowersChain& chain : chains) longest = std::max(longest, chain.size());
  return static_cast<int>(longest) - 1;
}

Cost cost_of_term(const Powers& powers, PowersChain chain, int k) {
  const PowersElement at = element_at(powers, chain, k, 0);
  const int further = (at.term.b != 0 ? 1 : 0) + (at.before != nullptr ? 1 : 0) + (at.first != nullptr ? 1 : 0);
  const bool scales = at.inverse_diagonal != nullptr;
  const auto elements = static_cast<double>(chain[0].elements());
  return {8 * elements * further + (scales ? 8.0 * chain[0].rows : 0), 8 * elements,
          (1.0 + (scales ? 1 : 0) + 2 * further) * elements};
}

void finish_rows(const Powers& powers, PowersChain chain, int k, const double* product, LocalIndex begin,
                 LocalIndex end) {
  const PowersElement at = element_at(powers, chain, k, begin);
  const Offset count = Offset{end - begin} * at.width;
  if (at.inverse_diagonal != nullptr && at.width > 1) {
    for (Offset e = 0; e < count; ++e) at.y[e] = at.of(product[e], e);
    return;
  }
  // Sum by sum, over elements that stay in the smallest cache: plain loops, which compilers vectorise.
  double* const y = at.y;
  if (at.inverse_diagonal == nullptr)
    for (Offset e = 0; e < count; ++e) y[e] = at.term.a * product[e];
  else
    for (Offset e = 0; e < count; ++e) y[e] = at.term.a * (at.inverse_diagonal[e] * product[e]);
  if (at.term.b != 0) add(at.term.b, at.last, count, y);
  if (at.before != nullptr) add(at.term.c, at.before, count, y);
  if (at.first != nullptr) add(at.term.d, at.first, count, y);
}

void finish_all_rows(const Powers& powers, PowersChain chain, int k) {
  using Elements = Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Static>, Kokkos::IndexType<Offset>>;
  Kokkos::parallel_for("y_k = a D⁻¹ A y_{k-1} + b y_{k-1} + c y_{k-2} + d y_0", Elements(0, chain[k].elements()),
                       FinishElement{element_at(powers, chain, k, 0)});
}

}  // namespace minikrylov
