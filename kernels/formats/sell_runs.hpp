// Runs of chunks alike.
#pragma once
#include <cstdint>

#include "kernels/formats/sell_columns.hpp"

namespace minikrylov {

/// For each chunk how many chunks from it on, up to 255, are regular and of one length; 0 for one that is not regular,
/// or empty. Within a line of a grid all chunks are, so that a product asks once for all of them where their entries
/// and columns begin.
[[nodiscard]] Array<std::uint8_t> runs_of_chunks(const SellArrays& sell, const SellColumns& compact);

}  // namespace minikrylov
