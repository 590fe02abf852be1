// Implements `minikrylov list`.
#include "miniapp/cli/list.hpp"

#include <fmt/format.h>

#include "miniapp/cli/compressions.hpp"
#include "miniapp/cli/file_layouts.hpp"
#include "miniapp/cli/list_methods.hpp"
#include "miniapp/cli/option_tables.hpp"
#include "miniapp/report/table.hpp"

namespace minikrylov {
namespace {

template <Named E> std::string list_words() {
  std::size_t widest = 0;
  for (const auto& name : Names<E>::table) widest = std::max(widest, name.text.size());
  std::string text;
  for (const auto& name : Names<E>::table) text += fmt::format("{:<{}}  {}\n", name.text, widest, name.help);
  return text;
}

const char* solution_in_words(KnownSolution solution) {
  switch (solution) {
    case KnownSolution::ones:
      return "x = 1";
    case KnownSolution::linear:
      return "linear";
    case KnownSolution::none:
      break;
  }
  return "not known";
}

std::string list_problems() {
  TextTable table({"name", "dimensions", "unknowns per point", "nonzeros per row", "matrix", "solution"});
  for (const ProblemProperties& p : problem_table) {
    if (p.dimensions == Dimensions::none) continue;
    const char* dimensions = p.dimensions == Dimensions::two ? "2" : p.dimensions == Dimensions::three ? "3" : "2 or 3";
    table.add({std::string(p.name), dimensions, std::to_string(p.dofs), std::to_string(p.nonzeros_per_row),
               p.symmetry == Symmetry::symmetric ? "symmetric" : "general", solution_in_words(p.solution)});
  }
  return list_words<ProblemKind>() + "\n" + table.text(0);
}

}  // namespace

std::string list_of(ListTopic topic) {
  switch (topic) {
    case ListTopic::problems:
      return list_problems();
    case ListTopic::preconditioners:
      return list_words<PreconditionerChoice>() +
             "\nWith --nullspace constant (singular matrices whose rows add up to zero), the mean is removed from the "
             "result of each, by one more sum over ranks.\n";
    case ListTopic::formats:
      return list_words<MatrixFormat>();
    case ListTopic::compressions:
      return list_words<Compression>() + "\n" + list_codes();
    case ListTopic::orderings:
      return list_words<OrderingChoice>();
    case ListTopic::reductions:
      return list_words<ReductionKind>();
    case ListTopic::formulations:
      return list_words<Formulation>();
    case ListTopic::fields:
      return markdown_of_fields(file_layouts());
    case ListTopic::schema:
      return schema_of_fields(file_layouts());
    case ListTopic::methods:
      return list_methods();
    case ListTopic::methods_page:
      return methods_page();
    case ListTopic::options:
      return option_tables();
  }
  return "";
}

}  // namespace minikrylov
