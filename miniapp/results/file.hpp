// The content of a results file as a tree of groups, independent of file formats and jobs.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "miniapp/results/fields.hpp"

namespace minikrylov {

/// A text or a number (an attribute of its group), a list or a table of numbers (a dataset); monostate is left out.
struct NamedValue {
  std::string_view name, unit, meaning;
  FieldValue value;
};

/// A column of a table with compound rows: texts, integers or reals, the same kind in all rows.
struct Column {
  std::string_view name, unit;
  std::vector<FieldValue> values;  ///< one per row; without rows, a single one that determines the kind
};

struct RowTable {
  std::string name;
  std::size_t rows = 0;
  std::vector<Column> columns;
};

struct ResultsGroup {
  std::string name;
  std::vector<NamedValue> values{};
  std::vector<RowTable> tables{};
  std::vector<ResultsGroup> groups{};
};

struct ResultsFile {
  std::string_view format;
  std::vector<ResultsGroup> groups;
};

/// All fields of a record.
template <class S> [[nodiscard]] std::vector<NamedValue> values_of(const S& record) {
  std::vector<NamedValue> values;
  for (const Field<S>& field : fields<S>())
    values.push_back({.name = field.name, .unit = field.unit, .meaning = field.meaning, .value = field.get(record)});
  return values;
}

/// One row per record, one column per field.
template <class S> [[nodiscard]] RowTable table_of(std::string name, const std::vector<S>& rows) {
  RowTable table{std::move(name), rows.size(), {}};
  for (const Field<S>& field : fields<S>()) {
    Column& column = table.columns.emplace_back(Column{field.name, field.unit, {}});
    for (const S& row : rows) column.values.push_back(field.get(row));
    if (rows.empty()) column.values.push_back(field.get(S{}));
  }
  return table;
}

/// The meanings of a structure's fields, for those without a dataset to carry them.
template <class S> [[nodiscard]] RowTable meanings_of(std::string name) {
  RowTable table{std::move(name), fields<S>().size(), {{"name", "", {}}, {"unit", "", {}}, {"meaning", "", {}}}};
  for (const Field<S>& field : fields<S>()) {
    table.columns[0].values.emplace_back(std::string(field.name));
    table.columns[1].values.emplace_back(std::string(field.unit));
    table.columns[2].values.emplace_back(std::string(field.meaning));
  }
  return table;
}

/// The group /solves, with a subgroup per solve.
[[nodiscard]] ResultsGroup group_of(const std::vector<SolveRecord>& solves);

/// The contents of the file of a `solve` job.
[[nodiscard]] ResultsFile contents_of(const Record& record);

}  // namespace minikrylov
