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
    field<&RunRecord::git_hash>("git_hash", "", "commit it was built from", Line::program),
    field<&RunRecord::git_state>("git_state", "", "clean, or modified since that commit", Line::program),
    field<&RunRecord::date>("date", "", "start of the run, ISO 8601, UTC", Line::program),
    field<&RunRecord::command_line>("command_line", "", "the program and its arguments"),
    field<&RunRecord::compiler>("compiler", "", "compiler", Line::build),
    field<&RunRecord::compiler_flags>("compiler_flags", "", "flags of the compiler"),
    field<&RunRecord::build_type>("build_type", "", "CMake's build type", Line::build),
    field<&RunRecord::mpi_library>("mpi_library", "", "the MPI library in its own words, or none", Line::build),
    field<&RunRecord::thread_level>("thread_level", "", "thread support that MPI granted"),
    field<&RunRecord::kokkos_configuration>("kokkos_configuration", "", "Kokkos in its own words"),
    field<&RunRecord::hosts>("hosts", "", "names of the hosts, each once"),
    field<&RunRecord::processor>("processor", "", "processor model (rank 0's host, as all that follows)",
                                 Line::machine),
    field<&RunRecord::packages>("packages", "", "processor packages (sockets)", Line::machine),
    field<&RunRecord::cores>("cores", "", "cores", Line::machine),
    field<&RunRecord::hardware_threads>("hardware_threads", "", "hardware threads", Line::machine),
    field<&RunRecord::l1_bytes>("l1_cache", "bytes", "first-level data cache of a core"),
    field<&RunRecord::l2_bytes>("l2_cache", "bytes", "one second-level cache", Line::machine),
    field<&RunRecord::l3_bytes>("l3_cache", "bytes", "one third-level cache", Line::machine),
    field<&RunRecord::memory_bytes>("memory", "bytes", "main memory", Line::machine),
    field<&RunRecord::ranks>("ranks", "", "MPI ranks", Line::parallel),
    field<&RunRecord::threads>("threads", "", "threads of each rank", Line::parallel),
    field<&RunRecord::device>("device", "", "Kokkos execution space that runs the kernels", Line::parallel),
    field<&RunRecord::binding>("binding", "", "hardware threads that each rank may use, and OMP_PROC_BIND, OMP_PLACES"),
    field<&RunRecord::environment>("environment", "",
                                   "variables that steer threads, GPUs and the MPI library, as NAME=value (rank 0)"),
    field<&RunRecord::triad_bytes_per_second>(
        "triad_bandwidth", "bytes/s",
        "memory bandwidth of all ranks together: a(i) = b(i) + s c(i), 24 bytes an element", Line::bandwidth),
    field<&RunRecord::triad_source>("triad_source", "", "when that was measured", Line::bandwidth),
    field<&RunRecord::emulated_latency>("emulated_latency", "s",
                                        "EMULATED network: time that each message took at least; no network had it",
                                        Line::emulated),
    field<&RunRecord::emulated_bandwidth>("emulated_bandwidth", "bytes/s", "EMULATED network: bandwidth of messages",
                                          Line::emulated),
    field<&RunRecord::emulated_noise>("emulated_noise", "s", "EMULATED noise: delay of an iteration (its mean)",
                                      Line::emulated),
};

