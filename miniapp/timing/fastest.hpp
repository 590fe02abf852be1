// A choice by measurement, where machines are noisy.
#pragma once
#include <cstddef>
#include <functional>

namespace minikrylov {

/// The first of the candidates 0 … count-1 whose median time is at most 3 % above the least: in interleaved rounds,
/// after some that do not count. `seconds` runs a candidate; it has to return the same on all ranks, so that they
/// agree.
[[nodiscard]] std::size_t first_of_the_fastest(std::size_t count, const std::function<double(std::size_t)>& seconds);

}  // namespace minikrylov
