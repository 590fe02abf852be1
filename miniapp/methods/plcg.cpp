// Deep pipelined conjugate gradients.
#include <cmath>
#include <numbers>

#include "miniapp/methods/methods.hpp"

namespace minikrylov {
namespace {

/// The last few of a sequence of coefficients, by their number in it.
template <class T, int N> class Recent {
 public:
  T& operator[](int i) { return values_[(i + N) % N]; }

 private:
  std::array<T, N> values_{};
};

/// The coefficients of p(l)-CG: the band matrix G with Z = V G, and γ, δ of the Lanczos matrix T with A V = V T.
template <int l> class Coefficients {
 public:
  /// σ: roots of the Chebyshev polynomial on [0, largest], which keep the basis z well conditioned.
  explicit Coefficients(double largest) {
    for (int j = 0; j < l; ++j) sigma[j] = largest / 2 * (1 + std::cos((2 * j + 1) * std::numbers::pi / (2 * l)));
    at(0, 0) = 1.0;
  }

  /// Takes in column c ≥ 1 of G, of which (u_c, v_{c-l}) and (u_c, z_{c-m}), 0 ≤ m < l, are known; γ and δ are then
  /// those of row c - 1. Lines 6 to 15 of the algorithm.
  /// Returns what is to be under the root of G's diagonal; where it is not positive δ becomes 0.
  Scalars add(int c, const std::array<Scalars, l + 1>& products) {
    at(c - l, c) = products[0];
    for (int m = 0; m < l; ++m) at(c - m, c) = products[m + 1];
    const int first = std::max(c - 2 * l, 0);
    for (int j = first; j < c - l; ++j) at(j, c) = at(c - l, j + l);  // G is symmetric there
    for (int j = std::max(c - l + 1, 0); j < c; ++j) {
      for (int k = first; k < j; ++k) at(j, c) = at(j, c) - at(k, j) * at(k, c);
      at(j, c) = at(j, c) / at(j, j);
    }
    Scalars square = at(c, c);
    for (int k = first; k < c; ++k) square = square - at(k, c) * at(k, c);
    at(c, c) = sqrt(combine(square, square, [](double x, double) { return std::fmax(x, 0); }));

    const Scalars above = c > 1 ? at(c - 2, c - 1) * delta_[c - 2] : Scalars(0.0);
    gamma_[c - 1] =
        c <= l ? (at(c - 1, c) + sigma[c - 1] * at(c - 1, c - 1) - above) / at(c - 1, c - 1)
               : (at(c - 1, c - 1) * gamma_[c - 1 - l] + at(c - 1, c) * delta_[c - 1 - l] - above) / at(c - 1, c - 1);
    delta_[c - 1] = at(c, c) / at(c - 1, c - 1) * (c <= l ? Scalars(1.0) : delta_[c - 1 - l]);
    return square;
  }
  [[nodiscard]] Scalars gamma(int k) { return gamma_[k]; }
  [[nodiscard]] Scalars delta(int k) { return k < 0 ? Scalars(0.0) : delta_[k]; }

  double sigma[l];

 private:
  Scalars& at(int j, int c) { return columns_[c][j]; }

  Recent<Recent<Scalars, 2 * l + 2>, 2 * l + 2> columns_;
  Recent<Scalars, l + 2> gamma_, delta_;
};

/// Places in a window.
template <int k> constexpr std::integral_constant<int, k> ago{};
constexpr auto now = ago<0>;
constexpr auto last = ago<1>;
constexpr auto before = ago<2>;

template <int l> Outcome deep(const Operator& A, const Preconditioner& M, Env& env) {
  constexpr auto count = std::make_integer_sequence<int, l>{};
  const auto vectors = env.vectors("p");
  const auto& b = std::get<0>(vectors);
  const auto& x = std::get<1>(vectors);
  const auto& p = std::get<2>(vectors);
  // Between v and z stand l - 1 auxiliary bases, which keep the recurrences short and stable.
  auto bases = [&]<int... j>(std::integer_sequence<int, j...>) {
    return std::tuple{env.window<3 + 3 * j, 3>(j == 0 ? "v" : "q")...};
  }
  (count);
  auto& v = std::get<0>(bases);
  auto z = env.window<3 + 3 * l, std::max(l + 1, 3)>("z");
  auto u = env.window<3 + 3 * l + std::max(l + 1, 3), 3>("u");
  Kernels& k = env.kernels;
  GlobalSums<1> first(env, "ρ = (u,z)");
  GlobalSums<l + 1> sums(env, "(u,v) (u,z) …");
  const auto products = [&]<int... m>(std::integer_sequence<int, m...>, const auto&... updates) {
    return k.run("v, q, z, u, p, x; (u,v) (u,z) …", updates..., dot(u[now], v[now]), dot(u[now], z[ago<m>])...);
  };

  k.run("u = b - A x", u[now] = A * x, u[now] = b - u[now]);
  const auto [rho] = first.of(k.run("z = M⁻¹ u, (u,z)", z[now] = M * u[now], dot(u[now], z[now])));
  if (env.stop(0, rho)) return env.outcome();
  Scalars zeta = sqrt(env.positive(rho, Ending::indefinite_preconditioner)), eta = 1.0;
  k.run("u = u / ζ, z = z / ζ, v = z", u[now] = 1.0 / zeta * u[now], z[now] = 1.0 / zeta * z[now], v[now] = z[now]);

  Coefficients<l> G(env.parameters.largest_eigenvalue);
  for (int i = 0; i < l; ++i) {
    z.shift();
    u.shift();
    k.run(
        "u = A z - σ u, z = M⁻¹ u", u[now] = A * z[last], u[now] = u[now] - G.sigma[i] * u[last], z[now] = M * u[now]);
    sums.start(products(count));
  }
  [&]<int... j>(std::integer_sequence<int, j...>) {
    (static_cast<void>(k.run("q = z", std::get<j>(bases)[now] = z[ago<l - j>])), ...);
  }
  (count);

  for (int i = 0;; ++i) {
    const Scalars lambda = G.delta(i - 1) / eta;
    if (i > 0) {
      zeta = -1.0 * lambda * zeta;
      if (env.stop(i, zeta * zeta)) return env.outcome();
    }
    z.shift();
    u.shift();
    k.run("u = A z, z = M⁻¹ u", u[now] = A * z[last], z[now] = M * u[now]);  // overlapped with l reductions
    const Scalars square = G.add(i + 1, sums.finish());

    const Scalars gamma = G.gamma(i), delta = G.delta(i), delta_old = G.delta(i - 1);
    eta = env.positive(gamma - lambda * delta_old, Ending::indefinite_matrix);
    std::apply([](auto&... basis) { (basis.shift(), ...); }, bases);
    const Scalars scale = quotient_or_zero(1.0, delta);  // 0 after a breakdown, when the last step is being made
    const auto next = [&](const auto& basis, const auto& above, double sigma) {
      return basis[now] = scale * (above[last] + (sigma - gamma) * basis[last] - delta_old * basis[before]);
    };
    const auto chain = std::tuple_cat(bases, std::tuple(z));
    sums.start([&]<int... j>(std::integer_sequence<int, j...> m) {
      return products(
          m,
          next(std::get<j>(chain), std::get<j + 1>(chain), G.sigma[j])...,
          z[now] = scale * (z[now] - gamma * z[last] - delta_old * z[before]),
          u[now] = scale * (u[now] - gamma * u[last] - delta_old * u[before]),
          p = 1.0 / eta * (v[last] - delta_old * p),
          x = x + zeta * p);
    }(count));
    static_cast<void>(env.positive(square, Ending::breakdown_square_root));
  }
}

}  // namespace

/// p(l)-CG, with a depth l of 1 to 3. J. Cornelis, S. Cools, W. Vanroose, The communication-hiding Conjugate Gradient
/// method with deep pipelines (2018), Algorithm 2 with a preconditioner, and the short recurrences by auxiliary bases
/// of S. Cools, J. Cornelis, W. Vanroose, IEEE Trans. Parallel Distrib. Syst. 30 (2019) 2507-2522. One reduction an
/// iteration, hidden behind l products and l preconditioner applications, so that l are in flight. |ζ| is the natural
/// norm √(r, M⁻¹ r): no residual is there of which another norm could be taken. The first reduction is not hidden here
/// (the paper scales by ‖r₀‖ when it comes). A negative number under the root of G's diagonal ends the iteration: see
/// restarts.
Outcome plcg(const Operator& A, const Preconditioner& M, Env& env) {
  switch (env.parameters.pipeline_depth) {
    case 1:
      return deep<1>(A, M, env);
    case 2:
      return deep<2>(A, M, env);
    default:
      return deep<max_pipeline_depth>(A, M, env);
  }
}

}  // namespace minikrylov
