// The code of a piece's numbers: which is the narrowest that loses nothing, and writing it.
#pragma once
#include "kernels/formats/coded/codings.hpp"
#include "kernels/formats/coded/value_table.hpp"

namespace minikrylov::coded {

/// Which codes of numbers may be used.
enum class Allowed {
  all,
  tables,  ///< only tables, and doubles where they do not do
  narrow   ///< only narrower floating-point formats, likewise
};

/// The narrowest code that keeps every bit of these numbers.
[[nodiscard]] ValueCoding narrowest(std::span<const double> values, const ValueTable& table, Allowed allowed);

/// Writes numbers in a code that keeps them; `to` has room for bytes_of(coding, …).
void write_values(std::span<const double> values, int chunk, ValueCoding coding, const ValueTable& table,
                  unsigned char* to);

}  // namespace minikrylov::coded
