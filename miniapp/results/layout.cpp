// The lists of fields as Markdown and JSON.
#include "miniapp/results/layout.hpp"

#include <fmt/ranges.h>

#include "miniapp/results/results.hpp"

namespace minikrylov {
namespace {

std::string markdown_of(const FieldTable& table) {
  std::string text = fmt::format("### {}\n\n| name | unit | meaning |\n| --- | --- | --- |\n", table.heading);
  for (const FieldInfo& field : table.fields)
    text += fmt::format("| `{}` | {} | {} |\n", field.name, field.unit, field.meaning);
  return text + "\n";
}

std::string_view word_for(FieldKind kind) {
  switch (kind) {
    case FieldKind::whole:
      return "whole";
    case FieldKind::real:
      return "real";
    case FieldKind::text:
      return "text";
    case FieldKind::wholes:
      return "list of whole";
    case FieldKind::reals:
      return "list of real";
    case FieldKind::texts:
      return "list of text";
    case FieldKind::table:
      return "table of real";
  }
  return "";
}

std::string json_of(const std::vector<FieldTable>& tables) {
  std::vector<std::string> entries;
  for (const FieldTable& table : tables) {
    std::string members;
    for (const FieldInfo& field : table.fields)
      members += fmt::format(
          "{}\n    {{\"name\": \"{}\", \"kind\": \"{}\", \"unit\": \"{}\", \"presence\": \"{}\", \"meaning\": \"{}\"}}",
          members.empty() ? "" : ",", field.name, word_for(field.kind), field.unit,
          field.presence == Presence::always ? "always" : "sometimes", field.meaning);
    entries.push_back(fmt::format("  \"{}\": [{}\n  ]", table.place, members));
  }
  return fmt::format("{{\n{}\n }}", fmt::join(entries, ",\n"));
}

}  // namespace

FileLayout results_file_layout() {
  return {
      .key = "results",
      .format = "miniKrylov results",
      .groups = {field_table<RunRecord>("/run", "`/run`: attributes and datasets"),
                 field_table<SystemDescription>("/problem", "`/problem`: attributes and datasets"),
                 field_table<MatrixRecord>("/matrix", "`/matrix`: attributes and datasets"),
                 field_table<SolveRecord>("/solves/*", "`/solves/<k>`: attributes and datasets, k = 0, 1, …")},
      .tables = {
          field_table<KernelRow>("/solves/*/kernels", "`/solves/<k>/kernels`: a table, one row per kernel"),
          field_table<ReductionRow>("/solves/*/reductions", "`/solves/<k>/reductions`: a table, one row per reduction"),
          field_table<TimelineRow>(
              "/solves/*/timeline",
              "`/solves/<k>/timeline`: a table, one row per span of time in two iterations, or one block of s")}};
}

std::string markdown_of_fields(std::span<const FileLayout> layouts) {
  std::string text;
  for (const FileLayout& layout : layouts)
    for (const auto* tables : {&layout.groups, &layout.tables})
      for (const FieldTable& table : *tables) text += markdown_of(table);
  return text;
}

std::string schema_of_fields(std::span<const FileLayout> layouts) {
  const FileLayout& first = layouts.front();
  std::string text =
      fmt::format("{{\n \"format\": \"{}\",\n \"schema_version\": {},\n \"groups\": {},\n \"tables\": {}", first.format,
                  schema_version, json_of(first.groups), json_of(first.tables));
  for (const FileLayout& layout : layouts.subspan(1))
    text += fmt::format(",\n \"{}\": {{\n \"format\": \"{}\",\n \"groups\": {},\n \"tables\": {}\n }}", layout.key,
                        layout.format, json_of(layout.groups), json_of(layout.tables));
  return text + "\n}\n";
}

}  // namespace minikrylov
