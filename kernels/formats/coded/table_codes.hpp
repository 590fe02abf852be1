// Numbers as places in the table of a matrix.
#pragma once
#include "kernels/formats/coded/value_table.hpp"

namespace minikrylov::coded {

/// The code with the smallest table that holds all of these numbers, which are those of `chunk` rows; `full` if none
/// does.
[[nodiscard]] ValueCoding in_table(std::span<const double> values, int chunk, const ValueTable& table);

/// Writes their places in a table of N numbers that holds them: words side by side, each from left to right along a
/// row.
template <int N>
void write_places(std::span<const double> values, int chunk, const ValueTable& table, unsigned char* to);

}  // namespace minikrylov::coded
