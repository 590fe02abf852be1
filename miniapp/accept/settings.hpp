// User settings of `minikrylov accept`.
#pragma once
#include <optional>
#include <string>

#include "miniapp/accept/requirements.hpp"
#include "miniapp/settings/network_options.hpp"
#include "miniapp/settings/output_options.hpp"
#include "miniapp/settings/tune_options.hpp"

namespace minikrylov {

/// An acceptance run. The defaults allow a valid result.
struct AcceptOptions {
  double seconds = 180;                 ///< total time of all timed sets
  std::optional<int> size;              ///< points in each direction of all workloads; set: result invalid
  std::optional<int> fixed_iterations;  ///< of all timed solves; set: result invalid
  Tune tune = Tune::off;
  NetworkOptions network;
  std::optional<Requirements> requirements;
  std::string signed_by;            ///< who is responsible for the run
  std::optional<std::string> file;  ///< HDF5
  std::string text;                 ///< path of the signed-off report
  OverwritePolicy overwrite = OverwritePolicy::refuse;
  double bytes_per_rank = 0;  ///< free memory per rank
};

}  // namespace minikrylov
