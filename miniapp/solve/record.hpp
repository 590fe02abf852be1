// What a run leaves behind: plain data, from which the file, the report and the tests read. fields.hpp says what each
// is.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "miniapp/methods/running/outcome.hpp"
#include "miniapp/settings/names.hpp"
#include "problems/grid.hpp"

namespace minikrylov {

/// Numbers in rows of equal length.
struct Table {
  std::size_t columns = 1;
  std::vector<double> values;  ///< row by row

  [[nodiscard]] std::size_t rows() const { return values.size() / columns; }
};

/// Who ran what, when, where, and how it was built.
struct RunRecord {
  std::string version, git_hash, git_state, compiler, compiler_flags, build_type;
  std::string date, command_line;
  std::string mpi_library, thread_level, device, kokkos_configuration;
  std::vector<std::string> hosts;
  int ranks = 1, threads = 1;
  std::vector<std::string> binding, environment{};  ///< environment: variables that steer the run
  std::string processor;
  int packages = 0, cores = 0, hardware_threads = 0;
  std::int64_t l1_bytes = 0, l2_bytes = 0, l3_bytes = 0, memory_bytes = 0;
  double triad_bytes_per_second = 0;
  std::optional<double> emulated_latency{}, emulated_bandwidth{}, emulated_noise{};  ///< of a network that is not there
};

struct ProblemRecord {
  ProblemKind problem = ProblemKind::poisson3d_7;
  std::optional<GridSize> size;            ///< of the grid, where there is one
  std::optional<std::string> matrix_file;  ///< where there is none
  std::optional<double> peclet;
  std::int64_t rows = 0, nonzeros = 0;
  double assembly_seconds = 0;
  RowDistribution distribution = RowDistribution::boxes;
  std::optional<GridSize> ranks_grid;
  std::int64_t rows_minimum = 0, rows_maximum = 0;  ///< over ranks
  std::int64_t ghosts_maximum = 0;
  int neighbours_maximum = 0;
  std::int64_t values_sent = 0, values_sent_maximum = 0;      ///< in one halo exchange: of all ranks, of the busiest
  std::int64_t messages_sent = 0, messages_sent_maximum = 0;  ///< likewise
};

/// What SELL stores per entry of the matrix, for several σ.
struct SigmaRecord {
  std::vector<int> tried;
  std::vector<double> padding;
  std::optional<int> best;  ///< the smallest that pads nearly as little as any
};

struct MatrixRecord {
  MatrixFormat format = MatrixFormat::sell;
  std::optional<int> chunk, sigma;
  OrderingChoice ordering = OrderingChoice::natural;
  std::int64_t stored_entries = 0, bytes = 0;
  SigmaRecord sigmas;
  double padding = 1;  ///< stored entries per entry of the matrix
  double setup_seconds = 0;
  std::optional<double> product_bytes_per_second;
  std::optional<double> product_triad_bytes_per_second;
};

/// One kernel of the recorded repetition: sums over its calls, of all ranks; the time is the slowest rank's.
struct KernelRow {
  std::string name;
  std::int64_t calls = 0;
  double seconds = 0, bytes_read = 0, bytes_written = 0, flops = 0;
};

/// One reduction of the recorded repetition.
struct ReductionRow {
  std::string label;
  std::int64_t calls = 0, values = 0;
  double start_seconds = 0, finish_seconds = 0;
  double alone_seconds = 0;  ///< of all calls, with nothing to do in between
};

/// What a rank did at some time of two iterations of the recorded repetition.
struct TimelineRow {
  int rank = 0;
  TraceTrack track = TraceTrack::kernel;
  std::string name;
  double begin_seconds = 0, end_seconds = 0;
};

struct SolveRecord {
  std::string method;
  Formulation formulation = Formulation::merged;
  PreconditionerChoice preconditioner = PreconditionerChoice::none;
  Precision preconditioner_precision = Precision::double_precision;
  MatrixFormat format = MatrixFormat::sell;
  OrderingChoice ordering = OrderingChoice::natural;
  Overlap overlap = Overlap::none;
  std::optional<int> chunk_rows;
  std::int64_t hidden_rows = 0;
  ProgressKind progress = ProgressKind::none;
  ReductionKind reduction = ReductionKind::blocking;
  std::optional<Mapping> mapping;  ///< where sums carry ghosts, as the next three
  std::optional<std::int64_t> embedded_values, embedded_values_unmapped, embedded_values_maximum;
  Fuse fuse = Fuse::yes;
  Grouping grouping = Grouping::minimum;
  ResidualNorm norm = ResidualNorm::unpreconditioned;
  int ranks = 1, threads = 1, rhs = 1;
  std::int64_t rows = 0, nonzeros = 0;
  double rtol = 0;

  int iterations = 0;
  Ending outcome = Ending::running;
  int restarts = 0;
  double relative_residual = 0, true_relative_residual = 0;  ///< the largest of all right-hand sides
  double true_residual_in_norm = 0;                          ///< the same by the norm of the stopping test
  std::optional<double> accuracy, attainable_accuracy;       ///< with --equal-accuracy
  std::optional<double> error;
  std::vector<std::string> objections;  ///< why the solve is not acceptable; empty: it passed its checks

  double setup_seconds = 0;
  std::vector<double> solve_seconds;  ///< one per repetition
  Table iteration_seconds;            ///< a row per repetition
  double triad_bytes_per_second = 0;  ///< the median of all
  std::vector<double> triads_beside;  ///< bytes a second, one per repetition
  std::optional<double> predicted_seconds_per_iteration;

  int work_vectors = 0;
  std::int64_t vector_bytes = 0;
  double vectors_read = 0, vectors_written = 0, launches = 0;      ///< per iteration
  double vectors_filled = 0;                                       ///< per iteration: written, but not read before
  double products = 0, preconditions = 0, reductions_started = 0;  ///< per iteration

  std::vector<Ending> outcomes;    ///< one per right-hand side
  std::vector<int> iterations_of;  ///< one per right-hand side
  Table residual_history;          ///< a row per iteration, a column per right-hand side
  Table true_residual_history;     ///< the same; empty unless recorded
  std::vector<KernelRow> kernels;
  std::vector<ReductionRow> reductions;
  std::vector<TimelineRow> timeline;
  std::optional<int> progress_calls_per_loop;       ///< of manual progress
  double progress_calls = 0, progress_seconds = 0;  ///< per iteration
};

struct Record {
  RunRecord run;
  ProblemRecord problem;
  MatrixRecord matrix;
  std::vector<SolveRecord> solves;
  std::string trace{};  ///< with --trace: the text of that file
};

}  // namespace minikrylov
