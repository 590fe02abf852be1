// A start and powers of the matrix.
#include "miniapp/system/preconditioner/polynomial.hpp"

#include <algorithm>

namespace minikrylov {
namespace {

/// z = c D⁻¹ r.
struct ScaledResidual {
  const Preconditioner& D;
  Vec<0> r;
  Vec<1> z;

  [[nodiscard]] auto of(double first) const { return statements(z = D * r, z = Coefficient("1/θ", first) * z); }
};

}  // namespace

Polynomial::Polynomial(const Operator& A, Jacobi inverse_diagonal, LocalIndex rows, LocalIndex ghosts,
                       PolynomialSteps steps)
    : A_(A), D_(std::move(inverse_diagonal)), rows_(rows), ghosts_(ghosts), steps_(std::move(steps)) {
  if (const auto factor = D_.multiple_of_identity()) terms_from_residual_ = terms_from_residual(steps_, *factor);
}

std::vector<PowersTerm> terms_from_residual(const PolynomialSteps& steps, double factor) {
  const double of_start = steps.first * factor;
  std::vector<PowersTerm> terms = steps.terms;
  for (std::size_t k = 0; k < terms.size(); ++k) {
    PowersTerm& term = terms[k];
    term.a *= factor;
    term.d *= of_start;
    if (k == 0) term = {.a = term.a * of_start, .b = term.b * of_start + term.d};  // of z_0 and once more of it
    if (k == 1) term = {.a = term.a, .b = term.b, .c = term.c * of_start + term.d};
  }
  return terms;
}

Polynomial::Scratch& Polynomial::scratch(int width) const {
  const int powers = static_cast<int>(steps_.terms.size()), distinct = A_.distinct_powers(powers);
  if (const auto found = scratch_.find({width, distinct}); found != scratch_.end()) return found->second;
  Scratch fresh{Kernels(rows_, width), {}};
  for (int k = 0; k < std::min(powers, distinct + 1); ++k)
    fresh.z.push_back(make_vector("z of a polynomial", rows_, ghosts_, width, k));
  return scratch_.emplace(std::pair(width, distinct), std::move(fresh)).first->second;
}

std::vector<Vector> Polynomial::chain(const Scratch& scratch, Start start, const Vector& r, const Vector& z) const {
  const std::size_t powers = steps_.terms.size();
  std::vector<Vector> all(powers + 1, z);
  if (powers > 0) all.front() = start == Start::residual ? r : scratch.z.front();
  for (std::size_t k = 1; k < powers; ++k) all[k] = scratch.z[1 + (k - 1) % (scratch.z.size() - 1)];
  return all;
}

void Polynomial::apply(const Vector& r, const Vector& z, ProgressHook* progress) const {
  Scratch& own = scratch(z.width);
  own.kernels.poll(progress);
  const Start start = start_from(r.capacity());
  const std::vector<Vector> all = chain(own, start, r, z);
  const ScaledResidual scaled{D_, {r, "r"}, {all.front(), "z"}};
  if (start == Start::scaled_residual) own.kernels.run(scaled.of(steps_.first));
  if (steps_.terms.empty()) return;
  const PowersChain powers(all);
  A_.apply_powers(all_of(start, {&powers, 1}), progress);
}

Cost Polynomial::cost(int width) const {
  Scratch& own = scratch(width);
  const Start start = start_from(rows_ + ghosts_);
  const Vector any = make_vector("z", rows_, 0, width);  // whichever vectors: nothing runs
  const std::vector<Vector> all = chain(own, start, any, any);
  const ScaledResidual scaled{D_, {all.back(), "r"}, {all.front(), "z"}};
  const Cost first = start == Start::residual ? Cost{} : own.kernels.cost_of(scaled.of(1));
  const PowersChain powers(all);
  return steps_.terms.empty() ? first : first + A_.powers_cost(all_of(start, {&powers, 1}));
}

std::unique_ptr<Polynomial> make_polynomial(const PreconditionerInputs& from, PolynomialSteps steps) {
  const System& system = from.system;
  return std::make_unique<Polynomial>(from.A, inverse_diagonal_of(from), system.rows, system.ghosts, std::move(steps));
}

}  // namespace minikrylov
