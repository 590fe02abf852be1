// Reads results files.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace minikrylov {

/// A timed solve: its mean time per iteration, and right before and after it bytes/s of triads, of all ranks together,
/// and seconds of a product with one right-hand side, including the halo, and of an application of M. 0: unknown.
struct MeasuredRepetition {
  double seconds = 0, triad = 0, product = 0, application = 0;
};

/// A solve read from a file, with its costs per iteration, over all ranks.
struct MeasuredSolve {
  std::string file, method, preconditioner, format;
  std::string formulation, grouping, reduction, norm, powers_halo, basis;  ///< as recorded; empty: without effect
  int ranks = 1, rhs = 1;
  int steps = 0, chebyshev_degree = 0, pipeline_depth = 0;  ///< 0: none
  std::int64_t rows = 0;
  double hidden_rows = 0;         ///< computed during halo exchanges, of all ranks
  double redundant_rows = 0;      ///< computed per pass over powers of A, of all ranks and chains
  double tile_rows = 0;           ///< of the tiles of this pass; 0: one product after the other
  double tile_pass_seconds = 0;   ///< of a pass in these tiles, as measured at set-up, halo included; 0: unknown
  double tile_gain_products = 0;  ///< products of this pass; 0: unknown
  double tile_gain_triad = 0;     ///< bytes/s of all ranks together between these passes; 0: unknown
  std::vector<MeasuredRepetition> repetitions;
  double vectors_read = 0, vectors_written = 0, vectors_filled = 0, products = 0, preconditions = 0, sums = 0;
  double products_fused = 0;             ///< with what follows them, sums among that
  double product_seconds = 0;            ///< of a product with one right-hand side, including the halo; 0: unknown
  double product_triad = 0;              ///< bytes/s of all ranks together, measured beside it
  double product_update = 0;             ///< the same of updates in place; 0: unknown
  double precondition_bytes = 0;         ///< per application; 0 where it is fused and reads nothing
  double precondition_filled_bytes = 0;  ///< of these, written without being read before
  double precondition_seconds = 0;       ///< per application, beside a repetition; 0: unknown
  double matrix_bytes = 0, vector_bytes = 0;
  double ghosts = 0, neighbours = 0;  ///< maximum over ranks
  double triad = 0;                   ///< bytes/s of all ranks together, measured beside the solve
  double update = 0;                  ///< the same of updates in place; 0: unknown
  std::string level;                  ///< L2, L3 or memory: where the working set lies
  double level_triad = 0;             ///< bytes/s of all ranks together, where the working set lies
  double level_update = 0;            ///< the same of updates in place; 0: unknown
  double hosts = 1;                   ///< number of hosts
  double sharing = 1;                 ///< threads of ranks per hardware thread, at least 1
  double emulated_latency = 0, emulated_bandwidth = 0, emulated_noise = 0;  ///< 0: not emulated
};

/// The solves of a file written by write_results(). The file is untrusted and is read in a separate process. Throws a
/// SetupError that names the place in the file that cannot be read. Not collective.
[[nodiscard]] std::vector<MeasuredSolve> read_solves(const std::string& path);

/// The same within this process, where a fault in the HDF5 library ends the program: for tests.
[[nodiscard]] std::vector<MeasuredSolve> read_solves_here(const std::string& path);

}  // namespace minikrylov
