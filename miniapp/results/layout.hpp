// The contents of a job's files: each job registers its tables of fields, from which documentation is generated.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "miniapp/results/fields.hpp"

namespace minikrylov {

/// The description of a field, independent of its structure.
struct FieldInfo {
  std::string_view name, unit, meaning;
  FieldKind kind;
  Presence presence;
};

/// Fields that form one group or table in a file.
struct FieldTable {
  std::string_view place;    ///< "/solves/*/kernels"
  std::string_view heading;  ///< for documentation
  std::vector<FieldInfo> fields;
};

/// One kind of file.
struct FileLayout {
  std::string_view key;     ///< key in the schema
  std::string_view format;  ///< the attribute `format` of such a file
  std::vector<FieldTable> groups, tables;
};

template <class S> [[nodiscard]] FieldTable field_table(std::string_view place, std::string_view heading) {
  FieldTable table{place, heading, {}};
  for (const Field<S>& field : fields<S>())
    table.fields.push_back({.name = field.name,
                            .unit = field.unit,
                            .meaning = field.meaning,
                            .kind = field.kind,
                            .presence = field.presence});
  return table;
}

/// The layout of a `solve` job's file, to which all others add.
[[nodiscard]] FileLayout results_file_layout();

/// The groups, attributes and datasets of files as Markdown tables.
[[nodiscard]] std::string markdown_of_fields(std::span<const FileLayout> layouts);

/// The same as JSON: {"format", "schema_version", "groups": {"/run": [{"name", "kind", "unit", "presence",
/// "meaning"}, …], …}, "tables": …} for the first layout, and under its key what each other layout adds.
[[nodiscard]] std::string schema_of_fields(std::span<const FileLayout> layouts);

}  // namespace minikrylov
