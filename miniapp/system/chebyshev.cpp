// Chebyshev's iteration with the diagonal of A.
#include "miniapp/system/chebyshev.hpp"

#include "miniapp/system/spectrum.hpp"

namespace minikrylov {
namespace {

/// Ends of the interval relative to the estimated largest eigenvalue, which the power method underestimates.
constexpr double upper_end = 1.1, lower_end = 1.0 / 30;

/// The statements of the iteration, in Saad's letters (his r is w here).
struct Iteration {
  const Operator& A;
  const Preconditioner& D;
  Vec<0> r;
  Vec<1> z;
  Vec<2> w;
  Vec<3> d;

  [[nodiscard]] auto start(double of_w) const { return statements(w = D * r, d = Coefficient("1/θ", of_w) * w, z = d); }
  [[nodiscard]] auto residual() const { return w = r - A * z; }
  [[nodiscard]] auto step(double of_d, double of_w) const {
    return statements(w = D * w, d = Coefficient("ρ' ρ", of_d) * d + Coefficient("2ρ'/δ", of_w) * w, z = z + d);
  }
};

}  // namespace

Chebyshev::Chebyshev(const Operator& A, Jacobi inverse_diagonal, LocalIndex rows, LocalIndex ghosts, int degree,
                     double largest_eigenvalue)
    : A_(A),
      D_(std::move(inverse_diagonal)),
      degree_(degree),
      centre_(largest_eigenvalue * (upper_end + lower_end) / 2),
      radius_(largest_eigenvalue * (upper_end - lower_end) / 2),
      scratch_(rows, ghosts, "d") {}

void Chebyshev::apply(const Vector& r, const Vector& z, ProgressHook* progress) const {
  auto& [k, w, d] = scratch_(z.width);
  k.poll(progress);
  const Iteration iteration{A_, D_, {r, "r"}, {z, "z"}, {w, "w"}, {d, "d"}};
  const double sigma = centre_ / radius_;
  double rho = 1 / sigma;
  k.run(iteration.start(1 / centre_));
  for (int step = 0; step < degree_; ++step) {
    const double next = 1 / (2 * sigma - rho);
    k.run(iteration.residual());
    k.run(iteration.step(next * rho, 2 * next / radius_));
    rho = next;
  }
}

Cost Chebyshev::cost(int width) const {
  auto& [k, w, d] = scratch_(width);
  const Iteration iteration{A_, D_, {w, "r"}, {d, "z"}, {w, "w"}, {d, "d"}};  // whichever vectors: nothing runs
  const Cost step = k.cost_of(iteration.residual()) + k.cost_of(iteration.step(1, 1));
  Cost all = k.cost_of(iteration.start(1));
  for (int i = 0; i < degree_; ++i) all = all + step;
  return all;
}

std::unique_ptr<Preconditioner> make_chebyshev(const PreconditionerInputs& from) {
  const System& system = from.system;
  const Jacobi jacobi(system.diagonal);
  const double largest = largest_eigenvalue(from.A, jacobi, system.ghosts, system.global_number, from.ranks);
  return std::make_unique<Chebyshev>(from.A, jacobi, system.rows, system.ghosts, from.how.chebyshev_degree, largest);
}

}  // namespace minikrylov
