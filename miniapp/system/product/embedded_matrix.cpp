// Products whose halo travels with a reduction.
#include "miniapp/system/product/embedded_matrix.hpp"

namespace minikrylov {
namespace {

/// Ghosts of x = M⁻¹ w.
void precondition_ghosts(const Array<double>& inverse_diagonal, const Vector& w, const Vector& x) {
  const Array<double> from = w.data, to = x.data;
  const LocalIndex rows = x.rows, ghosts = x.capacity() - x.rows;
  const int width = x.width;
  const bool scales = inverse_diagonal.extent(0) > 0;
  Kokkos::parallel_for(
      "ghosts of M⁻¹ w", Kokkos::RangePolicy<Exec, Kokkos::IndexType<LocalIndex>>(0, ghosts),
      KOKKOS_LAMBDA(LocalIndex i) {
        const double factor = scales ? inverse_diagonal(rows + i) : 1;
        const Offset first = (Offset{rows} + i) * width;
        for (int j = 0; j < width; ++j) to(first + j) = factor * from(first + j);
      });
}

/// The ghosts of x = w or x = M⁻¹ w that travel with a reduction already started.
class CarriedGhosts final : public PolledExchange {
 public:
  CarriedGhosts(EmbeddedReduction& reduction, const Array<double>& inverse_diagonal, const Vector& x)
      : reduction_(reduction), inverse_diagonal_(inverse_diagonal), w_(*reduction.carried()), x_(x) {}

  void start() const override {}
  void poll() const override { reduction_.progress(); }
  void finish() const override {
    reduction_.arrive();
    if (w_.data.data() != x_.data.data()) precondition_ghosts(inverse_diagonal_, w_, x_);
  }

 private:
  EmbeddedReduction& reduction_;
  const Array<double>& inverse_diagonal_;
  Vector w_;
  const Vector& x_;
};

}  // namespace

void EmbeddedMatrix::apply(const Vector& x, const Vector& y, const Around& around) const {
  if (reduction_.carried() == nullptr)
    plain_.apply_with(NoExchange(), Hiding::nothing, x, y, around);
  else
    plain_.apply_with(CarriedGhosts(reduction_, inverse_diagonal_, x), Hiding::interior, x, y, around);
}

}  // namespace minikrylov
