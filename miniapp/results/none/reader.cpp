// Results cannot be read in a build without HDF5.
#include "miniapp/results/reader.hpp"

#include "problems/require.hpp"

namespace minikrylov {

std::vector<MeasuredSolve> read_solves(const std::string& path) {
  require(false, "{} cannot be read (this build has no HDF5) build with MINIKRYLOV_ENABLE_HDF5=ON", path);
  return {};
}

std::vector<MeasuredSolve> read_solves_here(const std::string& path) { return read_solves(path); }

}  // namespace minikrylov
