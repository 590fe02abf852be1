// Decides by measurement whether compression of the matrix pays off.
#pragma once
#include <vector>

#include "comm/runtime/communicator.hpp"
#include "miniapp/system/system.hpp"

namespace minikrylov {

/// Of a system with both forms of its matrix, keeps one: the compressed one if products with `width` vectors are more
/// than 3 % faster with it on the slowest rank, otherwise the plain one. The same on all ranks. Collective.
[[nodiscard]] System with_faster_matrix(System system, int width, const Communicator& ranks);

/// The same from the `times` of products with the plain and with the compressed matrix, whose ratio becomes the gain in
/// its coding.
[[nodiscard]] System with_matrix_of_times(System system, const std::vector<double>& times);

}  // namespace minikrylov
