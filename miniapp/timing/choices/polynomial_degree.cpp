// Times an iteration and a few polynomials, and bounds iterations by eigenvalues.
#include "miniapp/timing/choices/polynomial_degree.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include "miniapp/system/preconditioner/chebyshev.hpp"
#include "miniapp/system/preconditioner/spectrum.hpp"
#include "miniapp/timing/choices/fastest.hpp"

namespace minikrylov {
namespace {

/// Of D⁻¹ A.
struct Ends {
  double smallest, largest;
};

Ends ends_of_spectrum(const PreconditionerInputs& from, const Jacobi& jacobi) {
  constexpr int few = 10, many = 20;
  const System& system = from.system;
  const auto values = [&](int steps) {
    return ritz_values(from.A, jacobi, system.ghosts, system.global_number, from.ranks, steps);
  };
  const std::vector<double> early = values(few), late = values(many);
  if (early.empty() || late.empty()) return {1, 1};
  // Where the smallest Ritz value still falls, eigenvalues are much smaller; then the gain of a degree no longer
  // depends on how small.
  constexpr double settled = 0.9, as_good_as_zero = 1e-6;
  const double smallest = late.front() > settled * early.front() ? late.front() : as_good_as_zero * late.back();
  return {smallest, late.back()};
}

/// An iteration of CG but for M, with its two sums.
class Iteration {
 public:
  Iteration(const PreconditionerInputs& from, int width)
      : from_(from),
        k_(from.system.rows, width),
        x_(vector("x", width)),
        r_(vector("r", width)),
        z_(vector("z", width)),
        p_(vector("p", width)),
        q_(vector("q", width)) {}

  void run() {
    const Vec<0> x(x_, "x");
    const Vec<1> r(r_, "r");
    const Vec<2> z(z_, "z");
    const Vec<3> p(p_, "p");
    const Vec<4> q(q_, "q");
    const Coefficient zero("α", 0.0);
    const auto [pq] = k_.run(q = from_.A * p, dot(p, q));
    sum(pq);
    const auto [rr] = k_.run(r = r - zero * q, dot(r, r));
    sum(rr);
    k_.run(x = x + zero * p, p = z + zero * p);
  }
  void apply(const Preconditioner& M) { M.apply(r_, z_, nullptr); }

 private:
  [[nodiscard]] Vector vector(const char* name, int width) const {
    return make_vector(name, from_.system.rows, from_.system.ghosts, width);
  }
  void sum(const Scalars& local) const { static_cast<void>(from_.ranks.reduce(local[0], ReduceBy::sum)); }

  const PreconditionerInputs& from_;
  Kernels k_;
  Vector x_, r_, z_, p_, q_;
};

/// Of the iteration, and of each M; the medians of the slowest rank's times.
std::vector<double> seconds_of(Iteration& iteration, const std::vector<std::unique_ptr<Polynomial>>& polynomials,
                               const Communicator& ranks) {
  return median_times(1 + polynomials.size(),
                      [&](std::size_t k) {
                        ranks.barrier();
                        const double began = wall_time();
                        if (k == 0)
                          iteration.run();
                        else
                          iteration.apply(*polynomials[k - 1]);
                        Exec().fence("a polynomial preconditioner");
                        return ranks.reduce(wall_time() - began, ReduceBy::maximum);
                      },
                      {.warm_up = 1, .timed = 3});
}

}  // namespace

int fastest_degree(const PreconditionerInputs& from, int width) {
  constexpr int few = 1, many = most_chosen_products;  // nothing is extrapolated, or times may turn out negative
  const Ends ends = ends_of_spectrum(from, Jacobi(from.system.diagonal));
  std::vector<std::unique_ptr<Polynomial>> polynomials;
  for (const int degree : {few, many})
    polynomials.push_back(make_polynomial(from, chebyshev_steps(chebyshev_interval(ends.largest, degree), degree)));
  Iteration iteration(from, width);
  const std::vector<double> seconds = seconds_of(iteration, polynomials, from.ranks);
  const double of_product = std::max(0.0, seconds[2] - seconds[1]) / (many - few);
  const auto expected = [&](int degree) {
    return chebyshev_iterations(ends.smallest, ends.largest, degree) *
           (seconds[0] + seconds[1] + of_product * (degree - few));
  };
  std::vector<double> times;
  for (int degree = 1; degree <= most_chosen_products; ++degree) times.push_back(expected(degree));
  return 1 + static_cast<int>(first_of_the_fastest(times));
}

}  // namespace minikrylov
