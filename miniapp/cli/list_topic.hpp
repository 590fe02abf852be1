// The topics of `minikrylov list`.
#pragma once
#include "miniapp/settings/named.hpp"

namespace minikrylov {

enum class ListTopic {
  methods,
  problems,
  preconditioners,
  formats,
  compressions,
  orderings,
  reductions,
  formulations,
  fields,
  schema,
  methods_page,
  options
};
template <> struct Names<ListTopic> {
  static constexpr std::string_view noun = "topic";
  static constexpr std::array table = {
      Name<ListTopic>{"methods", ListTopic::methods, "the methods, their costs, and their sources"},
      Name<ListTopic>{"problems", ListTopic::problems, "the problems that can be assembled"},
      Name<ListTopic>{"preconditioners", ListTopic::preconditioners, "the preconditioners"},
      Name<ListTopic>{"formats", ListTopic::formats, "the matrix formats"},
      Name<ListTopic>{"compressions", ListTopic::compressions, "compression of the matrix, and the bytes of its codes"},
      Name<ListTopic>{"orderings", ListTopic::orderings, "the orderings of each rank's rows"},
      Name<ListTopic>{"reductions", ListTopic::reductions, "the algorithms for sums over ranks"},
      Name<ListTopic>{"formulations", ListTopic::formulations, "how a method's statements are run"},
      Name<ListTopic>{"fields", ListTopic::fields, "the contents of a results file, as a Markdown table"},
      Name<ListTopic>{"schema", ListTopic::schema, "the same in JSON: names, kinds, units"},
      Name<ListTopic>{"methods-page", ListTopic::methods_page, "the methods and their notation, in Markdown"},
      Name<ListTopic>{"options", ListTopic::options,
                      "the options of all commands for programs, in JSON: kinds, limits, words"},
  };
};

}  // namespace minikrylov
