// Sums over ranks as methods write them.
#pragma once
#include <deque>

#include "miniapp/methods/running/env.hpp"

namespace minikrylov {

/// D sums over all ranks, for every right-hand side, in one reduction. Several may be in flight. Its label is
/// "γ = (r,u)   δ = (w,u)": the letters that it was made with, and what the first list that is handed over has summed.
template <int D> class GlobalSums {
 public:
  /// `letter`: of the sums, in the order of the dot products; those that have none come last.
  template <class... Letter>
  explicit GlobalSums(Env& env, Letter... letter) : env_(env), width_(env.kernels.width()), letters_{letter...} {
    static_assert(sizeof...(Letter) <= D);
  }
  GlobalSums(const GlobalSums&) = delete;
  GlobalSums& operator=(const GlobalSums&) = delete;
  ~GlobalSums() {
    for (std::size_t k = 0; k < in_flight_.size(); ++k) env_.reduction.finish();
  }

  /// Collective. Hands over this rank's sums, as Kernels::run() returned them.
  void start(const LocalSums<D>& local) {
    if (label_.empty()) label_ = label_of(local.text);
    std::vector<double>& values = in_flight_.emplace_back(D * width_);
    for (int d = 0; d < D; ++d)
      for (int j = 0; j < width_; ++j) values[d * width_ + j] = local.value[d][j];
    env_.carry_ghosts(local.writes);
    env_.reduction.start(values, label_);
  }
  /// Collective. The sums over all ranks, of the oldest start() not yet finished: D Coefficients in a tuple, for
  /// `auto [gamma, rho] = …` and `std::tie(gamma, rho) = …`.
  [[nodiscard]] auto finish() {
    env_.reduction.finish();
    const std::vector<double> values = std::move(in_flight_.front());
    in_flight_.pop_front();
    return [&]<std::size_t... d>(std::index_sequence<d...>) { return std::make_tuple(sum(d, values)...); }
    (std::make_index_sequence<D>{});
  }
  /// start() and finish() at once.
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
