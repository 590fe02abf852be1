// Turns members of records into field values; for fields.cpp.
#pragma once
#include <type_traits>

#include "miniapp/fields.hpp"

namespace minikrylov::field_values {

inline FieldValue value_of(double x) { return x; }
inline FieldValue value_of(const std::string& text) { return text; }
inline FieldValue value_of(const Table& table) { return table.values.empty() ? FieldValue() : table; }
inline FieldValue value_of(const std::vector<double>& list) { return list; }
inline FieldValue value_of(const std::vector<std::string>& list) { return list; }
inline FieldValue value_of(GridSize size) { return std::vector<std::int64_t>{size.x, size.y, size.z}; }
inline FieldValue value_of(Ending ending) { return std::string(name_of(ending)); }
template <Named E> FieldValue value_of(E word) { return std::string(name_of(word)); }
template <std::integral N> FieldValue value_of(N number) { return std::int64_t{number}; }
template <class T> FieldValue value_of(const std::optional<T>& value) {
  return value ? value_of(*value) : FieldValue();
}
inline FieldValue value_of(const std::vector<int>& list) { return std::vector<std::int64_t>(list.begin(), list.end()); }
inline FieldValue value_of(const std::vector<Ending>& endings) {
  std::vector<std::string> words;
  for (const Ending ending : endings) words.emplace_back(name_of(ending));
  return words;
}

template <class M> struct Owner;
template <class S, class T> struct Owner<T S::*> { using Type = S; };

/// The field that shows a member as it is.
template <auto Member>
constexpr auto field(std::string_view name, std::string_view unit, std::string_view meaning,
                     ReportLine line = ReportLine::none) {
  using S = typename Owner<decltype(Member)>::Type;
  return Field<S>{name, unit, meaning, line, [](const S& record) { return value_of(record.*Member); }};
}

/// A field that is computed from others.
template <class S>
constexpr Field<S> derived(std::string_view name, std::string_view unit, std::string_view meaning, ReportLine line,
                           FieldValue (*get)(const S&)) {
  return {name, unit, meaning, line, get};
}

}  // namespace minikrylov::field_values
