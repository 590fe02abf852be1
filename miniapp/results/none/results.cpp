// Results in a build without HDF5: printed report only.
#include "miniapp/results/results.hpp"

#include "problems/require.hpp"

namespace minikrylov {

ResultsSupport results_support() { return ResultsSupport::none; }

void write_results(const std::string& path, const ResultsFile&, OverwritePolicy policy) {
  throw SetupError({objection_to(path, policy)});
}

std::string objection_to(const std::string& path, OverwritePolicy) {
  return fmt::format(
      "{} cannot be written (this build has no HDF5) omit --output, or build with MINIKRYLOV_ENABLE_HDF5=ON", path);
}

}  // namespace minikrylov
