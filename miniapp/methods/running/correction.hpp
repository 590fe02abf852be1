// The system of inner iterations: the correction of x, and the residual that it is for.
#pragma once
#include <optional>

#include "kernels/fusion/kernels.hpp"
#include "miniapp/methods/running/outcome.hpp"

namespace minikrylov {

struct MethodRun;

/// A d = r beside A x = b, with r = b - A x by A itself. The vectors d and r, `run.refining.inner`, are in the
/// precision of inner iterations, x and b in double precision.
class Correction {
 public:
  /// Sets d to 0. `kernels`: of inner iterations; where those are in double precision, they run what follows, too.
  /// `observer`: see Kernels. What these refer to must outlive this.
  Correction(const MethodRun& run, Kernels& kernels, KernelObserver* observer);

  /// r = b - A x. Collective.
  void find_residual();
  /// x = x + d, d = 0.
  void add();
  /// What has run so far after the first residual, as far as `kernels` have not counted it.
  [[nodiscard]] ExactPasses passes() const;

 private:
  [[nodiscard]] ExactPasses all_passes() const;
  void copy_between(const Vector& from, const Vector& to);
  [[nodiscard]] Kernels& kernels() { return for_doubles_ ? *for_doubles_ : kernels_; }

  const MethodRun& run_;
  Kernels& kernels_;
  std::optional<Kernels> for_doubles_;  // where r and d are in single precision
  double copied_bytes_ = 0;
  std::optional<ExactPasses> set_up_;  // the first residual
};

}  // namespace minikrylov
