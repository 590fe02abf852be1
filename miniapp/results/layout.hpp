// What the files of a job hold: each job registers its tables of fields, and documents are made of them.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "miniapp/results/fields.hpp"

namespace minikrylov {

/// What is said of a field, whatever structure it belongs to.
struct FieldInfo {
  std::string_view name, unit, meaning;
  FieldKind kind;
  Presence presence;
};

/// Fields that stand together in a file.
struct FieldTable {
  std::string_view place;    ///< "/solves/*/kernels"
  std::string_view heading;  ///< the same for people
  std::vector<FieldInfo> fields;
};

/// One kind of file.
struct FileLayout {
  std::string_view key;     ///< in the schema
  std::string_view format;  ///< the attribute `format` of such a file
  std::vector<FieldTable> groups, tables;
};

template <class S> [[nodiscard]] FieldTable field_table(std::string_view place, std::string_view heading) {
  FieldTable table{place, heading, {}};
  for (const Field<S>& field : fields<S>())
    table.fields.push_back({field.name, field.unit, field.meaning, field.kind, field.presence});
  return table;
}

/// That of a `solve` job, to which all others add.
[[nodiscard]] FileLayout results_file_layout();

/// The groups, attributes and datasets of files as Markdown tables.
[[nodiscard]] std::string markdown_of_fields(std::span<const FileLayout> layouts);

/// The same for programs, as JSON: {"format", "schema_version", "groups": {"/run": [{"name", "kind", "unit",
/// "presence", "meaning"}, …], …}, "tables": …} of the first layout, and under its key what each other one adds.
[[nodiscard]] std::string schema_of_fields(std::span<const FileLayout> layouts);

}  // namespace minikrylov
