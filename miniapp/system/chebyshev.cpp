// Chebyshev's iteration with the diagonal of A.
#include "miniapp/system/chebyshev.hpp"

#include "miniapp/system/spectrum.hpp"

namespace minikrylov {
namespace {

/// Ends of the interval relative to the estimated largest eigenvalue, which the power method underestimates.
constexpr double upper_end = 1.1, lower_end = 1.0 / 30;

}  // namespace

Chebyshev::Chebyshev(const Operator& A, Jacobi inverse_diagonal, LocalIndex ghosts, int degree,
                     double largest_eigenvalue)
    : A_(A),
      D_(std::move(inverse_diagonal)),
      degree_(degree),
      centre_(largest_eigenvalue * (upper_end + lower_end) / 2),
      radius_(largest_eigenvalue * (upper_end - lower_end) / 2),
      scratch_(ghosts, "d") {}

void Chebyshev::apply(const Vector& r_data, const Vector& z_data, ProgressHook* progress) const {
  auto& [k, w_data, d_data] = scratch_(z_data);
  k.poll(progress);
  const Vec<0> r(r_data, "r");
  const Vec<1> z(z_data, "z");
  const Vec<2> w(w_data, "w");
  const Vec<3> d(d_data, "d");
  const double sigma = centre_ / radius_;
  double rho = 1 / sigma;
  k.run(w = D_ * r, d = Coefficient("1/θ", 1 / centre_) * w, z = d);
  for (int step = 0; step < degree_; ++step) {
    const double next = 1 / (2 * sigma - rho);
    k.run(w = r - A_ * z);
    const Coefficient of_d("ρ' ρ", next * rho), of_w("2ρ'/δ", 2 * next / radius_);
    k.run(w = D_ * w, d = of_d * d + of_w * w, z = z + d);
    rho = next;
  }
}

Cost Chebyshev::cost(int width) const {
  const double rows = static_cast<double>(D_.inverse_diagonal().extent(0)), vector = 8 * rows * width;
  Cost all{8 * rows + vector, 3 * vector, 2 * rows * width};
  const Cost step{8 * rows + 5 * vector, 4 * vector, 7 * rows * width};
  for (int i = 0; i < degree_; ++i) all = all + A_.cost(width) + step;
  return all;
}

std::unique_ptr<Preconditioner> make_chebyshev(int degree, const System& system, const Operator& A,
                                               const Communicator& ranks) {
  const Jacobi jacobi(system.diagonal);
  const double largest = largest_eigenvalue(A, jacobi, system.ghosts, system.global_number, ranks);
  return std::make_unique<Chebyshev>(A, jacobi, system.ghosts, degree, largest);
}

}  // namespace minikrylov
