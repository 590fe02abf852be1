// Solves read back from results files.
#include "miniapp/results/reader.hpp"

#include <fmt/format.h>

#include "miniapp/results/hdf5/handles.hpp"
#include "miniapp/results/results.hpp"
#include "miniapp/timing/product_rate.hpp"
#include "problems/require.hpp"

namespace minikrylov {
namespace {

using hdf5::checked;
using hdf5::Handle;

Handle open_group(hid_t parent, const std::string& name) {
  return {H5Gopen2(parent, name.c_str(), H5P_DEFAULT), "H5Gopen2", H5Gclose};
}

/// A number, or `otherwise` where it was not recorded.
double number(hid_t group, const char* name, double otherwise = 0) {
  if (H5Aexists(group, name) <= 0) return otherwise;
  const Handle attribute(H5Aopen(group, name, H5P_DEFAULT), "H5Aopen", H5Aclose);
  double value = 0;
  checked(H5Aread(attribute, H5T_NATIVE_DOUBLE, &value), "H5Aread");
  return value;
}

std::string word(hid_t group, const char* name) {
  if (H5Aexists(group, name) <= 0) return "";
  const Handle attribute(H5Aopen(group, name, H5P_DEFAULT), "H5Aopen", H5Aclose);
  char* text = nullptr;
  checked(H5Aread(attribute, hdf5::text_type(), &text), "H5Aread");
  std::string copy = text == nullptr ? "" : text;
  H5free_memory(text);
  return copy;
}

/// Entries of a list.
double length(hid_t group, const char* name) {
  const Handle dataset(H5Dopen2(group, name, H5P_DEFAULT), "H5Dopen2", H5Dclose);
  const Handle space(H5Dget_space(dataset), "H5Dget_space", H5Sclose);
  return static_cast<double>(H5Sget_simple_extent_npoints(space));
}

/// A row of the table of kernels, as far as it is wanted here.
struct KernelBytes {
  const char* name;
  std::int64_t calls;
  double bytes_read, bytes_written;
};

/// Bytes of one application of M, where M is a kernel of its own.
double precondition_bytes(hid_t solve) {
  const Handle dataset(H5Dopen2(solve, "kernels", H5P_DEFAULT), "H5Dopen2", H5Dclose);
  const Handle space(H5Dget_space(dataset), "H5Dget_space", H5Sclose);
  std::vector<KernelBytes> rows(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
  const Handle type(H5Tcreate(H5T_COMPOUND, sizeof(KernelBytes)), "H5Tcreate", H5Tclose);
  const Handle text = hdf5::text_type();
  checked(H5Tinsert(type, "name", HOFFSET(KernelBytes, name), text), "H5Tinsert");
  checked(H5Tinsert(type, "calls", HOFFSET(KernelBytes, calls), H5T_NATIVE_INT64), "H5Tinsert");
  checked(H5Tinsert(type, "bytes_read", HOFFSET(KernelBytes, bytes_read), H5T_NATIVE_DOUBLE), "H5Tinsert");
  checked(H5Tinsert(type, "bytes_written", HOFFSET(KernelBytes, bytes_written), H5T_NATIVE_DOUBLE), "H5Tinsert");
  if (rows.empty()) return 0;
  checked(H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, rows.data()), "H5Dread");
  double bytes = 0;
  std::int64_t calls = 0;
  for (const KernelBytes& row : rows) {
    const std::string name = row.name;
    if (name.find(" = M⁻¹ ") == std::string::npos || name.find(',') != std::string::npos) continue;
    bytes += row.bytes_read + row.bytes_written;
    calls += row.calls;
  }
  checked(H5Dvlen_reclaim(type, space, H5P_DEFAULT, rows.data()), "H5Dvlen_reclaim");
  return calls > 0 ? bytes / static_cast<double>(calls) : 0;
}

MeasuredSolve read_solve(hid_t file, hid_t solve) {
  const Handle run = open_group(file, "run"), problem = open_group(file, "problem"),
               matrix = open_group(file, "matrix");
  MeasuredSolve s;
  s.method = word(solve, "method");
  s.preconditioner = word(solve, "preconditioner");
  s.format = word(solve, "format");
  s.ranks = static_cast<int>(number(solve, "ranks", 1));
  s.rhs = static_cast<int>(number(solve, "rhs", 1));
  s.rows = static_cast<std::int64_t>(number(solve, "rows"));
  s.seconds = number(solve, "seconds_per_iteration_median");
  s.vectors_read = number(solve, "vectors_read");
  s.vectors_written = number(solve, "vectors_written");
  s.vectors_filled = number(solve, "vectors_filled");
  s.products = number(solve, "products");
  s.preconditions = number(solve, "preconditions");
  s.sums = number(solve, "reductions_started");
  s.matrix_bytes = number(matrix, "matrix_bytes");
  s.vector_bytes = number(solve, "vector_bytes");
  if (const double rate = number(matrix, "product_bandwidth"); rate > 0)
    s.product_seconds = conventional_product_bytes(number(problem, "nonzeros"), static_cast<double>(s.rows)) / rate;
  s.product_triad = number(matrix, "product_triad_bandwidth");
  s.ghosts = number(problem, "ghosts_maximum");
  s.neighbours = number(problem, "neighbours_maximum");
  s.triad = number(solve, "triad_bandwidth");
  s.hosts = length(run, "hosts");
  s.emulated_latency = number(run, "emulated_latency");
  // A diagonal M joins the sweeps, which read it once for all right-hand sides.
  s.precondition_bytes = s.preconditioner == "jacobi" ? 8 * static_cast<double>(s.rows)
                         : s.preconditioner == "none" ? 0
                                                      : precondition_bytes(solve);
  return s;
}

}  // namespace

std::vector<MeasuredSolve> read_solves(const std::string& path) {
  checked(H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr), "H5Eset_auto2");
  const hid_t opened = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  require(opened >= 0,
          "{} cannot be read (it is not there, or no HDF5 file) give files that solve --output has written", path);
  const Handle file(opened, "H5Fopen", H5Fclose);
  require(word(file, "format") == "miniKrylov results",
          "{} holds no solves (its format is \"{}\") give files that solve --output has written", path,
          word(file, "format"));
  require(number(file, "schema_version") == schema_version,
          "{} has schema version {} (this program reads {}) use the program of the version that wrote it", path,
          number(file, "schema_version"), schema_version);
  std::vector<MeasuredSolve> solves;
  const Handle all = open_group(file, "solves");
  for (int k = 0; H5Lexists(all, std::to_string(k).c_str(), H5P_DEFAULT) > 0; ++k) {
    const Handle solve = open_group(all, std::to_string(k));
    solves.push_back(read_solve(file, solve));
    solves.back().file = path;
  }
  return solves;
}

}  // namespace minikrylov
