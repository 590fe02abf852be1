// Small distributed systems, and their solves, for method tests.
#pragma once
#include "comm/reduction/progress.hpp"
#include "comm/reduction/reduction_log.hpp"
#include "miniapp/methods/catalogue.hpp"
#include "miniapp/methods/running/run_method.hpp"
#include "miniapp/solve/check.hpp"
#include "miniapp/system/preconditioner/preconditioners.hpp"
#include "miniapp/system/product/operators.hpp"
#include "miniapp/system/system.hpp"

namespace minikrylov::test {

inline constexpr OrderingChoice all_orderings[] = {OrderingChoice::natural,     OrderingChoice::interior_first,
                                                   OrderingChoice::red_black,   OrderingChoice::multicolour,
                                                   OrderingChoice::reordered_1, OrderingChoice::reordered_2};

/// How a method is run.
struct Setting {
  Execution how{};
  ReductionKind reduction = ReductionKind::blocking;
  Mapping mapping = Mapping::none;  ///< of an embedded reduction
  EmulatedNetwork network{};
  Progress progress{};
  PreconditionerChoice preconditioner = PreconditionerChoice::jacobi;
  PreconditionerOptions preconditioning{};
  int width = 1;
  double rtol = 1e-9;
  int max_iterations = 500;
  int fixed_iterations = -1;
  int pipeline_depth = 2;
  int replacement_period = 0;
  Nullspace nullspace = Nullspace::none;  ///< projected out by M
  double shifts = 1;                      ///< of plcg, relative to those suited to the spectrum
  int stagnation_window = 5000;
  int restarts = 0;  ///< in addition to the method's own
  int steps = 4;     ///< s of s-step methods
  BasisKind basis = BasisKind::chebyshev;
};

/// The result of a solve.
struct Solved {
  Outcome outcome;
  std::vector<double> true_relative_residuals;  ///< one per right-hand side
  std::vector<double> true_norms;               ///< ‖b - A x‖ in the norm of the stopping test
  double error = 0;                             ///< of columns with a known solution
  double basis_condition = 0;                   ///< of an s-step method: the largest of its bases
  std::string events;                           ///< of reductions: S and F
  std::vector<double> x;                        ///< of this rank, as `scale` of the system has it
};

/// A system over all ranks, ready for repeated solves.
class Distributed {
 public:
  explicit Distributed(const Problem& problem, const MatrixLayout& layout = {}, const HaloOverlap& overlap = {});
  explicit Distributed(const AssembledRows& rows, const MatrixLayout& layout = {});
  /// `owner`: the rank of each row of `matrix`.
  Distributed(const SparseMatrix& matrix, const std::vector<int>& owner, const MatrixLayout& layout = {});

  [[nodiscard]] Solved solve(const CatalogueRow& row, const Setting& setting) const;
  void set_powers(const PowersSetting& setting) { A_.set_powers(setting); }
  [[nodiscard]] const System& system() const { return system_; }
  [[nodiscard]] const DistributedMatrix& A() const { return A_; }
  [[nodiscard]] const Communicator& ranks() const { return ranks_; }

 private:
  Communicator ranks_;
  System system_;
  DistributedMatrix A_;
};

/// Whether a method repeats bit for bit: not where threads of a device add to the elements of Aᵀ r₀ in any order.
[[nodiscard]] inline bool repeats_exactly(const CatalogueRow& row) { return on_host || row.name != "ibicgstab"; }

/// The maximum relative difference of two histories over their first `iterations` entries, skipping unknown ones.
[[nodiscard]] double largest_difference(const Outcome& a, const Outcome& b, int iterations, int width);

}  // namespace minikrylov::test
