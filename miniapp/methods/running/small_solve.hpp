// The small system on which methods are observed. For observed_costs.cpp and observed_steps.cpp.
#pragma once
#include "miniapp/methods/running/method.hpp"
#include "miniapp/methods/running/observed_costs.hpp"
#include "miniapp/system/product/operators.hpp"

namespace minikrylov::small {

inline constexpr LocalIndex sample_rows = 200;
inline constexpr int past_start = 5;  // an iteration past the start

/// Iterations after which the events of a method repeat.
inline int period_of(const CatalogueRow& row, const Observation& observation) {
  return row.needs == Needs::basis ? observation.steps : 1;
}

/// The first stopping test of a period past the start.
inline int first_watched(int period) { return (past_start + period - 2) / period * period + 1; }

/// For the matrix below, by some values of its spectrum.
inline KrylovBasis sample_basis(const CatalogueRow& row, const Observation& observation) {
  if (row.needs != Needs::basis) return {};
  return make_basis(
      observation.basis,
      row.family == Family::cg ? observation.steps : 2 * observation.steps,
      {0.1, 0.5, 1.5, 3, 4.5, 5.5, 6});
}

/// A tridiagonal matrix with growing diagonal: nonsymmetric for BiCGStab, its symmetric part for CG.
class Tridiagonal final : public Operator {
 public:
  explicit Tridiagonal(Family family) : lower_(family == Family::cg ? -1.0 : -1.25) {}

  void apply(const Vector& x, const Vector& y, const Around&) const override {
    const auto from = x.data, to = y.data;
    const double lower = lower_;
    Kokkos::parallel_for(
        "y = A x", Kokkos::RangePolicy<Exec>(0, sample_rows), KOKKOS_LAMBDA(int i) {
          to(i) = (2.0 + 0.01 * i) * from(i) - (i + 1 < sample_rows ? from(i + 1) : 0.0) +
                  (i > 0 ? lower * from(i - 1) : 0.0);
        });
  }
  void apply_transposed(const Vector& x, const Vector& y) const override {
    const auto from = x.data, to = y.data;
    const double lower = lower_;
    Kokkos::parallel_for(
        "y = Aᵀ x", Kokkos::RangePolicy<Exec>(0, sample_rows), KOKKOS_LAMBDA(int i) {
          to(i) = (2.0 + 0.01 * i) * from(i) - (i > 0 ? from(i - 1) : 0.0) +
                  (i + 1 < sample_rows ? lower * from(i + 1) : 0.0);
        });
  }
  [[nodiscard]] Fusible fuses(int) const override { return Fusible::nothing; }
  [[nodiscard]] Cost cost(int) const override { return {}; }

 private:
  double lower_;
};

/// A sum over this rank alone that records the length of each reduction.
class MeasuringSum final : public Reduction {
 public:
  void start(std::span<double> values, std::string_view) override {
    lengths.push_back(static_cast<int>(values.size()));
  }
  void finish() override {}
  void progress() override {}

  std::vector<int> lengths;
};

/// Everything needed to solve the small system.
struct SmallSolve {
  SystemVectors system{make_vector("b", sample_rows, 0, 1), make_vector("x", sample_rows, 0, 1)};
  VectorPool pool;

  void run(
      const CatalogueRow& row, const Observation& observation, const Operator& A, const Preconditioner& M,
      Kernels& kernels, Reduction& reduction, const std::function<void(int, double)>& judged) {
    const int period = period_of(row, observation);
    fill(system.b, 1);
    Env env(
        kernels,
        reduction,
        pool,
        {.fixed_iterations = first_watched(period) + period - 1 + 2 * past_start, .reference = {1}},
        system,
        {.pipeline_depth = observation.pipeline_depth,
         .largest_eigenvalue = 6,
         .matrix_norm = 6,
         .rows = sample_rows,
         .entries_per_row = 3,
         .basis = sample_basis(row, observation)});
    env.on_judgement(judged);
    row.method(A, M, env);
  }
};

}  // namespace minikrylov::small
