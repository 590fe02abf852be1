// Times groups of vector updates, separate and merged.
#pragma once
#include "comm/runtime/communicator.hpp"
#include "miniapp/merging/record.hpp"

namespace minikrylov {

/// Vectors of `rows` rows and `rhs` right-hand sides, in which place.
struct MergingCase {
  VectorsIn place = VectorsIn::memory;
  LocalIndex rows = 0;
  int rhs = 1;
  int samples = 30;
};

/// All three groups of updates, sample by sample in turn, so that noise meets them alike. Collective.
[[nodiscard]] std::vector<MergingRow> measure_merging(const MergingCase& how, const Communicator& ranks);

}  // namespace minikrylov
