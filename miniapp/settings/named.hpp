// Names for the values of an enum: one table per enum serves parser, help, lists, results, report and tests.
#pragma once
#include <array>
#include <string_view>

namespace minikrylov {

/// A name, the value that it stands for, and a one-line description.
template <class E> struct Name {
  std::string_view text;
  E value;
  std::string_view help;
};

/// What names of this kind are called (`noun`), and all of them (`table`).
template <class E> struct Names;

/// An enum with a table of names.
template <class E> concept Named = requires { Names<E>::table; };

/// The name of `value`.
template <Named E> [[nodiscard]] constexpr std::string_view name_of(E value) {
  for (const auto& name : Names<E>::table)
    if (name.value == value) return name.text;
  return "?";
}

/// All names of a kind, in the order of the table.
template <Named E> [[nodiscard]] constexpr auto words_of() {
  std::array<std::string_view, Names<E>::table.size()> words;
  for (std::size_t k = 0; k < words.size(); ++k) words[k] = Names<E>::table[k].text;
  return words;
}

/// The table of an enum from rows that have, besides more, a name, a value and a description.
template <class E, class Row, std::size_t N>
constexpr std::array<Name<E>, N> names_from(const std::array<Row, N>& rows, E Row::*value) {
  std::array<Name<E>, N> names{};
  for (std::size_t k = 0; k < N; ++k) names[k] = {rows[k].name, rows[k].*value, rows[k].help};
  return names;
}

}  // namespace minikrylov
