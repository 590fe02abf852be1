// The context in which the settings of a job are checked: available methods and resources.
#pragma once
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "miniapp/methods/catalogue.hpp"

namespace minikrylov {

/// Why simulated ranks start no sums by MPI.
inline constexpr std::string_view simulated_allreduce =
    "SMPI's MPI_Iallreduce is a linear exchange, in which each rank sends to all others: that says nothing about real "
    "ones";

/// The available methods, and the resources of this run.
struct Surroundings {
  std::span<const CatalogueRow> methods;
  int ranks = 1;
  double bytes_per_rank = std::numeric_limits<double>::infinity();  ///< free memory per rank
  std::string objection_to_progress_thread{};                       ///< empty: --progress thread is possible
  double bytes_of_host = std::numeric_limits<double>::infinity();   ///< free memory on the host of rank 0
  std::vector<std::string> objections_to_reserved_cores{};          ///< empty: as many as asked for
  int reserved_cores = 0;                                           ///< as the threads of this rank were started
  std::string simulator{};                                          ///< of the ranks; empty: they are real
};

}  // namespace minikrylov
