// The fields of a solve.
#include "miniapp/results/fields.hpp"

#include "miniapp/results/fields_values.hpp"
#include "miniapp/timing/statistics.hpp"

namespace minikrylov {
namespace {

using field_values::derived;
using field_values::field;
using Line = ReportLine;
using Solve = SolveRecord;

template <double Summary::*Part> FieldValue per_iteration(const Solve& s) {
  return summarise(s.iteration_seconds.values).*Part;
}
template <double MedianInterval::*Part> FieldValue interval_per_iteration(const Solve& s) {
  return summarise(s.iteration_seconds.values).interval.*Part;
}
template <double Summary::*Part> FieldValue per_solve(const Solve& s) { return summarise(s.solve_seconds).*Part; }
template <double MedianInterval::*Part> FieldValue interval_per_solve(const Solve& s) {
  return summarise(s.solve_seconds).interval.*Part;
}

constexpr Field<Solve> solve_fields[] = {
    field<&Solve::method>("method", "", "method name"),
    field<&Solve::formulation>("formulation", "", "how statements were run: merged, basic or kokkos-kernels"),
    field<&Solve::compression>("compression", "", "codes in which products read the matrix; none: uncompressed"),
    field<&Solve::preconditioner>("preconditioner", "", "M"),
    field<&Solve::nullspace>("nullspace", "", "null space projected out of each M⁻¹ r"),
    field<&Solve::preconditioner_precision>(
        "preconditioner_precision", "", "precision of its stored factors, if any: double, single, half or bfloat16"),
    field<&Solve::matrix_precision>("matrix_precision", "",
                                    "precision of the matrix in inner products, where that is lower than double"),
    field<&Solve::vector_precision>("vector_precision", "",
                                    "precision of vectors between these products, where that is lower than double"),
    derived<Solve, FieldKind::text, Presence::sometimes>(
        "precisions", "", "in such a solve: what is in which precision", Line::none,
        [](const Solve& s) { return s.matrix_precision ? FieldValue(precisions_of(s)) : FieldValue(); }),
    field<&Solve::refinement>("refinement", "", "how it reaches the accuracy of double: restart or reliable"),
    field<&Solve::inner_rtol>("inner_rtol", "", "of restart: fraction of the residual at which inner solves end"),
    field<&Solve::exact_products>("exact_products", "",
                                  "products with the matrix in double precision among all others"),
    field<&Solve::iterations_in_double>("iterations_in_double", "",
                                        "iterations of the same method with all in double precision"),
    derived<Solve, FieldKind::real, Presence::sometimes>(
        "iteration_penalty", "", "iterations over iterations_in_double", Line::none,
        [](const Solve& s) {
          return s.iterations_in_double ? FieldValue(static_cast<double>(s.iterations) / *s.iterations_in_double)
                                        : FieldValue();
        }),
    field<&Solve::seconds_in_double>("seconds_in_double", "s", "median time of solves in double precision"),
    field<&Solve::format>("format", "", "storage format of the matrix"),
    field<&Solve::ordering>("ordering", "", "ordering of each rank's rows"),
    field<&Solve::overlap>(
        "overlap", "",
        "overlap of the halo exchange: static, dynamic, guided, or none (also if no rank had rows to overlap)"),
    field<&Solve::chunk_rows>("chunk_rows", "", "dynamic or guided overlap: rows per chunk, of guided the smallest"),
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
    field<&Solve::steps>("s_step", "", "s of s-step methods: steps per reduction, as asked"),
    field<&Solve::smallest_steps>("s_step_smallest", "",
                                  "s of their shortest block; less than s_step where rounding spoiled the basis"),
    field<&Solve::basis_condition>("basis_condition", "",
                                   "largest condition number of their bases, columns scaled to norm 1: s steps lose as "
                                   "many digits as it has; 6.7e7: or more"),
    field<&Solve::chebyshev_degree>("chebyshev_degree", "", "products per application of a polynomial M"),
    field<&Solve::degree_choice>("chebyshev_degree_choice", "",
                                 "given, or fastest: the least expected time, from measurements at set-up"),
    field<&Solve::basis>("basis", "", "basis of s-step methods: monomial, newton or chebyshev"),
    field<&Solve::powers_halo>("powers_halo", "",
                               "ghosts of several powers of the matrix: deep (one exchange) or rounds (one per power)"),
    field<&Solve::redundant_rows>("redundant_rows", "",
                                  "rows of ghosts computed per pass with a deep halo, of all ranks"),
    field<&Solve::powers_messages>(
        "powers_messages", "", "messages that all ranks send for the powers of a block, or of one application of M"),
    field<&Solve::powers_values>("powers_values", "", "values in these messages"),
    field<&Solve::tile_rows>("powers_tile_rows", "",
                             "rows of a tile in which powers are computed while the matrix is in cache; 0: none"),
    field<&Solve::tile_shape>("powers_tile_shape", "",
                              "skewed (each row computed once, all powers in vectors) or strips (they overlap, with "
                              "lower powers in rings in cache)"),
    field<&Solve::tile_gain>("powers_gain", "",
                             "how many times as fast powers are in these tiles as one product after the other with the "
                             "same recurrence, measured at set-up"),
    field<&Solve::tile_pass_seconds>(
        "powers_pass_seconds", "s",
        "time of the pass with which that was measured, in these tiles, on the slowest rank, halo exchanges and "
        "redundant rows included"),
    field<&Solve::tile_gain_products>(
        "powers_gain_products", "",
        "products of this pass: for the most powers that any method of the run takes at a time"),
    field<&Solve::tile_gain_triad>("powers_gain_triad", "bytes/s",
                                   "median triad of all ranks between these passes, if they move more bytes than it"),
    field<&Solve::progress>(
        "progress", "",
        "what made messages progress during computation; none: only the MPI library, or nothing was ever polled"),
    field<&Solve::fuse>(
        "fuse", "",
        "where updates and dot products actually ran on row blocks of a product: on (behind it and, where that pays, "
        "before it), behind, or off; only in the merged formulation"),
    field<&Solve::grouping>(
        "grouping", "",
        "grouping into fused kernels: minimum (as few as possible), or paper where that differs; only in "
        "the merged formulation"),
    field<&Solve::pipeline_depth>("pipeline_depth", "", "sums in flight at a time in deep pipelines"),
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
    field<&Solve::replacements>(
        "replacements", "", "times that r was replaced by b - A x: by an estimate of their gap, or --replace-every"),
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
    derived<Solve>(
        "solve_seconds_low", "s",
        "99 % confidence interval of the median time per solve: lower end (fewer than 8 repetitions: fastest)",
        Line::none, interval_per_solve<&MedianInterval::low>),
    derived<Solve>("solve_seconds_high", "s", "the same: upper end (fewer than 8 repetitions: slowest)", Line::none,
                   interval_per_solve<&MedianInterval::high>),
    derived<Solve>("solve_seconds_coverage", "",
                   "probability that this interval contains the median; below 0.99 with fewer than 8 repetitions",
                   Line::none, interval_per_solve<&MedianInterval::coverage>),
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
    field<&Solve::update_bytes_per_second>("update_bandwidth", "bytes/s",
                                           "the same of updates in place, b(i) = s b(i) + t c(i), which fetch no cache "
                                           "line only to overwrite it; not where triad_source is that of the run"),
    field<&Solve::bytes_per_iteration>("bytes_per_iteration", "bytes", "bytes that an iteration must move"),
    field<&Solve::bytes_per_product>("bytes_per_product", "bytes",
                                     "with a compressed matrix: bytes that a product with it must move"),
    field<&Solve::crs_bytes_per_product>("crs_bytes_per_product", "bytes",
                                         "the same, CRS-equivalent: 12 per nonzero, and the same vectors"),
    field<&Solve::diagonal_pieces>(
        "diagonal_pieces", "",
        "with a compressed matrix and M = D: pieces of 64 rows of D⁻¹ that differ, of all ranks, each stored once for "
        "fused kernels; absent: D⁻¹ is stored in 8 bytes per row"),
    field<&Solve::diagonal_bytes>("diagonal_bytes", "bytes",
                                  "the same: bytes of D⁻¹ that a fused kernel moves, of all ranks"),
    field<&Solve::working_set_bytes>("working_set_bytes", "bytes",
                                     "matrix, vectors and what M reads, of all ranks together"),
    field<&Solve::working_set_level>("working_set_level", "", "memory level that holds them: L2, L3 or memory"),
    field<&Solve::working_set_bytes_per_second>(
        "working_set_bandwidth", "bytes/s",
        "triad of this level: measured in this run with arrays of as many bytes, or triad_bandwidth if the working set "
        "exceeds the caches twice over"),
    field<&Solve::working_set_updates_per_second>("working_set_update_bandwidth", "bytes/s",
                                                  "updates in place with arrays of as many bytes, as update_bandwidth; "
                                                  "absent where the triad is triad_bandwidth"),
    field<&Solve::predicted_seconds_per_iteration>("predicted_seconds_per_iteration", "s",
                                                   "bytes that an iteration must move, divided by that bandwidth"),
    field<&Solve::work_vectors>("work_vectors", "", "work vectors of the method, besides b and x"),
    field<&Solve::vector_bytes>("vector_bytes", "bytes", "memory of b, x and the work vectors, of all ranks"),
    field<&Solve::vectors_read>("vectors_read", "", "vectors read by fused kernels, per iteration (without A and M)"),
    field<&Solve::vectors_written>("vectors_written", "",
                                   "vectors written by fused kernels, per iteration (without A and M)"),
    field<&Solve::vectors_filled>(
        "vectors_filled", "",
        "vectors written without being read by the same kernel, nor past the caches, per iteration"),
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
    field<&Solve::seconds_of_ranks>("iteration_seconds_of_ranks", "s",
                                    "with --detailed: the same of each rank: one row per rank, all repetitions in it"),
    field<&Solve::triads_beside>("triads_beside", "bytes/s",
                                 "memory bandwidth right before and after each repetition (mean)"),
    field<&Solve::products_beside>("products_beside", "s",
                                   "time of a product with one right-hand side between these triads (median, by the "
                                   "slowest rank, halo included); not where triad_source is that of the run"),
    field<&Solve::applications_beside>("applications_beside", "s",
                                       "the same of an application of M, with all right-hand sides; only where it is "
                                       "a kernel of its own"),
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

template <> std::span<const Field<SolveRecord>> fields() { return solve_fields; }

}  // namespace minikrylov
