// Vectors: allocation with first touch, copy, fill.
#include "kernels/core/vector.hpp"

#include <algorithm>

#include "kernels/core/arrays.hpp"

namespace minikrylov {
namespace {
/// Large arrays all start at the same offset within a page, so a dozen streams compete for the same sets of the L1
/// cache. Starting ten cache lines apart avoids that (an x86-64 server with fast memory, its model was not noted, 16
/// right-hand sides: kernels over a dozen vectors take 5 to 15 % less time).
constexpr std::size_t bytes_apart = 10 * cache_line_bytes;
constexpr std::size_t different_places = 16;

template <class Real> Array<Real> numbers_at(int place, const std::string& name, std::size_t elements) {
  const std::size_t begin = bytes_apart / sizeof(Real) * (static_cast<std::size_t>(place) % different_places);
  const auto array = allocate<Real>(name, begin + elements);
  return Kokkos::subview(array, std::make_pair(begin, begin + elements));
}

/// Calls element(e) for the elements of this rank's rows: on a host by row blocks, so that threads touch their own
/// first; on a device by threads side by side, which so move adjacent numbers together.
template <class Element>
void for_elements(const char* label, const Vector& x, const Element& element, ProgressHook* progress = nullptr) {
  const Offset elements = x.elements();
  if constexpr (on_host) {
    const RowBlocks blocks = RowBlocks::of(x.rows, x.width);
    const Offset block = Offset{blocks.block_rows} * x.width;
    const auto run_block = [=](LocalIndex b) {
      const Offset end = std::min(elements, (b + 1) * block);
      for (Offset e = b * block; e < end; ++e) element(e);
    };
    for_shares(label, 0, blocks.count(), run_block, progress);
  } else {
    Kokkos::parallel_for(label, Kokkos::RangePolicy<Exec, Kokkos::IndexType<Offset>>(0, elements), element);
  }
}

template <class From, class To> struct CopyElement {
  From from;
  To to;
  KOKKOS_FUNCTION void operator()(Offset e) const { to(e) = static_cast<typename To::value_type>(from(e)); }
};

template <class To> struct FillElement {
  To to;
  typename To::value_type value;
  KOKKOS_FUNCTION void operator()(Offset e) const { to(e) = value; }
};
}  // namespace

Vector make_vector(const std::string& name, LocalIndex rows, LocalIndex ghosts, int width, int place,
                   Precision precision) {
  const auto elements = (static_cast<std::size_t>(rows) + static_cast<std::size_t>(ghosts)) * width;
  Vector x{{}, rows, width};
  if (precision == Precision::single_precision)
    x.singles = numbers_at<float>(place, name, elements);
  else
    x.data = numbers_at<double>(place, name, elements);
  clear_all(x);
  Exec().fence("make_vector");
  return x;
}

void clear_all(const Vector& x) {
  if constexpr (on_host) fill(x, 0);  // by the threads that use these rows
  const auto begin = static_cast<std::size_t>(on_host ? x.elements() : 0);
  with_numbers(x, [begin](const auto& all) {
    Kokkos::deep_copy(Exec(), Kokkos::subview(all, std::make_pair(begin, all.extent(0))), 0);
  });
}

void clear_for_sums(const Vector& x) {
  clear_all(x);
  if constexpr (on_host) Exec().fence("x = 0");
}

void copy(const Vector& x, const Vector& y, ProgressHook* progress) {
  with_numbers(x, [&]<class From>(const From& from) {
    with_numbers(y, [&]<class To>(const To& to) {
      for_elements("y = x", x, CopyElement<From, To>{from, to}, progress);
    });
  });
}

void fill(const Vector& x, double value) {
  with_numbers(x, [&]<class To>(const To& to) {
    for_elements("x = value", x, FillElement<To>{to, static_cast<typename To::value_type>(value)});
  });
}

}  // namespace minikrylov
