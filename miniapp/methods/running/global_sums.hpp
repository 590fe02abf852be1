// Global sums, as written in methods.
#pragma once
#include <deque>

#include "miniapp/methods/running/env.hpp"

namespace minikrylov {

/// D sums over all ranks in one reduction, for every right-hand side. Several reductions may be in flight. The label,
/// "γ = (r,u)   δ = (w,u)", combines the letters given to the constructor with the dot products of the first start().
template <int D> class GlobalSums {
 public:
  /// `letter`: names of the sums, in the order of the dot products; unnamed sums come last.
  template <class... Letter>
  explicit GlobalSums(Env& env, Letter... letter) : env_(env), width_(env.kernels.width()), letters_{letter...} {
    static_assert(sizeof...(Letter) <= D);
  }
  GlobalSums(const GlobalSums&) = delete;
  GlobalSums& operator=(const GlobalSums&) = delete;
  ~GlobalSums() {
    for (std::size_t k = 0; k < in_flight_.size(); ++k) env_.reduction.finish();
  }

  /// Collective. Starts the reduction of this rank's sums, as returned by Kernels::run().
  void start(const LocalSums<D>& local) {
    if (label_.empty()) label_ = label_of(local.text);
    std::vector<double>& values = in_flight_.emplace_back(D * width_);
    for (int d = 0; d < D; ++d)
      for (int j = 0; j < width_; ++j) values[d * width_ + j] = local.value[d][j];
    env_.carry_ghosts(local.writes);
    env_.reduction.start(values, label_);
  }
  /// Collective. Waits for the oldest start() not yet finished and returns its sums over all ranks: a tuple of D
  /// Coefficients for `auto [gamma, rho] = …` and `std::tie(gamma, rho) = …`.
  [[nodiscard]] auto finish() {
    env_.reduction.finish();
    const std::vector<double> values = std::move(in_flight_.front());
    in_flight_.pop_front();
    return [&]<std::size_t... d>(std::index_sequence<d...>) { return std::make_tuple(sum(d, values)...); }
    (std::make_index_sequence<D>{});
  }
  /// start() and finish() in one call. Collective.
  [[nodiscard]] auto of(const LocalSums<D>& local) {
    start(local);
    return finish();
  }

 private:
  [[nodiscard]] Coefficient sum(std::size_t d, const std::vector<double>& values) const {
    Coefficient c(letters_[d] == nullptr ? "" : letters_[d], Scalars(width_, 0));
    for (int j = 0; j < width_; ++j) c[j] = values[d * width_ + j];
    return c;
  }
  [[nodiscard]] std::string label_of(const std::array<DotText, D>& dots) const {
    std::string label;
    for (int d = 0; d < D; ++d)
      label += (d == 0                   ? ""
                : letters_[d] == nullptr ? " "
                                         : "   ") +
               (letters_[d] == nullptr ? "" : letters_[d] + std::string(" = ")) + dots[d].text();
    return label;
  }

  Env& env_;
  int width_;
  std::array<const char*, D> letters_;
  std::string label_;
  std::deque<std::vector<double>> in_flight_;
};

template <class... Letter> GlobalSums(Env&, Letter...) -> GlobalSums<sizeof...(Letter)>;

}  // namespace minikrylov
