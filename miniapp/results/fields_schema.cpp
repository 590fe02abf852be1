// The list of fields for programs, as JSON.
#include <fmt/format.h>

#include "miniapp/accept/fields.hpp"
#include "miniapp/overlap/fields.hpp"
#include "miniapp/results/results.hpp"

namespace minikrylov {
namespace {

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

template <class S> std::string entry(std::string_view place) {
  std::string lines;
  for (const Field<S>& field : fields<S>())
    lines += fmt::format(
        "{}\n    {{\"name\": \"{}\", \"kind\": \"{}\", \"unit\": \"{}\", \"presence\": \"{}\", \"meaning\": \"{}\"}}",
        lines.empty() ? "" : ",", field.name, word_for(field.kind), field.unit,
        field.presence == Presence::always ? "always" : "sometimes", field.meaning);
  return fmt::format("  \"{}\": [{}\n  ]", place, lines);
}

/// What files of `minikrylov accept` have besides /run and /solves.
std::string acceptance() {
  return fmt::format(
      " \"acceptance\": {{\n \"format\": \"miniKrylov acceptance\",\n \"groups\": {{\n{}\n }},\n \"tables\": "
      "{{\n{},\n{},\n{},\n{},\n{},\n{}\n }}\n }}",
      entry<AcceptRecord>("/acceptance"), entry<PartRow>("/acceptance/parts"), entry<CheckRow>("/acceptance/checks"),
      entry<TrialRow>("/acceptance/trials"), entry<SystemRow>("/acceptance/systems"),
      entry<PhaseRow>("/acceptance/phases"), entry<PreflightRow>("/acceptance/preflight"));
}

}  // namespace

std::string schema_of_fields() {
  return fmt::format(
      "{{\n \"format\": \"miniKrylov results\",\n \"schema_version\": {},\n \"groups\": {{\n{},\n{},\n{},\n{}\n }},\n "
      "\"tables\": {{\n{},\n{},\n{}\n }},\n{}\n}}\n",
      schema_version, entry<RunRecord>("/run"), entry<ProblemRecord>("/problem"), entry<MatrixRecord>("/matrix"),
      entry<SolveRecord>("/solves/*"), entry<KernelRow>("/solves/*/kernels"),
      entry<ReductionRow>("/solves/*/reductions"), entry<TimelineRow>("/solves/*/timeline"), acceptance());
}

}  // namespace minikrylov
