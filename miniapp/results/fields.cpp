// The one list of everything that is recorded.
#include "miniapp/results/fields.hpp"

#include "miniapp/results/fields_values.hpp"
#include "miniapp/timing/statistics.hpp"

namespace minikrylov {
namespace {

using field_values::derived;
using field_values::field;
using field_values::value_of;
using Line = ReportLine;

constexpr Field<RunRecord> run_fields[] = {
    field<&RunRecord::version>("version", "", "version of miniKrylov", Line::program),
    field<&RunRecord::git_hash>("git_hash", "", "commit of the build", Line::program),
    field<&RunRecord::git_state>("git_state", "", "clean, or modified since that commit", Line::program),
    field<&RunRecord::date>("date", "", "start of the run, ISO 8601, UTC", Line::program),
    field<&RunRecord::command_line>("command_line", "", "program and arguments"),
    field<&RunRecord::compiler>("compiler", "", "compiler", Line::build),
    field<&RunRecord::compiler_flags>("compiler_flags", "", "compiler flags"),
    field<&RunRecord::build_type>("build_type", "", "CMake's build type", Line::build),
    field<&RunRecord::mpi_library>("mpi_library", "", "MPI library as it describes itself, or none", Line::build),
    field<&RunRecord::thread_level>("thread_level", "", "thread support granted by MPI"),
    field<&RunRecord::kokkos_configuration>("kokkos_configuration", "", "Kokkos configuration as Kokkos prints it"),
    field<&RunRecord::hosts>("hosts", "", "host names, without duplicates"),
    field<&RunRecord::processor>("processor", "", "processor model (of rank 0's host, as for the following fields)",
                                 Line::machine),
    field<&RunRecord::packages>("packages", "", "processor packages (sockets)", Line::machine),
    field<&RunRecord::cores>("cores", "", "cores", Line::machine),
    field<&RunRecord::hardware_threads>("hardware_threads", "", "hardware threads", Line::machine),
    field<&RunRecord::l1_bytes>("l1_cache", "bytes", "level-1 data cache per core"),
    field<&RunRecord::l2_bytes>("l2_cache", "bytes", "one level-2 cache", Line::machine),
    field<&RunRecord::l3_bytes>("l3_cache", "bytes", "one level-3 cache", Line::machine),
    field<&RunRecord::cache_bytes>("caches", "bytes", "level-2 and level-3 caches that the ranks use, all together"),
    field<&RunRecord::memory_bytes>("memory", "bytes", "main memory", Line::machine),
    field<&RunRecord::ranks>("ranks", "", "MPI ranks", Line::parallel),
    field<&RunRecord::threads>("threads", "", "threads per rank", Line::parallel),
    field<&RunRecord::device>("device", "", "Kokkos execution space that runs the kernels", Line::parallel),
    field<&RunRecord::binding>("binding", "", "hardware threads that each rank may use, and OMP_PROC_BIND, OMP_PLACES"),
    field<&RunRecord::environment>(
        "environment", "",
        "environment variables that affect threads, GPUs and the MPI library, as NAME=value (rank 0)"),
    field<&RunRecord::triad_bytes_per_second>(
        "triad_bandwidth", "bytes/s",
        "memory bandwidth of all ranks together: a(i) = b(i) + s c(i), 24 bytes per element", Line::bandwidth),
    field<&RunRecord::triad_source>("triad_source", "", "when the triad was measured", Line::bandwidth),
    field<&RunRecord::tuning>(
        "tuning", "", "whether prefetch distances, streamed stores and cache blocks are chosen for this processor",
        Line::tuning),
    field<&RunRecord::tuning_source>("tuning_source", "", "where these choices are from", Line::tuning),
    field<&RunRecord::tuned>("tuned", "", "the choices, as name=value; no result depends on them"),
    field<&RunRecord::emulated_latency>("emulated_latency", "s",
                                        "EMULATED network: minimum time per message; not a property of a real network",
                                        Line::emulated),
    field<&RunRecord::emulated_bandwidth>("emulated_bandwidth", "bytes/s", "EMULATED network: bandwidth of messages",
                                          Line::emulated),
    field<&RunRecord::emulated_noise>("emulated_noise", "s", "EMULATED noise: mean delay per iteration",
                                      Line::emulated),
};

constexpr Field<SystemDescription> problem_fields[] = {
    field<&SystemDescription::problem>("problem", "", "problem name", Line::problem),
    field<&SystemDescription::size>("size", "", "grid points in x, y and z, if there is a grid", Line::problem),
    field<&SystemDescription::matrix_file>("matrix_file", "", "matrix file, if the matrix was read from one",
                                           Line::problem),
    field<&SystemDescription::peclet>("peclet", "", "Péclet number, if there is convection", Line::problem),
    field<&SystemDescription::rows>("rows", "", "unknowns", Line::problem),
    field<&SystemDescription::nonzeros>("nonzeros", "", "matrix entries", Line::problem),
    derived<SystemDescription>("nonzeros_per_row", "", "matrix entries per unknown", Line::problem,
                               [](const SystemDescription& p) {
                                 return FieldValue(static_cast<double>(p.nonzeros) /
                                                   static_cast<double>(std::max<std::int64_t>(p.rows, 1)));
                               }),
    field<&SystemDescription::nullspace>(
        "nullspace", "", "null space of the matrix, if its rows show one: constant (every row adds up to zero)",
        Line::problem),
    field<&SystemDescription::matrix_exponent>(
        "matrix_exponent", "", "e, if the matrix was multiplied by 2^e internally because of its scale", Line::problem),
    field<&SystemDescription::rhs_exponent>(
        "rhs_exponent", "", "the same for the right-hand side; recorded residuals are those of the original system",
        Line::problem),
    field<&SystemDescription::rhs_source>("rhs_source", "",
                                          "where b comes from: problem, file, random, or solution (A x for the x in a "
                                          "file)"),
    field<&SystemDescription::rhs_file>("rhs_file", "", "file of the right-hand sides, if they were read from one",
                                        Line::problem),
    field<&SystemDescription::rhs_seed>("rhs_seed", "", "seed of a random right-hand side", Line::problem),
    field<&SystemDescription::solution_source>(
        "solution_source", "",
        "where the solution comes from that errors are measured against: problem, file, or none"),
    field<&SystemDescription::solution_file>("solution_file", "", "file of the solutions, if they were read from one",
                                             Line::problem),
    field<&SystemDescription::initial_guess>("initial_guess", "", "zero, random or file"),
    field<&SystemDescription::initial_guess_file>("initial_guess_file", "",
                                                  "file of the initial guess, if it was read from one", Line::problem),
    field<&SystemDescription::initial_guess_seed>("initial_guess_seed", "", "seed of a random initial guess",
                                                  Line::problem),
    field<&SystemDescription::assembly_seconds>("assembly_seconds", "s", "time to assemble matrix and right-hand side",
                                                Line::problem),
    field<&SystemDescription::distribution>(
        "partition", "", "distribution of rows: boxes of the grid, or graph, block or file for a matrix from a file",
        Line::partition),
    field<&SystemDescription::ranks_grid>("ranks_grid", "", "ranks in x, y and z, if there is a grid", Line::partition),
    field<&SystemDescription::rows_minimum>("rows_minimum", "", "minimum number of rows per rank", Line::partition),
    field<&SystemDescription::rows_maximum>("rows_maximum", "", "maximum number of rows per rank", Line::partition),
    field<&SystemDescription::ghosts_maximum>(
        "ghosts_maximum", "", "maximum number of values that a rank receives per product", Line::partition),
    field<&SystemDescription::neighbours_maximum>(
        "neighbours_maximum", "", "maximum number of ranks with which a rank exchanges values", Line::partition),
    field<&SystemDescription::values_sent>("values_sent", "", "values sent by all ranks per product", Line::partition),
    field<&SystemDescription::values_sent_maximum>(
        "values_sent_maximum", "", "maximum number of values sent by a rank per product", Line::partition),
    field<&SystemDescription::messages_sent>("messages_sent", "", "messages sent by all ranks per product",
                                             Line::partition),
    field<&SystemDescription::messages_sent_maximum>(
        "messages_sent_maximum", "", "maximum number of messages sent by a rank per product", Line::partition),
};

constexpr Field<MatrixRecord> matrix_fields[] = {
    field<&MatrixRecord::format>("format", "", "storage format of the matrix", Line::matrix),
    field<&MatrixRecord::chunk>("chunk", "", "C of SELL: rows per chunk", Line::matrix),
    field<&MatrixRecord::sigma>("sigma", "", "σ of SELL: rows per sorting window", Line::matrix),
    field<&MatrixRecord::ordering>("ordering", "", "ordering of each rank's rows", Line::matrix),
    field<&MatrixRecord::stored_entries>("stored_entries", "", "entries including padding, of all ranks", Line::matrix),
    field<&MatrixRecord::padding>("padding", "", "stored entries per matrix entry; 1: no padding", Line::matrix),
    derived<MatrixRecord, FieldKind::wholes>(
        "sigmas_tried", "", "values of σ for which padding was counted, for a matrix from a file", Line::none,
        [](const MatrixRecord& m) { return value_of(m.sigmas.tried); }),
    derived<MatrixRecord, FieldKind::reals>("padding_by_sigma", "", "padding for each of these σ", Line::none,
                                            [](const MatrixRecord& m) { return value_of(m.sigmas.padding); }),
    derived<MatrixRecord, FieldKind::whole, Presence::sometimes>(
        "best_sigma", "", "smallest of these σ whose padding is close to the minimum", Line::matrix,
        [](const MatrixRecord& m) { return value_of(m.sigmas.best); }),
    field<&MatrixRecord::bytes>("matrix_bytes", "bytes", "memory of the matrix, of all ranks", Line::matrix),
    field<&MatrixRecord::compression>("compression", "",
                                      "in which codes the products read it: none, or those allowed; none loses a bit",
                                      Line::matrix),
    field<&MatrixRecord::plain_bytes>("uncompressed_bytes", "bytes", "what it would take without compression",
                                      Line::matrix),
    field<&MatrixRecord::coding_seconds>("compression_seconds", "s", "time to find the codes and to write them",
                                         Line::matrix),
    field<&MatrixRecord::codes>("codes", "", "codes of values and of columns that occur; empty: not compressed"),
    field<&MatrixRecord::chunks_by_code>("chunks_by_code", "",
                                         "chunks (of crs: runs of 16 rows) in each of them, of all ranks"),
    field<&MatrixRecord::bytes_by_code>("bytes_by_code", "bytes",
                                        "their memory, what chunks share counted once per rank"),
    field<&MatrixRecord::setup_seconds>("setup_seconds", "s",
                                        "time to convert the assembled rows and to set up the halo", Line::matrix),
    field<&MatrixRecord::product_bytes_per_second>(
        "product_bandwidth", "bytes/s",
        "matrix-vector product, best of a few, counting 12 bytes per nonzero and 16 per row; SELL may move less",
        Line::bandwidth),
    field<&MatrixRecord::product_triad_bytes_per_second>(
        "product_triad_bandwidth", "bytes/s", "best triad between these products, as bandwidth varies in time"),
};

using Solve = SolveRecord;

template <double Summary::*Part> FieldValue per_iteration(const Solve& s) {
  return summarise(s.iteration_seconds.values).*Part;
}
template <double MedianInterval::*Part> FieldValue interval_per_iteration(const Solve& s) {
  return summarise(s.iteration_seconds.values).interval.*Part;
}
template <double Summary::*Part> FieldValue per_solve(const Solve& s) { return summarise(s.solve_seconds).*Part; }

constexpr Field<Solve> solve_fields[] = {
    field<&Solve::method>("method", "", "method name"),
    field<&Solve::formulation>("formulation", "", "how statements were run: merged, basic or kokkos-kernels"),
    field<&Solve::compression>("compression", "", "codes in which products read the matrix; none: uncompressed"),
    field<&Solve::preconditioner>("preconditioner", "", "M"),
    field<&Solve::nullspace>("nullspace", "", "null space projected out of each M⁻¹ r"),
    field<&Solve::preconditioner_precision>("preconditioner_precision", "",
                                            "precision of its stored factors, if any: double or single"),
    field<&Solve::format>("format", "", "storage format of the matrix"),
    field<&Solve::ordering>("ordering", "", "ordering of each rank's rows"),
    field<&Solve::overlap>(
        "overlap", "", "overlap of the halo exchange: static, dynamic, or none (also if no rank had rows to overlap)"),
    field<&Solve::chunk_rows>("chunk_rows", "", "dynamic overlap: rows per chunk"),
    field<&Solve::hidden_rows>("hidden_rows", "", "rows computed during the halo exchange, of all ranks"),
    field<&Solve::gpu_aware_mpi>("gpu_aware_mpi", "",
                                 "on: MPI took device memory; off: messages were staged through host memory; only "
                                 "where kernels run on a device and ranks exchange halos"),
    derived<Solve, FieldKind::text>("reduction", "", "how sums over ranks were computed; none on one rank", Line::none,
                                    [](const Solve& s) { return FieldValue(std::string(name_of_sums(s))); }),
    field<&Solve::mapping>("mapping", "", "mapping of ranks to positions in an embedded reduction"),
    field<&Solve::embedded_values>("embedded_values", "",
                                   "values sent by all ranks for a halo inside a sum, counting each forwarding"),
    field<&Solve::embedded_values_unmapped>("embedded_values_unmapped", "", "the same without the mapping"),
    field<&Solve::embedded_values_maximum>("embedded_values_maximum", "", "maximum of these values sent by one rank"),
    field<&Solve::steps>("s_step", "", "s of s-step methods: steps per reduction"),
    field<&Solve::basis>("basis", "", "basis of s-step methods: monomial, newton or chebyshev"),
    field<&Solve::powers_halo>("powers_halo", "",
                               "ghosts of several powers of the matrix: deep (one exchange) or rounds (one per power)"),
    field<&Solve::redundant_rows>("redundant_rows", "",
                                  "rows of ghosts computed per pass with a deep halo, of all ranks"),
    field<&Solve::tile_rows>("powers_tile_rows", "",
                             "rows of a tile in which powers are computed while the matrix is in cache; 0: none"),
    field<&Solve::progress>(
        "progress", "",
        "what made messages progress during computation; none: only the MPI library, or nothing was ever polled"),
    field<&Solve::fuse>(
        "fuse", "",
        "whether updates and dot products actually ran on row blocks just before and after a product; only in "
        "the merged formulation"),
    field<&Solve::grouping>(
        "grouping", "",
        "grouping into fused kernels: minimum (as few as possible), or paper where that differs; only in "
        "the merged formulation"),
    field<&Solve::ranks>("ranks", "", "MPI ranks"),
    field<&Solve::threads>("threads", "", "threads per rank"),
    field<&Solve::rhs>("rhs", "", "right-hand sides solved together"),
    field<&Solve::rows>("rows", "", "unknowns per right-hand side"),
    field<&Solve::nonzeros>("nonzeros", "", "matrix entries"),
    field<&Solve::rtol>("rtol", "",
                        "tolerance: converged when norm(r) <= rtol norm(b); absent for a fixed number of iterations"),
    field<&Solve::norm>("norm", "", "norm of the stopping test, of relative_residual and of the histories"),
    field<&Solve::iterations>("iterations", "", "iterations of the slowest right-hand side"),
    field<&Solve::restarts>("restarts", "", "number of restarts after breakdowns"),
    field<&Solve::outcome>("outcome", "", "how the solve ended (worst right-hand side)"),
    field<&Solve::relative_residual>("relative_residual", "",
                                     "norm(r)/norm(b) of the recurrence residual; maximum over "
                                     "right-hand sides, as for the following fields"),
    field<&Solve::true_relative_residual>("true_relative_residual", "", "norm(b - A x)/norm(b), computed afterwards"),
    field<&Solve::true_residual_in_norm>("true_residual_in_norm", "", "the same in the norm of the stopping test"),
    field<&Solve::accuracy>("accuracy", "", "with --equal-accuracy: requested norm(b - A x)/norm(b)"),
    field<&Solve::attainable_accuracy>("attainable_accuracy", "",
                                       "with --equal-accuracy: minimum norm(b - A x)/norm(b) that the method attains"),
    field<&Solve::error>("error", "", "norm(x - solution)/norm(solution), if the solution is known"),
    field<&Solve::objections>("objections", "", "why the solve is not accepted; empty if it passed its checks"),
    derived<Solve, FieldKind::text>(
        "accepted", "", "yes if there are no objections, otherwise no", Line::none,
        [](const Solve& s) { return FieldValue(std::string(s.objections.empty() ? "yes" : "no")); }),
    field<&Solve::setup_seconds>("setup_seconds", "s", "time to set up the preconditioner"),
    derived<Solve>("solve_seconds_minimum", "s", "time per solve: fastest repetition", Line::none,
                   per_solve<&Summary::minimum>),
    derived<Solve>("solve_seconds_median", "s", "time per solve: median of the repetitions", Line::none,
                   per_solve<&Summary::median>),
    derived<Solve>("solve_seconds_maximum", "s", "time per solve: slowest repetition", Line::none,
                   per_solve<&Summary::maximum>),
    derived<Solve>("seconds_per_iteration_minimum", "s",
                   "time per iteration (slowest rank): minimum over iterations and repetitions", Line::none,
                   per_iteration<&Summary::minimum>),
    derived<Solve>("seconds_per_iteration_median", "s", "time per iteration: median", Line::none,
                   per_iteration<&Summary::median>),
    derived<Solve>("seconds_per_iteration_low", "s", "99 % confidence interval of that median: lower end", Line::none,
                   interval_per_iteration<&MedianInterval::low>),
    derived<Solve>("seconds_per_iteration_high", "s", "99 % confidence interval of that median: upper end", Line::none,
                   interval_per_iteration<&MedianInterval::high>),
    derived<Solve>("seconds_per_iteration_coverage", "",
                   "confidence that the interval reaches; below 0.99 if there are too few samples", Line::none,
                   interval_per_iteration<&MedianInterval::coverage>),
    derived<Solve>("seconds_per_iteration_maximum", "s", "time per iteration: maximum", Line::none,
                   per_iteration<&Summary::maximum>),
    field<&Solve::triad_bytes_per_second>("triad_bandwidth", "bytes/s",
                                          "memory bandwidth of all ranks together beside these repetitions (median)"),
    field<&Solve::predicted_seconds_per_iteration>("predicted_seconds_per_iteration", "s",
                                                   "bytes that an iteration must move, divided by that bandwidth"),
    field<&Solve::work_vectors>("work_vectors", "", "work vectors of the method, besides b and x"),
    field<&Solve::vector_bytes>("vector_bytes", "bytes", "memory of b, x and the work vectors, of all ranks"),
    field<&Solve::vectors_read>("vectors_read", "", "vectors read by fused kernels, per iteration (without A and M)"),
    field<&Solve::vectors_written>("vectors_written", "",
                                   "vectors written by fused kernels, per iteration (without A and M)"),
    field<&Solve::vectors_filled>("vectors_filled", "",
                                  "vectors written without being read by the same kernel, per iteration"),
    field<&Solve::launches>("launches", "", "fused kernels per iteration"),
    field<&Solve::products>("products", "", "applications of A per iteration"),
    field<&Solve::products_fused>("products_fused", "", "products fused with updates or dot products, per iteration"),
    field<&Solve::preconditions>("preconditions", "", "applications of M per iteration"),
    field<&Solve::reductions_started>("reductions_started", "", "sums over ranks per iteration"),
    field<&Solve::progress_calls_per_loop>("progress_calls_per_loop", "",
                                           "manual progress: calls to MPI_Test per loop over rows"),
    field<&Solve::progress_calls>("progress_calls", "", "calls to MPI_Test for progress, per iteration"),
    field<&Solve::progress_seconds>("progress_seconds", "s", "time spent in these calls, per iteration (slowest rank)"),
    field<&Solve::solve_seconds>("solve_seconds", "s", "time of each repetition"),
    field<&Solve::iteration_seconds>("iteration_seconds", "s",
                                     "time of each iteration (slowest rank): one row per repetition"),
    field<&Solve::triads_beside>("triads_beside", "bytes/s",
                                 "memory bandwidth right before and after each repetition (mean)"),
    field<&Solve::triad_source>("triad_source", "",
                                "of the run, where repetitions are too short to measure the triad beside them"),
    field<&Solve::outcomes>("outcomes", "", "how each right-hand side ended"),
    field<&Solve::iterations_of>("iterations_of", "", "iterations of each right-hand side"),
    field<&Solve::residual_history>(
        "residual_history", "",
        "norm(r) of the recurrence residual: one row per iteration, one column per right-hand side"),
    field<&Solve::true_residual_history>(
        "true_residual_history", "",
        "norm(b - A x), with --detailed: one row per iteration, one column per right-hand side"),
};

}  // namespace

template <> std::span<const Field<RunRecord>> fields() { return run_fields; }
template <> std::span<const Field<SystemDescription>> fields() { return problem_fields; }
template <> std::span<const Field<MatrixRecord>> fields() { return matrix_fields; }
template <> std::span<const Field<SolveRecord>> fields() { return solve_fields; }

}  // namespace minikrylov
