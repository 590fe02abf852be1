// The record of a run: plain data, which files, reports and tests read. fields.hpp documents every member.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "miniapp/metadata/run_record.hpp"
#include "miniapp/methods/running/outcome.hpp"
#include "miniapp/settings/method_options.hpp"
#include "miniapp/solve/trace_track.hpp"
#include "miniapp/system/description.hpp"
#include "miniapp/system/preconditioner/preconditioner_table.hpp"
#include "miniapp/timing/level_triad.hpp"

namespace minikrylov {

/// Numbers in rows of equal length.
struct Table {
  std::size_t columns = 1;
  std::vector<double> values;  ///< row by row

  [[nodiscard]] std::size_t rows() const { return values.size() / columns; }
};

/// A code that a compressed matrix uses, over all ranks.
struct CodeRow {
  std::string name;
  double chunks = 0, bytes = 0;
  double entries = 0;  ///< numbers or columns
};

struct MatrixRecord {
  MatrixFormat format = MatrixFormat::sell;
  std::optional<int> chunk{}, sigma{};
  OrderingChoice ordering = OrderingChoice::natural;
  std::int64_t stored_entries = 0, bytes = 0;
  SigmaComparison sigmas{};
  double padding = 1;                           ///< stored entries per matrix entry
  Compression compression = Compression::none;  ///< what the products read
  std::optional<std::int64_t> inner_bytes{};    ///< of the matrix in the precision of inner products, if that is lower
  /// What came of compression, over all ranks, where it was asked for: like the next four.
  std::optional<Compression> compression_asked{};
  std::optional<std::int64_t> plain_bytes{};  ///< of the matrix, not compressed
  std::optional<std::int64_t> coded_bytes{};  ///< of the same in codes, kept or not
  std::optional<double> coding_seconds{};     ///< of the slowest rank
  std::optional<double> coding_gain{};        ///< of products, if it was measured
  std::vector<CodeRow> codes{};               ///< those that occur, of values, then of columns; none if not kept
  double setup_seconds = 0;
  std::optional<double> product_moved_bytes_per_second{};  ///< of the bytes that move
  std::optional<double> product_bytes_per_second{};        ///< CRS-equivalent
  std::optional<double> product_triad_bytes_per_second{};
  std::optional<double> product_seconds{};  ///< the median
  std::optional<double> product_update_bytes_per_second{};
};

/// One kernel of the recorded repetition, summed over its calls and all ranks; the time is the slowest rank's.
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
  double alone_seconds = 0;  ///< of all calls, with nothing between start and finish
};

/// A span of a rank's time within two iterations, or a block of s, of the recorded repetition.
struct TimelineRow {
  int rank = 0;
  TraceTrack track = TraceTrack::kernel;
  std::string name;
  double begin_seconds = 0, end_seconds = 0;
};

/// What was solved and how it actually ran: settings without effect are absent or say so.
struct SolveSetting {
  std::string method;
  Formulation formulation = Formulation::merged;
  PreconditionerChoice preconditioner = PreconditionerChoice::none;
  Nullspace nullspace = Nullspace::none;                ///< projected out of the results of M
  std::optional<Precision> preconditioner_precision{};  ///< where M stores factors
  MatrixFormat format = MatrixFormat::sell;
  Compression compression = Compression::none;
  OrderingChoice ordering = OrderingChoice::natural;
  ReductionKind reduction = ReductionKind::blocking;  ///< on several ranks; see name_of_sums()
  ResidualNorm norm = ResidualNorm::unpreconditioned;
  std::optional<int> pipeline_depth{};  ///< of plcg
  int ranks = 1, threads = 1, rhs = 1;
  std::int64_t rows = 0, nonzeros = 0;
  std::optional<double> rtol{};  ///< where there was a test for convergence
};

/// How sums over ranks were computed, in one word; "none" on one rank.
[[nodiscard]] inline std::string_view name_of_sums(const SolveSetting& solve) {
  return solve.ranks > 1 ? name_of(solve.reduction) : "none";
}

/// How halos were exchanged.
struct HaloUse {
  Overlap overlap = Overlap::none;  ///< none where no rank had rows to overlap
  std::optional<int> chunk_rows{};
  std::int64_t hidden_rows = 0;
  std::optional<GpuAwareMpi> gpu_aware_mpi{};  ///< where messages travel between devices: on or off
  std::optional<Mapping> mapping{};            ///< where sums carry ghosts, like the next three
  std::optional<std::int64_t> embedded_values{}, embedded_values_unmapped{}, embedded_values_maximum{};
};

/// How several powers of A were computed at a time, where a method or M does that.
struct PowersUse {
  std::optional<int> steps{};                    ///< s
  std::optional<int> chebyshev_degree{};         ///< products of a polynomial M
  std::optional<DegreeChoice> degree_choice{};   ///< likewise
  std::optional<BasisKind> basis{};              ///< of an s-step method
  std::optional<PowersHalo> powers_halo{};       ///< on several ranks
  std::optional<std::int64_t> redundant_rows{};  ///< computed per pass beside their owners', of all ranks
  std::optional<std::int64_t> powers_messages{}, powers_values{};  ///< sent per pass, of all ranks
  std::optional<std::int64_t> tile_rows{};                         ///< 0: one product after the other
  std::optional<std::string> tile_shape{};                         ///< if there are tiles
  std::optional<double> tile_gain{};          ///< of powers over one product after the other, as measured at set-up
  std::optional<double> tile_pass_seconds{};  ///< of the pass with which that was measured, in these tiles
  std::optional<std::int64_t> tile_gain_products{};  ///< products of this pass
  std::optional<double> tile_gain_triad{};           ///< bytes per second of all ranks between these passes
};

