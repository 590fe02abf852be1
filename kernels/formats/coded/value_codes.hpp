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

/// A code, and the bytes that some numbers take in it.
struct ValueCode {
  ValueCoding coding;
  Offset bytes;
};

/// The narrowest code that keeps every bit of these numbers, which are those of `chunk` rows.
[[nodiscard]] ValueCode narrowest(std::span<const double> values, int chunk, const ValueTable& table, Allowed allowed);

/// Writes numbers in a code that keeps them; `to` has room for their bytes.
void write_values(std::span<const double> values, int chunk, ValueCoding coding, const ValueTable& table,
                  unsigned char* to);

}  // namespace minikrylov::coded
