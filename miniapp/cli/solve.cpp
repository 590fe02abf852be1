// The options of `minikrylov solve`, one line each.
#include "miniapp/cli/solve.hpp"

#include <algorithm>

#include "kernels/formats/sell.hpp"
#include "miniapp/cli/check/check.hpp"
#include "miniapp/cli/job_files.hpp"
#include "miniapp/cli/methods.hpp"
#include "miniapp/cli/mixed_precision.hpp"
#include "miniapp/cli/preconditioner.hpp"
#include "miniapp/parsing/grid.hpp"
#include "miniapp/parsing/matrix_file.hpp"
#include "miniapp/parsing/network.hpp"
#include "miniapp/parsing/reader.hpp"
#include "miniapp/parsing/strict_config.hpp"
#include "miniapp/parsing/vectors.hpp"
#include "miniapp/parsing/words.hpp"
#include "miniapp/system/preconditioner/preconditioners.hpp"

namespace minikrylov {
namespace {

/// Options whose values depend on others, as entered.
struct Written {
  std::string problem{name_of(ProblemKind::poisson3d_7)}, size = "auto", ranks_grid = "auto", output, trace, matrix,
                                                          rhs;
  WrittenFile file;
  WrittenVectors vectors;
  std::vector<std::string> methods{"pcg", "pbicgstab"};
  std::optional<PreconditionerChoice> preconditioner;
  std::optional<ResidualNorm> norm;
  std::optional<Mapping> mapping;
  std::optional<int> chunk, sigma;
  std::optional<OrderingChoice> ordering;
  WrittenPreconditioning preconditioning;
  WrittenPrecision precision;
};

constexpr WholeRange positive(std::string_view why) { return {1, endless, why}; }
constexpr WholeRange not_negative(std::string_view why) { return {0, endless, why}; }

void add_problem(OptionReader& add, SolveOptions& options, Written& written) {
  add.group("Problem and matrix");
  add.text("--problem", written.problem, "NAME", "the problem to assemble:" + explained<ProblemKind>(),
           words_of<ProblemKind>());
  add.text("--size", written.size, "N|NxNyxNz",
           "points in each direction; N alone: a cube, or a square in two dimensions\n"
           "(convection-diffusion: a cube; NxN makes it two-dimensional); auto: 64, or 512 in two dimensions");
  add.real("--peclet", options.problem.parameters.peclet, "Péclet number of convection-diffusion; auto: 100");
  add.text("--ranks-grid", written.ranks_grid, "PXxPYxPZ", "ranks in each direction; auto: minimum halo size");
  add_matrix_file(add, options.problem, written.file);
  add_vectors(add, written.vectors);
  add.choice("--format", options.matrix.format, "matrix format:");
  add.whole("--chunk", written.chunk, positive("rows per chunk"),
            "C of SELL: 4, 8, 16, 32 or 64 rows (sell-block: points); auto: 8, or 32 on a GPU");
  add.whole("--sigma", written.sigma, positive("rows per sorting window"),
            "σ of SELL: rows (sell-block: points) per sorting window; auto: 1, not sorted");
  add.choice("--compress", options.matrix.compression, "storage of the matrix in fewer bytes, without loss:");
  add.choice("--tune", options.tune,
             "choice of prefetch distances, streamed stores and block sizes; no result changes:");
  add.choice("--ordering", written.ordering,
             "ordering of each rank's rows; auto: natural, or multicolour for triangular substitutions on a GPU:");
  add.choice("--overlap", options.halo.overlap, "overlap of a product with its halo exchange:");
  add.whole("--chunk-rows", options.halo.chunk_rows, positive("rows per chunk"),
            "rows per chunk of --overlap dynamic, and fewest of guided, rounded up to a multiple of 64 (sell-block:\n"
            "192); auto: the fastest size, measured before the solves");
  add.choice("--powers-halo", options.halo.powers_halo, "ghosts of s-step methods, chebyshev and newton:");
  add.choice("--gpu-aware-mpi", options.halo.gpu_aware_mpi, "halo exchange between GPUs:");
}

void add_method(OptionReader& add, std::span<const CatalogueRow> catalogue, SolveOptions& options, Written& written) {
  MethodOptions& method = options.method;
  add.group("Method");
  add.words("--method", written.methods, "NAME[,NAME…]",
            "methods to run, or all, all-cg, all-bicgstab: those that suit the problem and the preconditioner\n"
            "(see `minikrylov list methods`)",
            words_for_methods(catalogue));
  add.choice("--preconditioner", written.preconditioner, "M; auto: jacobi where a method takes one:");
  add.choice("--zero-diagonal", method.preconditioning.zero_diagonal, "treatment of zero diagonal entries by jacobi:");
  add_preconditioner(add, written.preconditioning);
  add_mixed_precision(add, written.precision);
  add.choice("--nullspace", method.nullspace, "null space of A to be projected out by preconditioners:");
  add.choice("--formulation", method.formulation, "how statements of a method are run:");
  add.choice("--fuse", method.fuse, "statements around a product, in the merged formulation:");
  add.choice("--grouping", method.grouping, "grouping of statements into fused kernels, in the merged formulation:");
  add.choice("--reduction", method.reduction, "algorithm of sums over ranks:");
  add.choice("--mapping", written.mapping, "mapping of ranks to positions in an embedded reduction; auto: klr:");
  add.whole("--rhs", method.rhs, {1, max_width, "right-hand sides solved together"},
            "right-hand sides solved together, 1 to 32; as many as the files of --rhs-file and --solution-file have");
  add.choice("--norm", written.norm,
             "norm of the stopping test; auto: unpreconditioned, or natural where a method knows no other:");
  add.real("--rtol", method.rtol, 0, 1, "relative tolerance: a solve has converged when ‖r‖ ≤ X ‖b‖");
  add.whole("--max-iterations", method.max_iterations, not_negative("iterations"), "maximum number of iterations");
  add.whole("--restarts", method.restarts, not_negative("restarts"),
            "maximum number of restarts from the current x after a breakdown or stagnation, fewer without progress;\n"
            "auto: 10 for BiCGStab methods and pipecg-rr, 100 for plcg, 0 for others");
  add.whole("--pipeline-depth", method.pipeline_depth, {1, max_pipeline_depth, "reductions in flight"},
            "l of plcg: reductions in flight, 1 to 3");
  add.whole("--s-step", method.steps, {1, max_steps, "steps at a time"}, "s of s-step methods (ca-…), 1 to 16");
  add.choice("--basis", method.basis, "basis of s-step methods:");
  add.whole("--replace-every", method.replacement_period, positive("iterations"),
            "iterations between residual replacements of pipebicgstab-rr, ppipebicgstab-rr and s-step methods, besides "
            "those\n"
            "where the residual is about to leave b - A x; auto: only these");
  add.whole("--fixed-iterations", method.fixed_iterations, not_negative("iterations"),
            "run exactly this many iterations, without a test for convergence; auto: test for convergence");
}

void add_run(OptionReader& add, SolveOptions& options, Written& written) {
  add.group("Measurement and output");
  add.whole("--repetitions", options.run.repetitions, positive("timed solves"), "timed solves per method");
  add.whole("--warm-up", options.run.warm_up, not_negative("solves"), "untimed solves before them");
  add.flag("--detailed", options.run.detail, Detail::on,
           "also record the true residual of each iteration (in the untimed repetition)");
  add.real("--equal-accuracy", options.run.equal_accuracy,
           "compare methods at the time when the true residual ‖b - A x‖ reaches X ‖b‖, and report the minimum that\n"
           "each method attains; auto: each method stops by its own test");
  add.text("--output", written.output, "FILE", "write all measurements to this HDF5 file");
  add.text("--trace", written.trace, "FILE",
           "record when each rank ran which kernel, reduction and halo exchange (in the untimed repetition), for the\n"
           "trace viewers of Perfetto and Chrome");
  add.text("--dump-matrix", written.matrix, "FILE",
           "before the solves, write the matrix to this Matrix Market file, in the rows' global numbering");
  add.text("--dump-rhs", written.rhs, "FILE", "likewise the right-hand sides, as an array for --rhs-file");
  add.flag("--force", options.output.overwrite, OverwritePolicy::replace, "overwrite existing output files");
}

ProblemOptions finish_problem(ProblemOptions problem, ProblemKind kind, const Written& written,
                              Complaints& complaints) {
  problem.kind = kind;
  if (kind == ProblemKind::matrix_market)
    problem.matrix_file = written.file.matrix;
  else
    problem.size = size_for(properties_of(kind).dimensions, written.size, complaints);
  return problem;
}

PartitionOptions partition_for(ProblemKind kind, const Written& written, Complaints& complaints) {
  if (kind == ProblemKind::matrix_market) return parse_partition(written.file.partition, complaints);
  if (written.ranks_grid == "auto") return {};
  const auto n = parse_extents("--ranks-grid", written.ranks_grid, complaints);
  if (!n) return {};
  return {.ranks_grid = GridSize{(*n)[0], n->size() > 1 ? (*n)[1] : 1, n->size() > 2 ? (*n)[2] : 1}};
}

MatrixOptions finish_matrix(MatrixOptions matrix, const Written& written, Complaints& complaints) {
  const bool sell = row_of(matrix.format).chunking == Chunking::chunks;
  complaints.unless(sell || !written.chunk,
                    "--chunk has no effect (format crs has no chunks) omit it or use --format sell");
  complaints.unless(sell || !written.sigma,
                    "--sigma has no effect (format crs is not sorted) omit it or use --format sell");
  matrix.chunk = written.chunk.value_or(matrix.chunk);
  matrix.sigma = written.sigma.value_or(matrix.sigma);
  complaints.unless(std::find(std::begin(sell_chunks), std::end(sell_chunks), matrix.chunk) != std::end(sell_chunks),
                    "--chunk {} is not possible (products are compiled for fixed sizes) give {}", matrix.chunk,
                    alternatives(sell_chunks));
  return matrix;
}

/// Without colours, the rows of a triangle would be computed sequentially.
OrderingChoice usual_ordering(const MethodOptions& method) {
  return on_host || !any_preconditioner(method, stores_factors) ? OrderingChoice::natural : OrderingChoice::multicolour;
}

OutputOptions finish_output(OutputOptions output, const Written& written, Complaints& complaints) {
  if (!written.output.empty()) output.file = written.output;
  if (!written.trace.empty()) output.trace = written.trace;
  if (!written.matrix.empty()) output.matrix = written.matrix;
  if (!written.rhs.empty()) output.rhs = written.rhs;
  for (const auto& [flag, path] : {std::pair("--dump-matrix", written.matrix), std::pair("--dump-rhs", written.rhs)})
    complaints.unless(!path.ends_with(".gz"),
                      "{} {} would not be compressed (it is written as text) choose a name that ends in .mtx", flag,
                      path);
  return output;
}

void check_mapping(ReductionKind reduction, const Written& written, Complaints& complaints) {
  complaints.unless(reduction == ReductionKind::embedded || !written.mapping,
                    "--mapping has no effect (messages of a {} reduction carry no ghosts) omit it or use "
                    "--reduction embedded",
                    name_of(reduction));
}

void describe(CLI::App& app) {
  expect_words(app);
  app.allow_config_extras(CLI::config_extras_mode::capture);
  app.footer(
      "Example:\n  mpirun -n 4 minikrylov solve --problem poisson3d-27 --size 128 --method pcg --output results.h5\n"
      "Kokkos options (--kokkos-num-threads=2 …) may follow.");
}

}  // namespace

Command parse_solve(std::span<const std::string> words, const Surroundings& surroundings, Complaints& complaints) {
  CLI::App app("Assembles a problem, solves it by the chosen methods, checks, times and reports.", "minikrylov solve");
  describe(app);
  SolveOptions options;
  Written written;
  bool dump = false;
  OptionReader add(app);
  add_problem(add, options, written);
  add_method(add, surroundings.methods, options, written);
  WrittenNetwork network;
  add_network(add, options.network, network);
  std::string injected = "auto";
  add_simulation(add, options.network.simulation, injected);
  add_run(add, options, written);
  add_job_files(app, dump, complaints);
  if (const std::optional<std::string> help = add.read(words, complaints)) return PrintText{*help};

  complain_of_extras(app, complaints);
  add.convert(complaints);
  if (const auto kind = parse_choice<ProblemKind>(written.problem, complaints)) {
    check_matrix_file(*kind, written.file, {written.size, written.ranks_grid}, complaints);
    options.problem = finish_problem(options.problem, *kind, written, complaints);
    options.partition = partition_for(*kind, written, complaints);
  }
  options.matrix = finish_matrix(options.matrix, written, complaints);
  options.vectors = finish_vectors(written.vectors, complaints);
  options.method.methods = choose_methods({written.methods, written.preconditioner, written.norm},
                                          properties_of(options.problem.kind), surroundings.methods, complaints);
  options.ordering.ordering = written.ordering.value_or(usual_ordering(options.method));
  options.method.preconditioning = finish_preconditioner(options.method.preconditioning, options.method.methods,
                                                         written.preconditioning, complaints);
  options.method.mixed = finish_mixed_precision(written.precision, complaints);
  check_mapping(options.method.reduction, written, complaints);
  options.method.mapping = written.mapping.value_or(options.method.mapping);
  options.network = finish_network(options.network, network, complaints);
  options.network.simulation = finish_simulation(options.network.simulation, injected, complaints);
  const std::optional<double> accuracy = options.run.equal_accuracy;
  complaints.unless(!accuracy || (*accuracy > 0 && *accuracy < 1),
                    "--equal-accuracy {} is invalid (it is relative to ‖b‖, between 0 and 1) give one, like 1e-8",
                    accuracy.value_or(0));
  options.output = finish_output(options.output, written, complaints);
  options.job_file = job_file_of(app);
  check(options, surroundings, complaints);
  if (dump) return PrintText{job_file_text(app)};
  return options;
}

}  // namespace minikrylov