/// What was not in double precision besides factors of M, and what double precision takes; unset where all was.
struct MixedUse {
  std::optional<Precision> matrix_precision{};  ///< of the inner products
  std::optional<Precision> vector_precision{};  ///< of vectors between them, where that is lower than double
  std::optional<Refinement> refinement{};
  std::optional<double> inner_rtol{};         ///< of restart
  std::optional<int> iterations_in_double{};  ///< of the same method with all in double precision
  std::optional<double> seconds_in_double{};  ///< the median of as many solves
};

/// Set-up before the first iteration, and the accuracy requested with --equal-accuracy.
struct SolveSetup {
  double setup_seconds = 0;
  std::optional<double> accuracy{}, attainable_accuracy{};
};

/// The timed repetitions.
struct SolveTimes {
  std::vector<double> solve_seconds;                ///< one per repetition
  Table iteration_seconds;                          ///< a row per repetition
  Table seconds_of_ranks{};                         ///< the same of each rank, a row per rank; empty unless recorded
  double triad_bytes_per_second = 0;                ///< the median of all
  std::optional<double> update_bytes_per_second{};  ///< likewise, of updates in place, if they were measured
  std::vector<double> triads_beside;                ///< bytes per second, one per repetition
  std::optional<std::vector<double>> products_beside{};      ///< seconds, one per repetition, if they were measured
  std::optional<std::vector<double>> applications_beside{};  ///< the same of M, where it is a kernel of its own
  std::vector<std::uint64_t> digests{};  ///< on this rank, of each solve, those before the repetitions included
  std::optional<std::string> triad_source{};
};

/// How the recorded repetition ended, and how accurate its x is.
struct SolveResult {
  int iterations = 0;
  Ending outcome = Ending::running;
  int restarts = 0;
  int replacements = 0;                                      ///< of r by b - A x
  std::optional<int> smallest_steps{};                       ///< of an s-step method: s of its shortest block
  std::optional<double> basis_condition{};                   ///< likewise: the largest of its bases
  std::optional<int> exact_products{};                       ///< with A in double precision, where others are not
  double relative_residual = 0, true_relative_residual = 0;  ///< maximum over right-hand sides
  double true_residual_in_norm = 0;                          ///< the same in the norm of the stopping test
  std::optional<double> error{};
  std::vector<Ending> outcomes;    ///< one per right-hand side
  std::vector<int> iterations_of;  ///< one per right-hand side
  Table residual_history;          ///< a row per iteration, a column per right-hand side
  Table true_residual_history;     ///< the same; empty unless recorded
  std::uint64_t digest = 0;        ///< on this rank, of residuals and solution: see digest_of()
};

/// Costs of the recorded repetition, per iteration.
struct SolveCosts {
  std::optional<Fuse> fuse{};          ///< merged formulation only: whether any product was fused with statements
  std::optional<Grouping> grouping{};  ///< merged formulation only: paper where a list was split as in the paper
  int work_vectors = 0;
  std::int64_t vector_bytes = 0;
  double vectors_read = 0, vectors_written = 0, launches = 0;
  double vectors_filled = 0;  ///< written without being read before, nor past the caches
  double products = 0, products_fused = 0, preconditions = 0;
  double bytes_per_iteration = 0;  ///< that it must move, of all ranks
  std::optional<double> bytes_per_product{},
      crs_bytes_per_product{};  ///< of a compressed matrix: moved, CRS-equivalent
  /// Where fused kernels of any rank read pieces of D⁻¹: how many differ, and all bytes of D⁻¹ that a kernel moves.
  std::optional<std::int64_t> diagonal_pieces{}, diagonal_bytes{};
  std::int64_t working_set_bytes = 0;  ///< matrix, vectors and what M reads, of all ranks
  MemoryLevel working_set_level = MemoryLevel::memory;
  double working_set_bytes_per_second = 0;                 ///< the triad of this level
  std::optional<double> working_set_updates_per_second{};  ///< bytes/s of updates in place there, if it was measured
  std::optional<double> predicted_seconds_per_iteration{};
};

/// How messages progressed in the recorded repetition.
struct ProgressUse {
  ProgressKind progress = ProgressKind::none;       ///< none if nothing was ever polled
  std::optional<int> progress_calls_per_loop{};     ///< of manual progress
  double progress_calls = 0, progress_seconds = 0;  ///< per iteration
};

/// Kernels, reductions and messages of the recorded repetition.
struct SolveProfile {
  double reductions_started = 0;  ///< per iteration
  std::vector<KernelRow> kernels;
  std::vector<ReductionRow> reductions;
  std::vector<TimelineRow> timeline;
};

/// One solve, as the union of what its stages record.
struct SolveRecord : SolveSetting,
                     HaloUse,
                     PowersUse,
                     MixedUse,
                     SolveSetup,
                     SolveTimes,
                     SolveResult,
                     SolveCosts,
                     ProgressUse,
                     SolveProfile {
  std::vector<std::string> objections{};  ///< why the solve is not accepted; empty: it passed its checks
};

struct Record {
  RunRecord run;
  SystemDescription problem;
  MatrixRecord matrix;
  std::vector<SolveRecord> solves;
  std::string trace{};  ///< with --trace: the text of that file
};

}  // namespace minikrylov