constexpr Field<SystemDescription> problem_fields[] = {
    field<&SystemDescription::problem>("problem", "", "name of the problem", Line::problem),
    field<&SystemDescription::size>("size", "", "points in x, y and z, where there is a grid", Line::problem),
    field<&SystemDescription::matrix_file>("matrix_file", "", "file of the matrix, where it comes from one",
                                           Line::problem),
    field<&SystemDescription::peclet>("peclet", "", "Péclet number, where there is convection", Line::problem),
    field<&SystemDescription::rows>("rows", "", "unknowns", Line::problem),
    field<&SystemDescription::nonzeros>("nonzeros", "", "entries of the matrix", Line::problem),
    derived<SystemDescription>("nonzeros_per_row", "", "entries of the matrix per unknown", Line::problem,
                               [](const SystemDescription& p) {
                                 return FieldValue(static_cast<double>(p.nonzeros) /
                                                   static_cast<double>(std::max<std::int64_t>(p.rows, 1)));
                               }),
    field<&SystemDescription::assembly_seconds>("assembly_seconds", "s", "time to assemble matrix and right-hand side",
                                                Line::problem),
    field<&SystemDescription::distribution>(
        "partition", "", "who owns which row: boxes of the grid, or graph, block or file for a matrix from a file",
        Line::partition),
    field<&SystemDescription::ranks_grid>("ranks_grid", "", "ranks in x, y and z, where there is a grid",
                                          Line::partition),
    field<&SystemDescription::rows_minimum>("rows_minimum", "", "rows of the rank that has fewest", Line::partition),
    field<&SystemDescription::rows_maximum>("rows_maximum", "", "rows of the rank that has most", Line::partition),
    field<&SystemDescription::ghosts_maximum>("ghosts_maximum", "", "most values that a rank receives for a product",
                                              Line::partition),
    field<&SystemDescription::neighbours_maximum>("neighbours_maximum", "",
                                                  "most ranks that a rank exchanges values with", Line::partition),
    field<&SystemDescription::values_sent>("values_sent", "", "values that all ranks together send for a product",
                                           Line::partition),
    field<&SystemDescription::values_sent_maximum>("values_sent_maximum", "",
                                                   "most values that a rank sends for a product", Line::partition),
    field<&SystemDescription::messages_sent>("messages_sent", "", "messages that all ranks together send for a product",
                                             Line::partition),
    field<&SystemDescription::messages_sent_maximum>("messages_sent_maximum", "",
                                                     "most messages that a rank sends for a product", Line::partition),
};

