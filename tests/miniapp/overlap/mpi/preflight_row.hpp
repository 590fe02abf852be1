// One row of the pre-flight check.
#pragma once
#include <algorithm>
#include <string_view>

#include "miniapp/overlap/preflight.hpp"

namespace minikrylov::test {

/// Runs the check; returns the row whose question begins so, which must be there. Collective.
inline PreflightRow preflight_row(std::string_view begin, const Communicator& ranks) {
  const std::vector<PreflightRow> rows = preflight(ranks);
  return *std::find_if(rows.begin(), rows.end(), [&](const PreflightRow& row) { return row.check.starts_with(begin); });
}

}  // namespace minikrylov::test
