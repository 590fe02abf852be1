// Statements as loop bodies and as tasks on row blocks, with their coefficients.
#pragma once
#include <array>
#include <vector>

#include "kernels/fusion/launch.hpp"
#include "kernels/fusion/lists.hpp"

namespace minikrylov {

/// Makes the loop bodies of one method's fused kernels.
class FusedBodies {
 public:
  /// `vectors`: their precision, double or single.
  FusedBodies(Workspace workspace, ResidualNorm norm, Precision vectors)
      : workspace_(std::move(workspace)), norm_(norm), vectors_(vectors) {}

  [[nodiscard]] Workspace& workspace() { return workspace_; }

  /// Freezes right-hand side `column`: its vectors keep their values.
  void freeze(int column) { frozen_[column] = true; }
  /// Unfreezes all right-hand sides.
  void unfreeze() { frozen_.fill(false); }

  /// Collects the coefficients of these statements, in order, in place of those collected before.
  template <class... S> const std::vector<Scalars>& collect(const S&... s) {
    coefficients_.clear();
    (add(s), ...);
    return coefficients_;
  }

  /// Calls use() with the statements as a loop body of the right width; their coefficients start at number `first` of
  /// those collected.
  template <PreconditionerKind K, class Use, class... S>
  void as_body(Stores stores, const Use& use, int first, const S&... s) {
    constexpr PreconditionerKind kind = (lists::is_precondition<S> || ...) ? K : PreconditionerKind::identity;
    FusedShape shape = workspace_.shape(coefficients_, first);
    shape.inverse_diagonal = lists::factors_in(s...);
    shape.norm = norm_;
    shape.stores = stores;
    if (vectors_ == Precision::single_precision) {
      constexpr Mask others = bit<first_of_any_precision> - 1;
      if constexpr ((((S::reads | S::writes) & others) | ...) == 0)
        use(of_one<FusedBodyOf<float, Width::one, kind, S...>>(shape, first, s...));
      else
        Kokkos::abort("vectors in single precision (this method is not compiled for them) use double precision");
    } else if (workspace_.width() == 1) {
      use(of_one<FusedBody<Width::one, kind, S...>>(shape, first, s...));
    } else {
      use(FusedBody<Width::any, kind, S...>(shape, s...));
    }
  }

  /// Calls use() with the statements as a task on row blocks, null if there are none; see FusedTask and as_body().
  template <PreconditionerKind K, class Use, class... S>
  void as_task(Stores stores, const Use& use, int y, int first, const S&... s) {
    if constexpr (sizeof...(S) == 0)
      use(static_cast<const BlockTask*>(nullptr));
    else
      as_body<K>(
          stores,
          [&](const auto& body) {
            const FusedTask task(body, workspace_, y);
            use(&task);
          },
          first, s...);
  }

 private:
  /// A loop body for one right-hand side.
  template <class Body, class... S> Body of_one(const FusedShape& shape, int first, const S&... s) const {
    Body body(shape, s...);
    for (int k = 0; k < body.terms; ++k) body.c[k] = coefficients_[first + k][0];
    return body;
  }

  /// Collects the coefficients of a statement; those of a frozen right-hand side leave y unchanged.
  template <class S> void add(const S& s) {
    if constexpr (S::terms > 0)
      for (int k = 0; k < S::terms; ++k) add(s.c[k], S::keeps(k) ? 1 : 0);
  }
  void add(const Scalars& coefficient, double of_frozen);

  Workspace workspace_;
  ResidualNorm norm_;
  Precision vectors_;
  std::array<bool, max_width> frozen_{};
  std::vector<Scalars> coefficients_;
};

}  // namespace minikrylov
