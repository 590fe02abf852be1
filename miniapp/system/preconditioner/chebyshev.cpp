// Chebyshev's iteration with the diagonal of A.
#include "miniapp/system/preconditioner/chebyshev.hpp"

#include <algorithm>

#include "miniapp/system/preconditioner/spectrum.hpp"

namespace minikrylov {
namespace {

/// z = D⁻¹ r / θ.
struct Start {
  const Preconditioner& D;
  Vec<0> r;
  Vec<1> z;

  [[nodiscard]] auto of(double over_centre) const {
    return statements(z = D * r, z = Coefficient("1/θ", over_centre) * z);
  }
};

/// The iteration's three-term recurrence: z' = z + ρ' ρ (z - z'') + 2 ρ'/δ D⁻¹ (r - A z), with D⁻¹ r = θ z_0.
std::vector<PowersTerm> terms_of(double centre, double radius, int degree) {
  const double sigma = centre / radius;
  double rho = 1 / sigma;
  std::vector<PowersTerm> terms;
  for (int k = 0; k < degree; ++k) {
    const double next = 1 / (2 * sigma - rho), step = 2 * next / radius;
    terms.push_back({.a = -step, .b = 1 + next * rho, .c = -next * rho, .d = step * centre});
    rho = next;
  }
  return terms;
}

}  // namespace

ChebyshevInterval chebyshev_interval(double largest_eigenvalue, int degree) {
  constexpr double above = 1.1;  // the power method underestimates
  const double upper = above * largest_eigenvalue;
  return {upper / (1 + 4.0 * (degree + 1) * (degree + 1)), upper};
}

Chebyshev::Chebyshev(const Operator& A, Jacobi inverse_diagonal, LocalIndex rows, LocalIndex ghosts, int degree,
                     ChebyshevInterval interval)
    : A_(A),
      D_(std::move(inverse_diagonal)),
      rows_(rows),
      ghosts_(ghosts),
      centre_((interval.upper + interval.lower) / 2),
      terms_(terms_of(centre_, (interval.upper - interval.lower) / 2, degree)) {}

Chebyshev::Scratch& Chebyshev::scratch(int width) const {
  const int powers = static_cast<int>(terms_.size()), distinct = A_.distinct_powers(powers);
  if (const auto found = scratch_.find({width, distinct}); found != scratch_.end()) return found->second;
  Scratch fresh{Kernels(rows_, width), {}};
  for (int k = 0; k < std::min(powers, distinct + 1); ++k)
    fresh.z.push_back(make_vector("z of chebyshev", rows_, ghosts_, width, k));
  return scratch_.emplace(std::pair(width, distinct), std::move(fresh)).first->second;
}

std::vector<Vector> Chebyshev::chain(const Scratch& scratch, const Vector& z) const {
  const std::size_t powers = terms_.size();
  std::vector<Vector> all(powers + 1, z);
  if (powers > 0) all.front() = scratch.z.front();
  for (std::size_t k = 1; k < powers; ++k) all[k] = scratch.z[1 + (k - 1) % (scratch.z.size() - 1)];
  return all;
}

void Chebyshev::apply(const Vector& r, const Vector& z, ProgressHook* progress) const {
  Scratch& own = scratch(z.width);
  own.kernels.poll(progress);
  const std::vector<Vector> all = chain(own, z);
  const Start start{D_, {r, "r"}, {all.front(), "z"}};
  own.kernels.run(start.of(1 / centre_));
  if (terms_.empty()) return;
  const PowersChain powers(all);
  A_.apply_powers(all_of({&powers, 1}), progress);
}

Cost Chebyshev::cost(int width) const {
  Scratch& own = scratch(width);
  const std::vector<Vector> all = chain(own, make_vector("z", rows_, 0, width));
  const Start start{D_, {all.back(), "r"}, {all.front(), "z"}};  // whichever vectors: nothing runs
  const Cost first = own.kernels.cost_of(start.of(1));
  const PowersChain powers(all);
  return terms_.empty() ? first : first + A_.powers_cost(all_of({&powers, 1}));
}

std::unique_ptr<Preconditioner> make_chebyshev(const PreconditionerInputs& from) {
  const System& system = from.system;
  const Jacobi jacobi(system.diagonal);
  const double largest = largest_eigenvalue(from.A, jacobi, system.ghosts, system.global_number, from.ranks);
  const int degree = from.how.chebyshev_degree;
  return std::make_unique<Chebyshev>(from.A, jacobi, system.rows, system.ghosts, degree,
                                     chebyshev_interval(largest, degree));
}

}  // namespace minikrylov
