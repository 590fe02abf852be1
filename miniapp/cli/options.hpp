// What a user asks for, in one structure for each stage of a run; strings become enums here and nowhere else.
#pragma once
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "miniapp/accept/options.hpp"
#include "miniapp/embed/options.hpp"
#include "miniapp/methods/catalogue.hpp"
#include "miniapp/model/options.hpp"
#include "miniapp/overlap/options.hpp"
#include "miniapp/results/results.hpp"
#include "miniapp/settings/names.hpp"
#include "miniapp/settings/network_options.hpp"
#include "problems/problem.hpp"

namespace minikrylov {

struct ProblemOptions {
  ProblemKind kind = ProblemKind::poisson3d_7;
  GridSize size{64, 64, 64};
  ProblemParameters parameters;
  std::string matrix_file;  ///< of matrix-market
  SymmetryCheck symmetry = SymmetryCheck::required;
};

struct PartitionOptions {
  std::optional<GridSize> ranks_grid;  ///< of a grid; unset: chosen by the partition
  RowDistribution rows = RowDistribution::boxes;
  std::string file;  ///< that says who owns which row
};

struct HaloOptions {
  GpuAwareMpi gpu_aware_mpi = GpuAwareMpi::automatic;
  Overlap overlap = Overlap::none;
  std::optional<int> chunk_rows;  ///< of dynamic overlap; unset: the size that is fastest
};

/// C of SELL that suits the device that computes.
[[nodiscard]] int usual_chunk();

struct MatrixOptions {
  MatrixFormat format = MatrixFormat::sell;
  int chunk = usual_chunk();  ///< C: rows a chunk of SELL
  LocalIndex sigma = 1;       ///< σ: rows among which SELL sorts by length; 1: not sorted
};

struct OrderingOptions {
  OrderingChoice ordering = OrderingChoice::natural;
};

/// A method of the catalogue, and the preconditioner it gets.
struct ChosenMethod {
  std::string_view name;
  PreconditionerChoice preconditioner = PreconditionerChoice::none;
  ResidualNorm norm = ResidualNorm::unpreconditioned;  ///< of the stopping test
};

/// Of the preconditioners that have options.
struct PreconditionerOptions {
  double ic0_shift = 0;         ///< X: IC(0) of A + X diag(A)
  int schwarz_corrections = 0;  ///< global nesting corrections
  ZeroDiagonal zero_diagonal = ZeroDiagonal::refused;
  Precision precision = Precision::double_precision;
  int jacobi_blocks = 8;     ///< of each rank, for block-jacobi-ic0
  int chebyshev_degree = 4;  ///< products an application
  int emulated_cost = 2;     ///< α: vectors read and written an application, an even number
};

struct MethodOptions {
  std::vector<ChosenMethod> methods;  ///< without duplicates, at least one
  Formulation formulation = Formulation::merged;
  Fuse fuse = Fuse::yes;
  Grouping grouping = Grouping::minimum;
  PreconditionerOptions preconditioning;
  ReductionKind reduction = ReductionKind::blocking;
  Mapping mapping = Mapping::klr;  ///< of an embedded reduction
  int rhs = 1;                     ///< m: right-hand sides solved together
  double rtol = 1e-8;
  int max_iterations = 10000;
  std::optional<int> restarts;          ///< after breakdowns; unset: as the method's paper asks
  int pipeline_depth = 2;               ///< l of plcg
  int replacement_period = 50;          ///< iterations between residual replacements
  std::optional<int> fixed_iterations;  ///< set: exactly so many iterations, without a test for convergence
};

struct RunOptions {
  int repetitions = 5;  ///< timed solves of each method, at least
  int warm_up = 1;      ///< solves before them, not timed
  Detail detail = Detail::off;
  std::optional<double> equal_accuracy{};  ///< set: time until ‖b - A x‖ ≤ so much ‖b‖, whatever the method computes
  double minimum_seconds = 0;              ///< further timed solves until all together took so long
};

struct OutputOptions {
  std::optional<std::string> file;
  std::optional<std::string> trace{};
  OverwritePolicy overwrite = OverwritePolicy::refuse;
};

/// A `solve` job that makes sense.
struct SolveOptions {
  ProblemOptions problem;
  PartitionOptions partition;
  HaloOptions halo;
  MatrixOptions matrix;
  OrderingOptions ordering;
  MethodOptions method;
  RunOptions run;
  NetworkOptions network;
  OutputOptions output;
};

struct ListOptions {
  ListTopic topic = ListTopic::methods;
};

struct ExplainOptions {
  const CatalogueRow* method = nullptr;
};

/// All that the program has to do is to print this: --help, --version, --dump-config.
struct PrintText {
  std::string text;
};

using Command = std::variant<SolveOptions, OverlapOptions, CalibrateOptions, PredictOptions, CompareOptions,
                             AcceptOptions, EmbedStudyOptions, ListOptions, ExplainOptions, PrintText>;

/// What a job is checked against, besides itself.
struct Surroundings {
  std::span<const CatalogueRow> methods;
  int ranks = 1;
  double bytes_per_rank = std::numeric_limits<double>::infinity();  ///< memory that is free for each rank
  std::string objection_to_progress_thread{};                       ///< empty: --progress thread is possible
};

/// Reads the words after the program's name. Without any, the default job: poisson3d-7, 64³, pcg and pbicgstab with
/// jacobi, written to minikrylov-<date>-<time>.h5 where results can be written. Throws a SetupError with all
/// complaints. Not collective; the same on all ranks, but for what it says about files.
[[nodiscard]] Command parse_command_line(std::span<const char* const> words, const Surroundings& surroundings);

/// The same for all ranks. Collective: what rank 0 thinks of the files counts, and all ranks throw alike.
[[nodiscard]] Command parse_command_line(std::span<const char* const> words, const Surroundings& surroundings,
                                         const Communicator& ranks);

}  // namespace minikrylov
