// The code of one chunk: which is the narrowest that loses nothing, and writing it.
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

/// The narrowest code of these columns, of C rows each.
[[nodiscard]] ColumnCoding narrowest(std::span<const LocalIndex> columns, int chunk);

/// Writes numbers in a code that keeps them; `to` has room for bytes_of(coding, …).
void write_values(std::span<const double> values, int chunk, ValueCoding coding, const ValueTable& table,
                  unsigned char* to);

/// Writes columns relative to row `first`, likewise.
void write_columns(std::span<const LocalIndex> columns, int chunk, LocalIndex first, ColumnCoding coding,
                   unsigned char* to);

}  // namespace minikrylov::coded
