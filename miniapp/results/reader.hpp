// Results files read again.
#pragma once
#include <string>
#include <vector>

#include "miniapp/model/compare.hpp"

namespace minikrylov {

/// The solves of a file that write_results() has written. Throws a SetupError where it cannot be read. Not collective.
[[nodiscard]] std::vector<MeasuredSolve> read_solves(const std::string& path);

}  // namespace minikrylov
