// What the settings of a job are checked against, besides one another.
#pragma once
#include <limits>
#include <span>
#include <string>

#include "miniapp/methods/catalogue.hpp"

namespace minikrylov {

/// The methods that there are, and what this run has.
struct Surroundings {
  std::span<const CatalogueRow> methods;
  int ranks = 1;
  double bytes_per_rank = std::numeric_limits<double>::infinity();  ///< memory that is free for each rank
  std::string objection_to_progress_thread{};                       ///< empty: --progress thread is possible
  double bytes_of_host = std::numeric_limits<double>::infinity();   ///< memory that is free on the host of rank 0
};

}  // namespace minikrylov
