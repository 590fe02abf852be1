// A method made ready to be measured. For solve.cpp.
#pragma once
#include "miniapp/solve/stages.hpp"
#include "miniapp/system/sums.hpp"

namespace minikrylov {

/// What a solve is made of besides M and the precision of its matrix.
struct Making {
  const ChosenMethod& chosen;
  const MethodOptions& how;
  const NetworkOptions& network;
  const MethodParameters& parameters;
  const Sums& sums;
  VectorPool& pool;
  const SolveInputs& inputs;
};

/// The solve with M and a matrix of this precision. M and `truth` must outlive it, as must what `from` refers to.
/// Collective.
[[nodiscard]] Measured measured_of(const Making& from, const MixedPrecision& mixed, const Preconditioner& M,
                                   const TrueResidual& truth);

}  // namespace minikrylov
