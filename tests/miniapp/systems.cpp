// Small distributed systems for method tests.
#include "tests/miniapp/systems.hpp"

#include <cmath>

#include "comm/reduction/emulated.hpp"
#include "miniapp/system/nullspace.hpp"
#include "miniapp/system/preconditioner/spectrum.hpp"
#include "miniapp/system/sums.hpp"

namespace minikrylov::test {
namespace {

/// Keeps what any preconditioner needs.
MatrixLayout keeping_rows(MatrixLayout layout) {
  layout.ordered_rows = OrderedRows::kept;
  return layout;
}

/// What a method can do with it.
PreconditionerChoice choice_for(const CatalogueRow& row, PreconditionerChoice wanted) {
  using enum PreconditionerChoice;
  if (row.preconditioning == Preconditioning::none) return none;
  if (row.polynomial != nullptr && (wanted == chebyshev || wanted == newton)) return wanted;
  return row.preconditioning == Preconditioning::any || wanted == none ? wanted : jacobi;
}

}  // namespace

Distributed::Distributed(const Problem& problem, const MatrixLayout& layout, const HaloOverlap& overlap)
    : system_(build_system(problem, make_partition(problem.grid, ranks_.size(), std::nullopt, problem.dofs()), ranks_,
                           keeping_rows(layout), GpuAwareMpi::automatic)),
      A_(*system_.matrix, *system_.halo, system_.ghost_groups, overlap) {}

Distributed::Distributed(const AssembledRows& rows, const MatrixLayout& layout)
    : system_(build_system(rows, ranks_, keeping_rows(layout), GpuAwareMpi::automatic)),
      A_(*system_.matrix, *system_.halo) {}

Distributed::Distributed(const SparseMatrix& matrix, const std::vector<int>& owner, const MatrixLayout& layout)
    : Distributed(as_assembled(scatter_rows(matrix, owner, Communicator())), layout) {}

Solved Distributed::solve(const CatalogueRow& row, const Setting& setting) const {
  const RightHandSides sides = make_right_hand_sides(system_, A_, setting.width);
  const auto choice = choice_for(row, setting.preconditioner);
  auto M = make_preconditioner(choice, setting.preconditioning, system_, A_, ranks_);
  if (setting.nullspace == Nullspace::constant && row.preconditioning == Preconditioning::any)
    M = std::make_unique<WithoutConstants>(std::move(M), system_, ranks_);
  const Vector x = make_vector("x", system_.rows, system_.ghosts, setting.width);
  const Sums sums =
      choose_sums({setting.reduction, setting.mapping, setting.network, setting.progress}, system_, A_, *M, ranks_);
  system_.halo->emulate(setting.network);
  system_.halo->move_by(setting.progress);
  Solved solved;
  ReductionLog log(&solved.events);
  ObservedReduction logged(*sums.reduction, {&log});

  Execution how = setting.how;
  if (choice != PreconditionerChoice::none && row.norms == KnownNorms::natural) how.norm = ResidualNorm::natural;
  how.fused_ghosts = sums.fused_ghosts(system_);
  how.progress = setting.progress.hook();
  const TrueResidual truth(A_, sides.b, {how.norm, *M}, ranks_);
  VectorPool pool;
  MethodRun run{.row = row,
                .A = sums.product(A_),
                .M = *M,
                .system = {sides.b, x},
                .how = how,
                .rule = {},
                .parameters = {},
                .restarts = row.restarts + setting.restarts,
                .pool = pool,
                .truth = &truth};
  run.rule.rtol = setting.rtol;
  run.rule.max_iterations = setting.max_iterations;
  run.rule.fixed_iterations = setting.fixed_iterations;
  run.rule.stagnation_window = setting.stagnation_window;
  const Scalars reference = norms(sides.b, {how.norm, *M}, ranks_);
  for (int j = 0; j < setting.width; ++j) run.rule.reference.push_back(reference[j]);
  run.parameters = {
      .pipeline_depth = setting.pipeline_depth,
      .replacement_period = setting.replacement_period,
      .largest_eigenvalue = setting.shifts * largest_eigenvalue(A_, *M, system_.ghosts, system_.global_number, ranks_),
      .matrix_norm = largest_eigenvalue(A_, Identity(), system_.ghosts, system_.global_number, ranks_),
      .rows = static_cast<double>(system_.global_rows),
      .entries_per_row = system_.longest_row};
  if (row.needs == Needs::basis) {
    const bool symmetric = row.family == Family::cg;
    run.parameters.basis = make_basis(setting.basis, symmetric ? setting.steps : 2 * setting.steps,
                                      symmetric ? ritz_values(A_, *M, system_.ghosts, system_.global_number, ranks_, 20)
                                                : real_parts(A_, system_.ghosts, system_.global_number, ranks_, 10));
  }
  solved.outcome =
      run_method(run, logged, {.kernels = nullptr, .on_judgement = {}, .largest_condition = &solved.basis_condition});
  const NormOf plain{ResidualNorm::unpreconditioned, *M};
  const Scalars residual = TrueResidual(A_, sides.b, plain, ranks_)(x), norm_of_b = norms(sides.b, plain, ranks_);
  for (int j = 0; j < setting.width; ++j) solved.true_relative_residuals.push_back(residual[j] / norm_of_b[j]);
  const Scalars in_norm = truth(x);
  for (int j = 0; j < setting.width; ++j) solved.true_norms.push_back(in_norm[j]);
  solved.error = relative_error(x, sides, ranks_).value_or(0);
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), x.data);
  solved.x.assign(host.data(), host.data() + x.elements());
  return solved;
}

double largest_difference(const Outcome& a, const Outcome& b, int iterations, int width) {
  double largest = 0;
  const std::size_t n = std::min({a.residual_history.size(), b.residual_history.size(),
                                  static_cast<std::size_t>(iterations) * static_cast<std::size_t>(width)});
  for (std::size_t e = 0; e < n; ++e) {
    const double x = a.residual_history[e], y = b.residual_history[e];
    if (!std::isnan(x) && !std::isnan(y)) largest = std::max(largest, std::fabs(x - y) / std::fabs(y));
  }
  return largest;
}

}  // namespace minikrylov::test
