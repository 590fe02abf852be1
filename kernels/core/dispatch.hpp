// From a number that is known at run time to a kernel that was compiled for it, by one table of such numbers.
#pragma once
#include <cstddef>
#include <iterator>
#include <string>
#include <type_traits>

namespace minikrylov {

/// use(N), as a type, with the N of `table` that equals `value`; otherwise() where there is none. `table`: a constexpr
/// array; both calls return the same type.
template <const auto& table, std::size_t I = 0, class Use, class Otherwise>
auto dispatch(int value, const Use& use, const Otherwise& otherwise) {
  if constexpr (I == std::size(table)) {
    return otherwise();
  } else {
    if (value == table[I]) return use(std::integral_constant<int, table[I]>());
    return dispatch<table, I + 1>(value, use, otherwise);
  }
}

/// The numbers of a table as in a sentence: "2, 4 or 8".
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
