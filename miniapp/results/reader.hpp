// Results files read again.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace minikrylov {

/// A solve that ran, as far as its file tells what it cost. All per iteration; of all ranks.
struct MeasuredSolve {
  std::string file, method, preconditioner, format;
  int ranks = 1, rhs = 1;
  std::int64_t rows = 0;
  double seconds = 0;  ///< the median
  double vectors_read = 0, vectors_written = 0, vectors_filled = 0, products = 0, preconditions = 0, sums = 0;
  double product_seconds = 0;     ///< of a product with one right-hand side, halo included; 0: unknown
  double product_triad = 0;       ///< bytes/s of all ranks together, measured beside it
  double precondition_bytes = 0;  ///< of one application; 0 where it joins the sweeps and has nothing to read
  double matrix_bytes = 0, vector_bytes = 0;
  double ghosts = 0, neighbours = 0;  ///< of the rank that has most
  double triad = 0;                   ///< bytes/s of all ranks together, measured beside the solve
  double hosts = 1;                   ///< that the ranks ran on
  double emulated_latency = 0;
};

/// The solves of a file that write_results() has written. The file may come from anybody: it is read in a process of
/// its own. Throws a SetupError that names the place in the file where it cannot be read. Not collective.
[[nodiscard]] std::vector<MeasuredSolve> read_solves(const std::string& path);

/// The same in this process, where a fault of the library that reads the file ends the program: for tests.
[[nodiscard]] std::vector<MeasuredSolve> read_solves_here(const std::string& path);

}  // namespace minikrylov
