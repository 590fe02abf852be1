// A start and powers of the matrix.
#include "miniapp/system/preconditioner/polynomial.hpp"

#include <algorithm>

namespace minikrylov {
namespace {

/// z = c D⁻¹ r.
struct Start {
  const Preconditioner& D;
  Vec<0> r;
  Vec<1> z;

  [[nodiscard]] auto of(double first) const { return statements(z = D * r, z = Coefficient("1/θ", first) * z); }
};

}  // namespace

Polynomial::Polynomial(const Operator& A, Jacobi inverse_diagonal, LocalIndex rows, LocalIndex ghosts,
                       PolynomialSteps steps)
    : A_(A), D_(std::move(inverse_diagonal)), rows_(rows), ghosts_(ghosts), steps_(std::move(steps)) {}

Polynomial::Scratch& Polynomial::scratch(int width) const {
  const int powers = static_cast<int>(steps_.terms.size()), distinct = A_.distinct_powers(powers);
  if (const auto found = scratch_.find({width, distinct}); found != scratch_.end()) return found->second;
  Scratch fresh{Kernels(rows_, width), {}};
  for (int k = 0; k < std::min(powers, distinct + 1); ++k)
    fresh.z.push_back(make_vector("z of a polynomial", rows_, ghosts_, width, k));
  return scratch_.emplace(std::pair(width, distinct), std::move(fresh)).first->second;
}

std::vector<Vector> Polynomial::chain(const Scratch& scratch, const Vector& z) const {
  const std::size_t powers = steps_.terms.size();
  std::vector<Vector> all(powers + 1, z);
  if (powers > 0) all.front() = scratch.z.front();
  for (std::size_t k = 1; k < powers; ++k) all[k] = scratch.z[1 + (k - 1) % (scratch.z.size() - 1)];
  return all;
}

void Polynomial::apply(const Vector& r, const Vector& z, ProgressHook* progress) const {
  Scratch& own = scratch(z.width);
  own.kernels.poll(progress);
  const std::vector<Vector> all = chain(own, z);
  const Start start{D_, {r, "r"}, {all.front(), "z"}};
  own.kernels.run(start.of(steps_.first));
  if (steps_.terms.empty()) return;
  const PowersChain powers(all);
  A_.apply_powers(all_of({&powers, 1}), progress);
}

Cost Polynomial::cost(int width) const {
  Scratch& own = scratch(width);
  const std::vector<Vector> all = chain(own, make_vector("z", rows_, 0, width));
  const Start start{D_, {all.back(), "r"}, {all.front(), "z"}};  // whichever vectors: nothing runs
  const Cost first = own.kernels.cost_of(start.of(1));
  const PowersChain powers(all);
  return steps_.terms.empty() ? first : first + A_.powers_cost(all_of({&powers, 1}));
}

std::unique_ptr<Polynomial> make_polynomial(const PreconditionerInputs& from, PolynomialSteps steps) {
  const System& system = from.system;
  return std::make_unique<Polynomial>(from.A, Jacobi(system.diagonal), system.rows, system.ghosts, std::move(steps));
}

}  // namespace minikrylov