constexpr Field<MatrixRecord> matrix_fields[] = {
    field<&MatrixRecord::format>("format", "", "storage of the matrix", Line::matrix),
    field<&MatrixRecord::chunk>("chunk", "", "C of SELL: rows a chunk", Line::matrix),
    field<&MatrixRecord::sigma>("sigma", "", "σ of SELL: rows sorted together", Line::matrix),
    field<&MatrixRecord::ordering>("ordering", "", "order of a rank's rows", Line::matrix),
    field<&MatrixRecord::stored_entries>("stored_entries", "", "entries with padding, of all ranks", Line::matrix),
    field<&MatrixRecord::padding>("padding", "", "entries stored per entry of the matrix; 1: nothing is padded",
                                  Line::matrix),
    derived<MatrixRecord, FieldKind::wholes>("sigmas_tried", "",
                                             "σ whose padding was counted, for a matrix from a file", Line::none,
                                             [](const MatrixRecord& m) { return value_of(m.sigmas.tried); }),
    derived<MatrixRecord, FieldKind::reals>("padding_by_sigma", "", "what the padding would be with each of them",
                                            Line::none,
                                            [](const MatrixRecord& m) { return value_of(m.sigmas.padding); }),
    derived<MatrixRecord, FieldKind::whole, Presence::sometimes>(
        "best_sigma", "", "the smallest of them that pads nearly as little as any", Line::matrix,
        [](const MatrixRecord& m) { return value_of(m.sigmas.best); }),
    field<&MatrixRecord::bytes>("matrix_bytes", "bytes", "memory of the matrix, of all ranks", Line::matrix),
    field<&MatrixRecord::setup_seconds>("setup_seconds", "s",
                                        "time to convert the assembled rows, and to plan the halo", Line::matrix),
    field<&MatrixRecord::product_bytes_per_second>(
        "product_bandwidth", "bytes/s",
        "matrix-vector product by the best time of a few, as 12 bytes a nonzero and 16 a row; SELL may move less",
        Line::bandwidth),
    field<&MatrixRecord::product_triad_bytes_per_second>(
        "product_triad_bandwidth", "bytes/s", "the best triad between these products: memory may be faster at times"),
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
    field<&Solve::method>("method", "", "name of the method"),
    field<&Solve::formulation>("formulation", "", "how its statements were run: merged, basic or kokkos-kernels"),
    field<&Solve::preconditioner>("preconditioner", "", "M"),
    field<&Solve::preconditioner_precision>("preconditioner_precision", "",
                                            "of its factors, where it stores some: double, or single"),
    field<&Solve::format>("format", "", "storage of the matrix"),
    field<&Solve::ordering>("ordering", "", "order of a rank's rows"),
    field<&Solve::overlap>(
        "overlap", "",
        "what hid the halo exchange: none (also where no rank had rows to compute meanwhile), static or dynamic"),
    field<&Solve::chunk_rows>("chunk_rows", "", "dynamic overlap: rows that a thread took at a time"),
    field<&Solve::hidden_rows>("hidden_rows", "", "rows computed while the halo was exchanged, of all ranks"),
    field<&Solve::reduction>("reduction", "", "how sums over ranks were computed"),
    field<&Solve::mapping>("mapping", "", "which rank stood where in an embedded reduction"),
    field<&Solve::embedded_values>("embedded_values", "",
                                   "values that all ranks send for a halo inside a sum, forwarded ones each time"),
    field<&Solve::embedded_values_unmapped>("embedded_values_unmapped", "", "the same without the mapping"),
    field<&Solve::embedded_values_maximum>("embedded_values_maximum", "", "those of the rank that sends most"),
    field<&Solve::progress>(
        "progress", "",
        "what moved messages on during computation; none: the MPI library alone, or nothing was ever polled"),
    field<&Solve::fuse>(
        "fuse", "",
        "on: updates and dot products ran on blocks of rows just before and after a product; as done, in "
        "the merged formulation"),
    field<&Solve::grouping>("grouping", "",
                            "where fused kernels ended: minimum (as few as possible), or paper, where that is another "
                            "place; in the merged formulation"),
    field<&Solve::ranks>("ranks", "", "MPI ranks"),
    field<&Solve::threads>("threads", "", "threads of each rank"),
    field<&Solve::rhs>("rhs", "", "right-hand sides solved together"),
    field<&Solve::rows>("rows", "", "unknowns of one right-hand side"),
    field<&Solve::nonzeros>("nonzeros", "", "entries of the matrix"),
    field<&Solve::rtol>("rtol", "",
                        "tolerance: converged when norm(r) <= rtol norm(b); not where iterations are fixed"),
    field<&Solve::norm>("norm", "", "norm that the stopping test looked at, as do relative_residual and the histories"),
    field<&Solve::iterations>("iterations", "", "iterations of the right-hand side that took longest"),
    field<&Solve::restarts>("restarts", "", "how often it was begun again after a breakdown"),
    field<&Solve::outcome>("outcome", "", "how the solve ended (the worst of its right-hand sides)"),
    field<&Solve::relative_residual>("relative_residual", "",
                                     "norm(r)/norm(b) of the residual that the method computed; the largest of all "
                                     "right-hand sides, as all that follows"),
    field<&Solve::true_relative_residual>("true_relative_residual", "", "norm(b - A x)/norm(b), computed afterwards"),
    field<&Solve::true_residual_in_norm>("true_residual_in_norm", "", "the same in the norm of the stopping test"),
    field<&Solve::accuracy>("accuracy", "", "with --equal-accuracy: what the true residual was to reach"),
    field<&Solve::attainable_accuracy>(
        "attainable_accuracy", "",
        "with --equal-accuracy: the smallest norm(b - A x)/norm(b) that the method can reach"),
    field<&Solve::error>("error", "", "norm(x - solution)/norm(solution), where the solution is known"),
    field<&Solve::objections>("objections", "", "why the solve is not acceptable; empty if it passed its checks"),
    derived<Solve, FieldKind::text>(
        "accepted", "", "yes if there are no objections, otherwise no", Line::none,
        [](const Solve& s) { return FieldValue(std::string(s.objections.empty() ? "yes" : "no")); }),
    field<&Solve::setup_seconds>("setup_seconds", "s", "time to set up the preconditioner"),
    derived<Solve>("solve_seconds_minimum", "s", "time of a solve: fastest repetition", Line::none,
                   per_solve<&Summary::minimum>),
    derived<Solve>("solve_seconds_median", "s", "time of a solve: median of the repetitions", Line::none,
                   per_solve<&Summary::median>),
    derived<Solve>("solve_seconds_maximum", "s", "time of a solve: slowest repetition", Line::none,
                   per_solve<&Summary::maximum>),
    derived<Solve>("seconds_per_iteration_minimum", "s",
                   "time of an iteration (slowest rank): minimum over iterations and repetitions", Line::none,
                   per_iteration<&Summary::minimum>),
    derived<Solve>("seconds_per_iteration_median", "s", "time of an iteration: median", Line::none,
                   per_iteration<&Summary::median>),
    derived<Solve>("seconds_per_iteration_low", "s", "99 % confidence interval of that median: lower end", Line::none,
                   interval_per_iteration<&MedianInterval::low>),
    derived<Solve>("seconds_per_iteration_high", "s", "99 % confidence interval of that median: upper end", Line::none,
                   interval_per_iteration<&MedianInterval::high>),
    derived<Solve>("seconds_per_iteration_coverage", "",
                   "confidence that the interval reaches; below 0.99 there are too few samples", Line::none,
                   interval_per_iteration<&MedianInterval::coverage>),
    derived<Solve>("seconds_per_iteration_maximum", "s", "time of an iteration: maximum", Line::none,
                   per_iteration<&Summary::maximum>),
    field<&Solve::triad_bytes_per_second>("triad_bandwidth", "bytes/s",
                                          "memory bandwidth of all ranks together beside these repetitions (median)"),
    field<&Solve::predicted_seconds_per_iteration>("predicted_seconds_per_iteration", "s",
                                                   "bytes that an iteration must move over that bandwidth"),
    field<&Solve::work_vectors>("work_vectors", "", "vectors of the method besides b and x"),
    field<&Solve::vector_bytes>("vector_bytes", "bytes", "memory of b, x and the work vectors, of all ranks"),
    field<&Solve::vectors_read>("vectors_read", "", "vectors read by sweeps, per iteration (without A and M)"),
    field<&Solve::vectors_written>("vectors_written", "", "vectors written by sweeps, per iteration (without A and M)"),
    field<&Solve::vectors_filled>("vectors_filled", "",
                                  "of those written, the ones that their sweep had not read, per iteration"),
    field<&Solve::launches>("launches", "", "sweeps per iteration"),
    field<&Solve::products>("products", "", "applications of A per iteration"),
    field<&Solve::products_fused>("products_fused", "",
                                  "of these products, those with updates or dot products on their rows"),
    field<&Solve::preconditions>("preconditions", "", "applications of M per iteration"),
    field<&Solve::reductions_started>("reductions_started", "", "sums over ranks per iteration"),
    field<&Solve::progress_calls_per_loop>("progress_calls_per_loop", "",
                                           "manual progress: calls of MPI_Test in each loop over rows"),
    field<&Solve::progress_calls>("progress_calls", "", "calls of MPI_Test for the sake of progress, per iteration"),
    field<&Solve::progress_seconds>("progress_seconds", "s", "time spent in them, per iteration (slowest rank)"),
    field<&Solve::solve_seconds>("solve_seconds", "s", "time of each repetition"),
    field<&Solve::iteration_seconds>("iteration_seconds", "s",
                                     "time of each iteration (slowest rank): a row per repetition"),
    field<&Solve::triads_beside>("triads_beside", "bytes/s",
                                 "memory bandwidth right before and after each repetition (mean)"),
    field<&Solve::triad_source>("triad_source", "",
                                "of the run, where repetitions are too short to measure the triad beside them"),
    field<&Solve::outcomes>("outcomes", "", "how each right-hand side ended"),
    field<&Solve::iterations_of>("iterations_of", "", "iterations of each right-hand side"),
    field<&Solve::residual_history>(
        "residual_history", "", "norm(r) that the method computed: a row per iteration, a column per right-hand side"),
    field<&Solve::true_residual_history>(
        "true_residual_history", "",
        "norm(b - A x), with --detailed: a row per iteration, a column per right-hand side"),
};

