// User settings of methods and their preconditioners.
#pragma once
#include <optional>
#include <string_view>
#include <vector>

#include "miniapp/settings/names.hpp"

namespace minikrylov {

/// The largest s of s-step methods.
inline constexpr int max_steps = 16;

/// The most products of a polynomial M, and of newton's: with more roots rounding outgrows what they damp, unless some
/// are repeated (J. Loe, R. Morgan, Numer. Linear Algebra Appl. 29 (2022) e2427).
inline constexpr int most_products = 1000, most_newton_products = 40;

/// A row of the table of preconditioners.
enum class PreconditionerChoice;

/// A method of the catalogue and its preconditioner.
struct ChosenMethod {
  std::string_view name;
  PreconditionerChoice preconditioner{};               ///< none
  ResidualNorm norm = ResidualNorm::unpreconditioned;  ///< of the stopping test
};

/// Who chose how many products a polynomial M takes.
enum class DegreeChoice { given, fastest };
template <> struct Names<DegreeChoice> {
  static constexpr std::string_view noun = "choice of a degree";
  static constexpr std::array table = {
      Name<DegreeChoice>{"given", DegreeChoice::given, "an option, or its default"},
      Name<DegreeChoice>{"fastest", DegreeChoice::fastest, "the least expected time, from measurements at set-up"},
  };
};

/// Options of the preconditioners that have any.
struct PreconditionerOptions {
  double ic0_shift = 0;         ///< X: IC(0) of A + X diag(A)
  int schwarz_corrections = 0;  ///< global nesting corrections
  ZeroDiagonal zero_diagonal = ZeroDiagonal::refused;
  Precision precision = Precision::double_precision;
  int jacobi_blocks = 8;                             ///< per rank, for block-jacobi-ic0
  int chebyshev_degree = 4;                          ///< products per application of a polynomial
  DegreeChoice degree_choice = DegreeChoice::given;  ///< fastest: whatever the degree is, it is chosen at set-up
  int emulated_cost = 2;                             ///< α: vectors read and written per application; even
};

/// Products of the iteration with a rounded matrix, and of b - A x with A itself.
struct MixedPrecision {
  Precision matrix = Precision::double_precision;  ///< of the inner products; double: there is only A
  Refinement refinement = Refinement::restart;
  double inner_rtol = 1e-4;  ///< of restart: an inner solve ends when the residual has fallen by this
  Precision vectors = Precision::double_precision;  ///< of inner iterations: double or single

  [[nodiscard]] constexpr bool is_on() const { return matrix != Precision::double_precision; }
};

struct MethodOptions {
  std::vector<ChosenMethod> methods{};  ///< without duplicates, at least one
  Formulation formulation = Formulation::merged;
  Fuse fuse = Fuse::yes;
  Grouping grouping = Grouping::minimum;
  PreconditionerOptions preconditioning{};
  MixedPrecision mixed{};
  Nullspace nullspace = Nullspace::none;  ///< null space projected out of the results of the preconditioner
  ReductionKind reduction = ReductionKind::blocking;
  Mapping mapping = Mapping::klr;  ///< of an embedded reduction
  int rhs = 1;                     ///< m: right-hand sides solved together
  double rtol = 1e-8;
  int max_iterations = 10000;
  std::optional<int> restarts{};            ///< after breakdowns; unset: see CatalogueRow::usual_restarts()
  int pipeline_depth = 2;                   ///< l of plcg
  int steps = 4;                            ///< s of s-step methods
  BasisKind basis = BasisKind::chebyshev;   ///< theirs
  std::optional<int> replacement_period{};  ///< iterations between additional residual replacements
  std::optional<int> fixed_iterations{};    ///< set: exactly this many iterations, without a test for convergence
};

}  // namespace minikrylov
