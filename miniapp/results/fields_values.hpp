// Converts members of records to field values; for fields.cpp.
#pragma once
#include <concepts>
#include <type_traits>

#include "miniapp/results/fields.hpp"

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

template <class M> struct Member;
template <class S, class T> struct Member<T S::*> {
  using Owner = S;
  using Type = T;
};

template <class T> struct KindOf { static constexpr FieldKind kind = FieldKind::text; };
template <std::integral T> struct KindOf<T> { static constexpr FieldKind kind = FieldKind::whole; };
template <> struct KindOf<double> { static constexpr FieldKind kind = FieldKind::real; };
template <> struct KindOf<Table> { static constexpr FieldKind kind = FieldKind::table; };
template <> struct KindOf<GridSize> { static constexpr FieldKind kind = FieldKind::wholes; };
template <> struct KindOf<std::vector<int>> { static constexpr FieldKind kind = FieldKind::wholes; };
template <> struct KindOf<std::vector<double>> { static constexpr FieldKind kind = FieldKind::reals; };
template <class T> struct KindOf<std::vector<T>> { static constexpr FieldKind kind = FieldKind::texts; };
template <class T> struct KindOf<std::optional<T>> : KindOf<T> {};

/// Empty tables and unset values are omitted from files.
template <class T> constexpr Presence presence_of = Presence::always;
template <> inline constexpr Presence presence_of<Table> = Presence::sometimes;
template <class T> inline constexpr Presence presence_of<std::optional<T>> = Presence::sometimes;

/// A member and its description; converts to a field of any structure that has the member, even by inheritance.
template <auto Place> struct MemberField {
  using Type = typename Member<decltype(Place)>::Type;
  std::string_view name, unit, meaning;
  ReportLine line;

  template <std::derived_from<typename Member<decltype(Place)>::Owner> S> constexpr operator Field<S>() const {
    return {.name = name,
            .unit = unit,
            .meaning = meaning,
            .line = line,
            .get = [](const S& record) { return value_of(record.*Place); },
            .kind = KindOf<Type>::kind,
            .presence = presence_of<Type>};
  }
};

/// The field that shows a member unchanged.
template <auto Place>
constexpr MemberField<Place> field(std::string_view name, std::string_view unit, std::string_view meaning,
                                   ReportLine line = ReportLine::none) {
  return {.name = name, .unit = unit, .meaning = meaning, .line = line};
}

/// A field computed from others: a number that is always present, unless stated otherwise.
template <class S, FieldKind Kind = FieldKind::real, Presence When = Presence::always>
constexpr Field<S> derived(std::string_view name, std::string_view unit, std::string_view meaning, ReportLine line,
                           FieldValue (*get)(const S&)) {
  return {.name = name, .unit = unit, .meaning = meaning, .line = line, .get = get, .kind = Kind, .presence = When};
}

}  // namespace minikrylov::field_values
