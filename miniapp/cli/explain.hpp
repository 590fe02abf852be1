// Implements `minikrylov explain`: a method's algorithm as it runs.
#pragma once
#include <string>

#include "miniapp/methods/catalogue.hpp"

namespace minikrylov {

/// Line by line what an iteration computes, reads and writes, and which reductions it starts, finishes and hides. All
/// of it is observed on a small system on this rank, s-step methods with `steps` steps at a time. Not collective.
[[nodiscard]] std::string explain(const CatalogueRow& row, int steps);

}  // namespace minikrylov
