// Which compressions look at whole chunks.
#pragma once
#include "miniapp/settings/names.hpp"

namespace minikrylov {

/// Whether what repeats in a matrix is stored once: other compressions code single numbers.
[[nodiscard]] constexpr bool stores_repeats_once(Compression compression) {
  return compression == Compression::lossless || compression == Compression::automatic;
}

}  // namespace minikrylov