constexpr Field<KernelRow> kernel_fields[] = {
    field<&KernelRow::name>("name", "", "the formula that the kernel computes"),
    field<&KernelRow::calls>("calls", "", "calls in one solve"),
    field<&KernelRow::seconds>("seconds", "s", "time of all calls (slowest rank), with a fence around each"),
    field<&KernelRow::bytes_read>("bytes_read", "bytes", "bytes that must be read, all calls and ranks"),
    field<&KernelRow::bytes_written>("bytes_written", "bytes", "bytes that must be written, all calls and ranks"),
    field<&KernelRow::flops>("flops", "flop", "floating-point operations, all calls and ranks"),
};

constexpr Field<ReductionRow> reduction_fields[] = {
    field<&ReductionRow::label>("label", "", "what was summed"),
    field<&ReductionRow::calls>("calls", "", "calls in one solve"),
    field<&ReductionRow::values>("values", "", "numbers summed in all calls"),
    field<&ReductionRow::start_seconds>("start_seconds", "s", "time in start() (slowest rank)"),
    field<&ReductionRow::finish_seconds>("finish_seconds", "s", "time in finish() (slowest rank): what was not hidden"),
    field<&ReductionRow::alone_seconds>("alone_seconds", "s",
                                        "time of as many sums of this length with nothing to do in between"),
    derived<ReductionRow>("exposed_seconds", "s", "time that the method waited: start_seconds + finish_seconds",
                          Line::none, [](const ReductionRow& r) { return FieldValue(exposed_seconds(r)); }),
    derived<ReductionRow>("hidden_seconds", "s", "alone_seconds - exposed_seconds; below 0: hiding it made it slower",
                          Line::none,
                          [](const ReductionRow& r) { return FieldValue(r.alone_seconds - exposed_seconds(r)); }),
};

constexpr Field<TimelineRow> timeline_fields[] = {
    field<&TimelineRow::rank>("rank", "", "the rank; only the first few are recorded"),
    field<&TimelineRow::track>("track", "",
                               "iteration, kernel, sum start, sum wait, sum in flight, halo wait, or "
                               "halo in flight"),
    field<&TimelineRow::name>("name", "", "what it was: a kernel's formula, what was summed, or messages"),
    field<&TimelineRow::begin_seconds>("begin_seconds", "s", "its begin, from the begin of the first iteration on"),
    field<&TimelineRow::end_seconds>("end_seconds", "s", "its end"),
};

}  // namespace

template <> std::span<const Field<RunRecord>> fields() { return run_fields; }
template <> std::span<const Field<SystemDescription>> fields() { return problem_fields; }
template <> std::span<const Field<MatrixRecord>> fields() { return matrix_fields; }
template <> std::span<const Field<SolveRecord>> fields() { return solve_fields; }
template <> std::span<const Field<KernelRow>> fields() { return kernel_fields; }
template <> std::span<const Field<ReductionRow>> fields() { return reduction_fields; }
template <> std::span<const Field<TimelineRow>> fields() { return timeline_fields; }

}  // namespace minikrylov
