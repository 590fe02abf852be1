// What a user asks for of `minikrylov accept`.
#pragma once
#include <optional>
#include <string>

#include "miniapp/accept/requirements.hpp"
#include "miniapp/settings/network_options.hpp"
#include "miniapp/settings/output_options.hpp"

namespace minikrylov {

/// An acceptance run. With the defaults it can be valid.
struct AcceptOptions {
  double seconds = 180;                 ///< of all timed sets together
  std::optional<int> size;              ///< points in each direction of all workloads; set: never valid
  std::optional<int> fixed_iterations;  ///< of all timed solves; set: never valid
  NetworkOptions network;
  std::optional<Requirements> requirements;
  std::string signed_by;            ///< who answers for the run
  std::optional<std::string> file;  ///< HDF5
  std::string text;                 ///< file of the signed-off report
  OverwritePolicy overwrite = OverwritePolicy::refuse;
  double bytes_per_rank = 0;  ///< memory that is free for each rank
};

}  // namespace minikrylov
