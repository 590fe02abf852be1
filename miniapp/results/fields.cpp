// The fields of a run, its problem and its matrix.
#include "miniapp/results/fields.hpp"

#include "miniapp/results/fields_values.hpp"

namespace minikrylov {
namespace {

using field_values::derived;
using field_values::field;
using field_values::value_of;
using Line = ReportLine;

template <auto Part> FieldValue of_codes(const MatrixRecord& m) {
  std::vector<typename field_values::Member<decltype(Part)>::Type> list;
  for (const CodeRow& code : m.codes) list.push_back(code.*Part);
  return list;
}

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
    field<&RunRecord::reserved_cores>("reserved_cores", "",
                                      "cores per rank on which no thread computes, left to messages (--reserve-cores)",
                                      Line::parallel),
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
        "tuning", "", "whether prefetch distances, streamed stores and block sizes are chosen for this processor",
        Line::tuning),
    field<&RunRecord::tuning_source>("tuning_source", "", "source of these choices", Line::tuning),
    field<&RunRecord::tuned>("tuned", "", "the choices, as name=value; no result depends on them"),
    field<&RunRecord::emulated_latency>("emulated_latency", "s",
                                        "EMULATED network: minimum time per message; not a property of a real network",
                                        Line::emulated),
    field<&RunRecord::emulated_bandwidth>("emulated_bandwidth", "bytes/s", "EMULATED network: bandwidth of messages",
                                          Line::emulated),
    field<&RunRecord::emulated_noise>("emulated_noise", "s", "EMULATED noise: mean delay per iteration",
                                      Line::emulated),
    field<&RunRecord::simulated>("simulated", "",
                                 "SIMULATED ranks: by what, on which cluster, and where the times of kernels come from",
                                 Line::simulated),
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
    field<&MatrixRecord::compression>(
        "compression", "", "codes in which products read it: none, or those allowed (all are lossless)", Line::matrix),
    field<&MatrixRecord::inner_bytes>("inner_matrix_bytes", "bytes",
                                      "of the same matrix in the precision of inner products, if that is lower",
                                      Line::matrix),
    field<&MatrixRecord::compression_asked>("compression_asked", "", "--compress, if it asked for compression"),
    field<&MatrixRecord::plain_bytes>("uncompressed_bytes", "bytes",
                                      "if it did: memory of the matrix without compression"),
    field<&MatrixRecord::coded_bytes>("compressed_bytes", "bytes",
                                      "its memory in codes, whether these were kept or not"),
    field<&MatrixRecord::coding_seconds>("compression_seconds", "s", "time to find the codes and to write them"),
    field<&MatrixRecord::coding_gain>(
        "compression_gain", "",
        "time of a product with the uncompressed matrix over that with the compressed one, where auto measured both"),
    derived<MatrixRecord, FieldKind::texts>("codes", "",
                                            "codes of values and of columns that occur; empty: not compressed",
                                            Line::none, of_codes<&CodeRow::name>),
    derived<MatrixRecord, FieldKind::reals>("chunks_by_code", "",
                                            "chunks (of crs: runs of 16 rows) in each of them, of all ranks",
                                            Line::none, of_codes<&CodeRow::chunks>),
    derived<MatrixRecord, FieldKind::reals>("entries_by_code", "", "numbers or columns in each of them, with padding",
                                            Line::none, of_codes<&CodeRow::entries>),
    derived<MatrixRecord, FieldKind::reals>("bytes_by_code", "bytes",
                                            "their memory; what chunks share is counted once per rank", Line::none,
                                            of_codes<&CodeRow::bytes>),
    field<&MatrixRecord::setup_seconds>("setup_seconds", "s",
                                        "time to convert the assembled rows and to set up the halo", Line::matrix),
    field<&MatrixRecord::product_moved_bytes_per_second>(
        "product_moved_bandwidth", "bytes/s",
        "matrix-vector product, best of a few, counting bytes that move: the matrix as it is stored, x and y"),
    field<&MatrixRecord::product_bytes_per_second>("product_bandwidth", "bytes/s",
                                                   "the same, CRS-equivalent: counting 12 bytes per nonzero and 16 per "
                                                   "row; SELL and compressed matrices may move less"),
    field<&MatrixRecord::product_triad_bytes_per_second>(
        "product_triad_bandwidth", "bytes/s", "best triad between these products, as bandwidth varies in time"),
    field<&MatrixRecord::product_seconds>("product_seconds", "s", "median of the same products, by the slowest rank"),
    field<&MatrixRecord::product_update_bytes_per_second>(
        "product_update_bandwidth", "bytes/s", "median of updates in place between them, if they take a millisecond"),
};

}  // namespace

template <> std::span<const Field<RunRecord>> fields() { return run_fields; }
template <> std::span<const Field<SystemDescription>> fields() { return problem_fields; }
template <> std::span<const Field<MatrixRecord>> fields() { return matrix_fields; }

}  // namespace minikrylov
