// Dispatch from a run-time number to code compiled for it, by a table of such numbers.
#pragma once
#include <cstddef>
#include <iterator>
#include <string>
#include <type_traits>

namespace minikrylov {

/// Calls use(std::integral_constant<int, N>) with the N in `table` that equals `value`, or otherwise() if there is
/// none. `table` is a constexpr array; both functions return the same type.
template <const auto& table, std::size_t I = 0, class Use, class Otherwise>
auto dispatch(int value, const Use& use, const Otherwise& otherwise) {
  if constexpr (I == std::size(table)) {
    return otherwise();
  } else {
    if (value == table[I]) return use(std::integral_constant<int, table[I]>());
    return dispatch<table, I + 1>(value, use, otherwise);
  }
}

/// The numbers of a table in words: "2, 4 or 8".
template <class Table> std::string alternatives(const Table& table) {
  std::string text;
  std::size_t left = std::size(table);
  for (const int number : table) {
    text += std::to_string(number);
    if (--left > 0) text += left == 1 ? " or " : ", ";
  }
  return text;
}

}  // namespace minikrylov
