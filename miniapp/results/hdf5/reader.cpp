// Reads solves from untrusted results files.
#include "miniapp/results/reader.hpp"

#include <cmath>
#include <limits>
#include <numeric>
#include <span>

#include "miniapp/metadata/sharing.hpp"
#include "miniapp/results/hdf5/guarded.hpp"
#include "miniapp/results/hdf5/untrusted.hpp"
#include "miniapp/results/results.hpp"
#include "miniapp/timing/product_rate.hpp"
#include "problems/require.hpp"

namespace minikrylov {
namespace {

using hdf5::UntrustedGroup;

constexpr double most_steps = 1000;   ///< more than any method takes
constexpr double most_threads = 1e6;  ///< more than any rank has

/// Bytes per application of M, if M runs as a separate kernel.
double precondition_bytes(const UntrustedGroup& solve) {
  double bytes = 0, calls = 0;
  for (const hdf5::KernelBytes& row : solve.kernels()) {
    if (row.name.find(" = M⁻¹ ") == std::string::npos || row.name.find(',') != std::string::npos) continue;
    bytes += row.bytes_read + row.bytes_written;
    calls += static_cast<double>(row.calls);
  }
  return calls > 0 ? bytes / calls : 0;
}

/// All timed solves, without the first iterations, in which pipelines fill; with them where there are few others.
std::vector<MeasuredRepetition> repetitions_of(const UntrustedGroup& solve) {
  if (!solve.has("iteration_seconds")) return {};  // of a solve without iterations
  constexpr std::size_t filling = 4;
  const Table times = solve.table("iteration_seconds");
  const std::vector<double> triads = solve.list("triads_beside");
  const auto optional_list = [&](const char* name) {
    return solve.has(name) ? solve.list(name) : std::vector<double>();
  };
  const std::vector<double> products = optional_list("products_beside"),
                            applications = optional_list("applications_beside");
  const std::size_t first = times.columns > 2 * filling ? filling : 0;
  std::vector<MeasuredRepetition> repetitions;
  for (std::size_t k = 0; k < std::min(times.rows(), triads.size()); ++k) {
    const auto row = std::span(times.values).subspan(k * times.columns + first, times.columns - first);
    repetitions.push_back({.seconds = std::reduce(row.begin(), row.end()) / static_cast<double>(row.size()),
                           .triad = triads[k],
                           .product = k < products.size() ? products[k] : 0,
                           .application = k < applications.size() ? applications[k] : 0});
  }
  return repetitions;
}

MeasuredSolve read_solve(const UntrustedGroup& file, const UntrustedGroup& solve) {
  const UntrustedGroup run = file.group("run"), problem = file.group("problem"), matrix = file.group("matrix");
  MeasuredSolve s;
  s.method = solve.word("method");
  s.preconditioner = solve.word("preconditioner");
  s.format = solve.word("format");
  s.formulation = solve.word("formulation");
  s.grouping = solve.word("grouping");
  s.reduction = solve.word("reduction");
  s.norm = solve.word("norm");
  s.powers_halo = solve.word("powers_halo");
  s.basis = solve.word("basis");
  s.steps = static_cast<int>(std::min(solve.amount("s_step"), most_steps));
  s.chebyshev_degree = static_cast<int>(std::min(solve.amount("chebyshev_degree"), most_steps));
  s.pipeline_depth = static_cast<int>(std::min(solve.amount("pipeline_depth"), most_steps));
  s.hidden_rows = solve.amount("hidden_rows");
  s.redundant_rows = solve.amount("redundant_rows");
  s.tile_rows = solve.amount("powers_tile_rows");
  s.tile_pass_seconds = solve.amount("powers_pass_seconds");
  s.tile_gain_products = std::min(solve.amount("powers_gain_products"), most_steps);
  s.tile_gain_triad = solve.amount("powers_gain_triad");
  s.ranks = static_cast<int>(solve.whole("ranks", {1, std::numeric_limits<int>::max()}));
  s.rhs = static_cast<int>(solve.whole("rhs", {1, std::numeric_limits<int>::max()}));
  s.rows = solve.whole("rows", {1, std::numeric_limits<std::int64_t>::max()});
  s.repetitions = repetitions_of(solve);
  s.vectors_read = solve.amount("vectors_read");
  s.vectors_written = solve.amount("vectors_written");
  s.vectors_filled = solve.amount("vectors_filled");
  s.products = solve.amount("products");
  s.preconditions = solve.amount("preconditions");
  s.sums = solve.amount("reductions_started");
  s.products_fused = solve.amount("products_fused");
  s.matrix_bytes = matrix.amount("matrix_bytes");
  s.vector_bytes = solve.amount("vector_bytes");
  if (const double rate = matrix.amount("product_bandwidth"); rate > 0)
    s.product_seconds = conventional_product_bytes(problem.amount("nonzeros"), static_cast<double>(s.rows)) / rate;
  if (const double median = matrix.amount("product_seconds"); median > 0) s.product_seconds = median;
  s.product_update = matrix.amount("product_update_bandwidth");
  s.product_triad = matrix.amount("product_triad_bandwidth");
  s.ghosts = problem.amount("ghosts_maximum");
  s.neighbours = problem.amount("neighbours_maximum");
  s.triad = solve.amount("triad_bandwidth");
  s.update = solve.amount("update_bandwidth");
  s.level = solve.word("working_set_level");
  s.level_triad = solve.amount("working_set_bandwidth");
  s.level_update = solve.amount("working_set_update_bandwidth");
  s.hosts = run.length("hosts");
  s.sharing =
      sharing_of(s.ranks * std::min(run.amount("threads"), most_threads), s.hosts * run.amount("hardware_threads"));
  s.emulated_latency = run.amount("emulated_latency");
  s.emulated_bandwidth = run.amount("emulated_bandwidth");
  s.emulated_noise = run.amount("emulated_noise");
  // A diagonal M is fused with other statements, which read it once for all right-hand sides.
  s.precondition_bytes = s.preconditioner == "jacobi" ? 8 * static_cast<double>(s.rows)
                         : s.preconditioner == "none" ? 0
                                                      : precondition_bytes(solve);
  if (s.preconditioner == "emulated") s.precondition_filled_bytes = s.precondition_bytes / 2;  // it copies
  return s;
}

/// Passes all fields of a solve to use(), in the order in which they are sent between processes.
template <class Solve, class Use> void for_fields(Solve& s, const Use& use) {
  use(s.method), use(s.preconditioner), use(s.format), use(s.ranks), use(s.rhs), use(s.rows), use(s.repetitions);
  use(s.vectors_read), use(s.vectors_written), use(s.vectors_filled), use(s.products), use(s.preconditions);
  use(s.sums), use(s.products_fused), use(s.product_seconds), use(s.product_triad), use(s.product_update);
  use(s.precondition_bytes), use(s.precondition_filled_bytes), use(s.matrix_bytes), use(s.vector_bytes), use(s.ghosts),
      use(s.neighbours);
  use(s.triad), use(s.update), use(s.hosts);
  use(s.formulation), use(s.grouping), use(s.reduction), use(s.norm), use(s.powers_halo), use(s.basis), use(s.steps);
  use(s.chebyshev_degree), use(s.pipeline_depth), use(s.hidden_rows), use(s.redundant_rows), use(s.tile_rows);
  use(s.tile_pass_seconds), use(s.tile_gain_products), use(s.tile_gain_triad), use(s.sharing), use(s.level),
      use(s.level_triad), use(s.level_update);
  use(s.emulated_latency), use(s.emulated_bandwidth), use(s.emulated_noise);
}

std::string packed(const std::vector<MeasuredSolve>& solves) {
  hdf5::Packer pack;
  for (const MeasuredSolve& solve : solves) for_fields(solve, pack);
  return pack.bytes();
}

std::vector<MeasuredSolve> unpacked(std::string_view bytes, const std::string& path) {
  std::vector<MeasuredSolve> solves;
  hdf5::Unpacker unpack(bytes);
  while (!unpack.at_end()) {
    for_fields(solves.emplace_back(), unpack);
    solves.back().file = path;
  }
  return solves;
}

}  // namespace

std::vector<MeasuredSolve> read_solves_here(const std::string& path) {
  const UntrustedGroup file = hdf5::open_untrusted(path);
  const std::string format = file.word("format");
  require(format == "miniKrylov results",
          "{} holds no solves (its format is \"{}\") use files written by solve --output", path, format);
  const std::int64_t version = file.whole("schema_version", {0, std::numeric_limits<int>::max()});
  require(version == schema_version,
          "{} has schema version {} (this program reads {}) use the program of the version that wrote it", path,
          version, schema_version);
  std::vector<MeasuredSolve> solves;
  const UntrustedGroup all = file.group("solves");
  int k = 0;
  do {  // a file without a first one is refused
    solves.push_back(read_solve(file, all.group(std::to_string(k))));
  } while (all.has(std::to_string(++k)));
  return solves;
}

std::vector<MeasuredSolve> read_solves(const std::string& path) {
  return unpacked(hdf5::in_child(path, [&] { return packed(read_solves_here(path)); }), path);
}

}  // namespace minikrylov
