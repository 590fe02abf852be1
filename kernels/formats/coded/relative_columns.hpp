// The columns of a piece relative to its first row: hashed and compared.
#pragma once
#include <cstdint>
#include <span>

#include "kernels/core/types.hpp"
#include "kernels/formats/coded/hasher.hpp"

namespace minikrylov::coded {

/// Columns relative to `first_row`.
struct RelativeColumns {
  std::span<const LocalIndex> of;
  LocalIndex first_row;

  [[nodiscard]] std::size_t size() const { return of.size(); }
  [[nodiscard]] LocalIndex operator[](std::size_t e) const { return of[e] - first_row; }

  void add_to(Hasher& hasher) const {
    hasher.add(size(), [this](std::size_t e) { return static_cast<std::uint32_t>((*this)[e]); });
  }

  /// Does not stop at the first difference: those that are compared are almost always equal, and a loop without exits
  /// is compiled for registers.
  [[nodiscard]] bool operator==(const RelativeColumns& other) const {
    if (size() != other.size()) return false;
    LocalIndex differing = 0;
    for (std::size_t e = 0; e < size(); ++e) differing |= (*this)[e] ^ other[e];
    return differing == 0;
  }
};

}  // namespace minikrylov::coded
