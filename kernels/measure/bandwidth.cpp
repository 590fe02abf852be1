// STREAM's copy and triad, a dot product, and an update in place.
#include "kernels/measure/bandwidth.hpp"

#include <Kokkos_Timer.hpp>
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "kernels/core/arrays.hpp"

namespace minikrylov {
namespace {

constexpr double initial_b = 0.25, initial_c = 0.5, scalar = 3;
constexpr Offset block_elements = on_host ? 4096 : 1;  ///< taken at once by a thread of the host or of the device

struct Arrays {
  Offset elements;
  double *a, *b, *c;
};

/// The elements of one block.
struct Span {
  Offset begin, end;
  KOKKOS_FUNCTION Span(Offset block, Offset elements)
      : begin(block * block_elements), end(Kokkos::min(elements, begin + block_elements)) {}
};

struct Initialise {
  Arrays x;
  KOKKOS_FUNCTION void operator()(Offset block) const {
    const Span span(block, x.elements);
    for (Offset i = span.begin; i < span.end; ++i) x.a[i] = 0, x.b[i] = initial_b, x.c[i] = initial_c;
  }
};

struct Copy {
  Arrays x;
  KOKKOS_FUNCTION void operator()(Offset block) const {
    const Span span(block, x.elements);
    double* KOKKOS_RESTRICT const a = x.a;
    const double* const b = x.b;
    for (Offset i = span.begin; i < span.end; ++i) a[i] = b[i];
  }
};

struct Triad {
  Arrays x;
  KOKKOS_FUNCTION void operator()(Offset block) const {
    const Span span(block, x.elements);
    double* KOKKOS_RESTRICT const a = x.a;
    const double *const b = x.b, *const c = x.c;
    for (Offset i = span.begin; i < span.end; ++i) a[i] = b[i] + scalar * c[i];
  }
};

struct DotProduct {
  Arrays x;
  KOKKOS_FUNCTION void operator()(Offset block, double& sum) const {
    constexpr int lanes = on_host ? 32 : 1;  // independent sums, to hide the latency of additions
    const Span span(block, x.elements);
    const Offset whole = span.begin + (span.end - span.begin) / lanes * lanes;
    double part[lanes] = {};
    for (Offset i = span.begin; i < whole; i += lanes)
      for (int lane = 0; lane < lanes; ++lane) part[lane] += x.a[i + lane] * x.b[i + lane];
    for (int lane = 0; lane < lanes; ++lane) sum += part[lane];
    for (Offset i = whole; i < span.end; ++i) sum += x.a[i] * x.b[i];
  }
};

/// What b is, it remains.
struct Update {
  Arrays x;
  KOKKOS_FUNCTION void operator()(Offset block) const {
    constexpr double of_b = 0.5, of_c = (1 - of_b) * initial_b / initial_c;
    const Span span(block, x.elements);
    double* KOKKOS_RESTRICT const b = x.b;
    const double* const c = x.c;
    for (Offset i = span.begin; i < span.end; ++i) b[i] = of_b * b[i] + of_c * c[i];
  }
};

auto blocks_of(const Arrays& x) {
  return Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Static>, Kokkos::IndexType<Offset>>(
      0, (x.elements + block_elements - 1) / block_elements);
}

/// Bytes per second of one run.
template <class Kernel> double rate(double bytes, const Kernel& kernel) {
  Exec().fence("before bandwidth");
  const Kokkos::Timer timer;
  kernel();
  Exec().fence("after bandwidth");
  return bytes / timer.seconds();
}

/// Bytes per second of the fastest of `repetitions` runs.
template <class Kernel> double fastest(double bytes, int repetitions, const Kernel& kernel) {
  kernel();
  double best = 0;
  for (int k = 0; k < repetitions; ++k) best = std::max(best, rate(bytes, kernel));
  return best;
}

/// Throws unless all elements equal `expected`: otherwise the timed kernel was not the intended one.
void check(const char* what, const double* values, const Arrays& x, double expected) {
  double error = 0;
  Kokkos::parallel_reduce(
      "check bandwidth", Kokkos::RangePolicy<Exec, Kokkos::IndexType<Offset>>(0, x.elements),
      KOKKOS_LAMBDA(Offset i, double& worst) { worst = Kokkos::max(worst, Kokkos::abs(values[i] - expected)); },
      Kokkos::Max<double>(error));
  if (error != 0)
    throw std::runtime_error(std::string("the ") + what + " of the bandwidth measurement came out wrong by " +
                             std::to_string(error) + " (the memory or the compiler is at fault)");
}

}  // namespace

Bandwidth measure_bandwidth(Offset elements, int repetitions) {
  if (elements < 1 || repetitions < 1)
    throw std::invalid_argument("a bandwidth cannot be measured with " + std::to_string(elements) + " elements and " +
                                std::to_string(repetitions) + " repetitions (both must be at least 1)");
  const auto a = allocate<double>("a", elements), b = allocate<double>("b", elements),
             c = allocate<double>("c", elements);
  const Arrays x{elements, a.data(), b.data(), c.data()};
  const auto blocks = blocks_of(x);
  Kokkos::parallel_for("first touch", blocks, Initialise{x});

  const auto n = static_cast<double>(elements);
  Bandwidth result;
  result.copy = fastest(16 * n, repetitions, [&] { Kokkos::parallel_for("copy", blocks, Copy{x}); });
  check("copy", x.a, x, initial_b);
  result.triad = fastest(24 * n, repetitions, [&] { Kokkos::parallel_for("triad", blocks, Triad{x}); });
  check("triad", x.a, x, initial_b + scalar * initial_c);
  double sum = 0;
  result.dot = fastest(16 * n, repetitions, [&] { Kokkos::parallel_reduce("dot", blocks, DotProduct{x}, sum); });
  const double expected = n * (initial_b + scalar * initial_c) * initial_b;
  if (std::abs(sum - expected) > 1e-12 * expected)
    throw std::runtime_error("the dot product of the bandwidth measurement came out wrong");
  return result;
}

BandwidthMeter::BandwidthMeter(Offset elements)
    : elements_(elements),
      a_(allocate<double>("a", elements)),
      b_(allocate<double>("b", elements)),
      c_(allocate<double>("c", elements)) {
  const Arrays x{elements_, a_.data(), b_.data(), c_.data()};
  Kokkos::parallel_for("first touch", blocks_of(x), Initialise{x});
  Exec().fence("first touch");
}

double BandwidthMeter::triad() const {
  const Arrays x{elements_, a_.data(), b_.data(), c_.data()};
  return rate(24 * static_cast<double>(elements_), [&] { Kokkos::parallel_for("triad", blocks_of(x), Triad{x}); });
}

double BandwidthMeter::dot() const {
  const Arrays x{elements_, a_.data(), b_.data(), c_.data()};
  double sum = 0;
  return rate(16 * static_cast<double>(elements_),
              [&] { Kokkos::parallel_reduce("dot", blocks_of(x), DotProduct{x}, sum); });
}

double BandwidthMeter::update() const {
  const Arrays x{elements_, a_.data(), b_.data(), c_.data()};
  return rate(24 * static_cast<double>(elements_), [&] { Kokkos::parallel_for("update", blocks_of(x), Update{x}); });
}

}  // namespace minikrylov
