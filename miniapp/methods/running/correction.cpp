// Residuals rounded to the precision of inner iterations, and corrections widened from it.
#include "miniapp/methods/running/correction.hpp"

#include "miniapp/methods/running/run_method.hpp"

namespace minikrylov {

Correction::Correction(const MethodRun& run, Kernels& kernels, KernelObserver* observer)
    : run_(run), kernels_(kernels) {
  clear_all(run.refining.inner.x);
  if (run.how.vectors == Precision::double_precision) return;
  Execution how = run.how;
  how.vectors = Precision::double_precision;
  for_doubles_.emplace(run.system.x.rows, run.system.x.width, how);
  for_doubles_->observe(observer);
}

void Correction::find_residual() {
  const Refining& refining = run_.refining;
  const Vec<0> b(run_.system.b, "b");
  const Vec<1> x(run_.system.x, "x");
  const Vec<2> r(for_doubles_ ? refining.doubles : refining.inner.b, "r");
  kernels().run(r = b - *refining.exact * x);
  if (!for_doubles_) return;
  copy_between(r.vector(), refining.inner.b);
  if (!set_up_) set_up_ = all_passes();
}

void Correction::add() {
  const Refining& refining = run_.refining;
  const Vec<1> x(run_.system.x, "x");
  const Vec<3> d(for_doubles_ ? refining.doubles : refining.inner.x, "d");
  if (for_doubles_) copy_between(refining.inner.x, d.vector());
  kernels().run(x = x + d);
  clear_all(refining.inner.x);
}

ExactPasses Correction::passes() const { return set_up_ ? all_passes() - *set_up_ : ExactPasses{}; }

ExactPasses Correction::all_passes() const { return {for_doubles_->traffic(), copied_bytes_}; }

void Correction::copy_between(const Vector& from, const Vector& to) {
  copy(from, to);
  copied_bytes_ += (bytes_of(from.precision()) + bytes_of(to.precision())) * static_cast<double>(from.elements());
}

}  // namespace minikrylov
