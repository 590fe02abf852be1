// Deep pipelined conjugate gradients.
#include "miniapp/methods/methods.hpp"

namespace minikrylov {
namespace {

/// The last few of a sequence of coefficients, addressed by their index in it.
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

  /// Adds column c ≥ 1 of G, given (u_c, v_{c-l}) and (u_c, z_{c-m}), 0 ≤ m < l, and computes γ and δ of row c - 1:
  /// lines 6 to 15 of the algorithm.
  /// Returns the radicand of G's diagonal entry; where it is not positive, δ becomes 0.
  template <class... Sum> Scalars add(int c, const std::tuple<Sum...>& sums) {
    const auto products = std::apply([](const auto&... sum) { return std::array<Scalars, l + 1>{sum...}; }, sums);
    at(c - l, c) = products[0];
    for (int m = 0; m < l; ++m) at(c - m, c) = products[m + 1];
    const int first = std::max(c - 2 * l, 0);
    for (int j = first; j < c - l; ++j) at(j, c) = at(c - l, j + l);  // by symmetry
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

/// Indices into a window, named as in the formulas.
template <int k> constexpr std::integral_constant<int, k> ago{};
constexpr auto now = ago<0>;
constexpr auto last = ago<1>;
constexpr auto before = ago<2>;
constexpr const char* names_of_v[] = {"v", "v'", "v''"};
constexpr const char* names_of_q[] = {"q", "q'", "q''"};
constexpr const char* names_of_z[] = {"z", "z'", "z''", "z'''"};
constexpr const char* names_of_u[] = {"u", "u'", "u''"};

template <int... j> auto windows_below_z(Env& env, std::integer_sequence<int, j...>) {
  return std::tuple{env.window<3 + 3 * j, 3>(j == 0 ? names_of_v : names_of_q)...};
}

/// The bases v, q₁, …, q_{l-1} and z of p(l)-CG, each one product further than the previous one, and u with z = M⁻¹ u.
/// The auxiliary bases q keep the recurrences short and stable.
template <int l> struct Bases {
  static constexpr auto below_z = std::make_integer_sequence<int, l>{};
  static constexpr int length_of_z = std::max(l + 1, 3), first_z = 3 + 3 * l, first_u = first_z + length_of_z;

  decltype(windows_below_z(std::declval<Env&>(), below_z)) below;
  Window<first_z, length_of_z> z;
  Window<first_u, 3> u;

  explicit Bases(Env& env)
      : below(windows_below_z(env, below_z)),
        z(env.window<first_z, length_of_z>(names_of_z)),
        u(env.window<first_u, 3>(names_of_u)) {}

  [[nodiscard]] const auto& v() const { return std::get<0>(below); }

  /// All bases start with the same vectors, those of z.
  [[nodiscard]] auto first_below() const {
    return [&]<int... j>(std::integer_sequence<int, j...>) {
      return std::tuple{(std::get<j>(below)[now] = z[ago<l - j>])...};
    }
    (below_z);
  }

  /// The next vectors of the bases below z, each computed from the basis above it.
  [[nodiscard]] auto next_below(
      const Coefficient& over_delta, const double (&sigma)[l], const Scalars& gamma,
      const Coefficient& delta_old) const {
    const auto chain = std::tuple_cat(below, std::tuple(z));
    const auto next = [&](const auto& q, const auto& above, double shift) {
      const Coefficient difference("(σ - γ)", shift - gamma);
      return q[now] = over_delta * (above[last] + difference * q[last] - delta_old * q[before]);
    };
    return [&]<int... j>(std::integer_sequence<int, j...>) {
      return std::tuple{next(std::get<j>(chain), std::get<j + 1>(chain), sigma[j])...};
    }
    (below_z);
  }

  /// (u, v), (u, z), …, (u, z of l - 1 iterations ago).
  [[nodiscard]] auto dots() const {
    return [&]<int... m>(std::integer_sequence<int, m...>) {
      return statements(dot(u[now], v()[now]), dot(u[now], z[ago<m>])...);
    }
    (below_z);
  }

  void shift_z_and_u() {
    z.shift();
    u.shift();
  }
  void shift_below() {
    std::apply([](auto&... basis) { (basis.shift(), ...); }, below);
  }
};

template <int l> Outcome deep(const Operator& A, const Preconditioner& M, Env& env) {
  auto [b, x, p] = env.vectors("p");
  auto [gamma, delta_old, zeta, sigma] = coefficients("γ", "δ'", "ζ", "σ");
  auto [over_delta, over_eta, over_zeta] = coefficients("1/δ", "1/η", "1/ζ");
  Bases<l> bases(env);
  const auto& v = bases.v();
  const auto& z = bases.z;
  const auto& u = bases.u;
  GlobalSums first(env, "ρ");
  GlobalSums<l + 1> sums(env);
  Kernels& k = env.kernels;

  k.run(u[now] = b - A * x);
  const auto [rho] = first.of(k.run(z[now] = M * u[now], dot(u[now], z[now])));
  if (env.stop(0, rho)) return env.outcome();
  env.positive(rho, Ending::indefinite_preconditioner);
  zeta = sqrt(rho);
  over_zeta = 1.0 / zeta;
  k.run(u[now] = over_zeta * u[now], z[now] = over_zeta * z[now], v[now] = z[now]);

  Coefficients<l> G(env.parameters.largest_eigenvalue);
  for (int i = 0; i < l; ++i) {
    bases.shift_z_and_u();
    sigma = G.sigma[i];
    k.run(u[now] = A * z[last], u[now] = u[now] - sigma * u[last], z[now] = M * u[now]);
    sums.start(k.run(bases.dots()));
  }
  k.run(bases.first_below());

  Scalars eta = 1.0;
  for (int i = 0;; ++i) {
    const Scalars lambda = G.delta(i - 1) / eta;
    if (i > 0) {
      zeta = -1.0 * lambda * zeta;
      if (env.stop(i, zeta * zeta)) return env.outcome();
    }
    bases.shift_z_and_u();
    k.run(u[now] = A * z[last], z[now] = M * u[now]);  // overlapped with l reductions
    const Scalars square = G.add(i + 1, sums.finish());

    gamma = G.gamma(i);
    delta_old = G.delta(i - 1);
    eta = gamma - lambda * delta_old;
    env.positive(eta, Ending::indefinite_matrix);
    over_eta = 1.0 / eta;
    over_delta = quotient_or_zero(1.0, G.delta(i));  // 0 after a breakdown, for the last step
    bases.shift_below();
    sums.start(k.run(
        bases.next_below(over_delta, G.sigma, gamma, delta_old),
        z[now] = over_delta * (z[now] - gamma * z[last] - delta_old * z[before]),
        u[now] = over_delta * (u[now] - gamma * u[last] - delta_old * u[before]),
        p = over_eta * (v[last] - delta_old * p),
        x = x + zeta * p,
        bases.dots()));
    env.positive(square, Ending::breakdown_square_root);
  }
}

}  // namespace

/// p(l)-CG with a depth l of 1 to 3. J. Cornelis, S. Cools, W. Vanroose, The communication-hiding Conjugate Gradient
/// method with deep pipelines (2018), Algorithm 2 with a preconditioner; short recurrences through auxiliary bases from
/// S. Cools, J. Cornelis, W. Vanroose, IEEE Trans. Parallel Distrib. Syst. 30 (2019) 2507-2522. One reduction per
/// iteration, hidden behind l products and l preconditioner applications, so l reductions are in flight. |ζ| is the
/// natural norm √(r, M⁻¹ r); the method has no residual vector, so no other norm is available. The first reduction is
/// not hidden (in the paper it is: vectors are scaled by ‖r₀‖ once it is known). A negative radicand of G's diagonal
/// ends the iteration; see restarts.
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
