// The recurrence of matrix powers, applied after a product.
#include "kernels/schedule/powers_element.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "kernels/core/simd.hpp"

namespace minikrylov {
namespace {

/// y_k where it holds A y_{k-1}.
struct FinishElement {
  PowersElement at;
  KOKKOS_FUNCTION void operator()(Offset e) const { at.y[e] = at.of(at.y[e], e); }
};

/// Which vectors join a term, as bits.
enum Joins { join_scale = 1, join_last = 2, join_before = 4, join_first = 8 };

int joins_of(const PowersElement& at) {
  return (at.inverse_diagonal != nullptr ? join_scale : 0) | (at.term.b != 0 ? join_last : 0) |
         (at.before != nullptr ? join_before : 0) | (at.first != nullptr ? join_first : 0);
}

/// The elements 0 … count-1, one right-hand side: whole registers first, then one by one. y may be where y_{k-2} is.
template <int joins> void finish_joined(const PowersElement& at, const double* product, Offset count) {
  const Simd a(at.term.a), b(at.term.b), c(at.term.c), d(at.term.d);
  Offset e = 0;
  for (; e + lanes <= count; e += lanes) {
    Simd sum = load<Simd>(product + e);
    if constexpr ((joins & join_scale) != 0) sum = load<Simd>(at.inverse_diagonal + e) * sum;
    sum = a * sum;
    if constexpr ((joins & join_last) != 0) sum = sum + b * load<Simd>(at.last + e);
    if constexpr ((joins & join_before) != 0) sum = sum + c * load<Simd>(at.before + e);
    if constexpr ((joins & join_first) != 0) sum = sum + d * load<Simd>(at.first + e);
    store(sum, at.y + e);
  }
  for (; e < count; ++e) at.y[e] = at.of(product[e], e);
}

template <int... joins>
void finish_any(const PowersElement& at, const double* product, Offset count, std::integer_sequence<int, joins...>) {
  static constexpr std::array all = {&finish_joined<joins>...};
  all[joins_of(at)](at, product, count);
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
  finish_any(at, product, count, std::make_integer_sequence<int, 16>());
}

void finish_all_rows(const Powers& powers, PowersChain chain, int k) {
  using Elements = Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Static>, Kokkos::IndexType<Offset>>;
  Kokkos::parallel_for("y_k = a D⁻¹ A y_{k-1} + b y_{k-1} + c y_{k-2} + d y_0", Elements(0, chain[k].elements()),
                       FinishElement{element_at(powers, chain, k, 0)});
}

}  // namespace minikrylov
