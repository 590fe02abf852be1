// The code of a piece's numbers: finds the narrowest lossless one and writes it.
#pragma once
#include "kernels/formats/coded/codings.hpp"
#include "kernels/formats/coded/value_table.hpp"

namespace minikrylov::coded {

/// Which codes of numbers may be used.
enum class Allowed {
  all,
  tables,  ///< only tables, and doubles where these do not suffice
  narrow   ///< only narrower floating-point formats, likewise
};

/// The narrowest code that keeps every bit of these numbers, which are those of `chunk` rows.
[[nodiscard]] ValueCoding narrowest(std::span<const double> values, int chunk, const ValueTable& table,
                                    Allowed allowed);

/// Bytes of these numbers in a code that keeps them.
[[nodiscard]] Offset bytes_of(ValueCoding coding, std::span<const double> values, int chunk);

/// Writes numbers in a code that keeps them; `to` has room for bytes_of(coding, values, chunk).
void write_values(std::span<const double> values, int chunk, ValueCoding coding, const ValueTable& table,
                  unsigned char* to);

}  // namespace minikrylov::coded
