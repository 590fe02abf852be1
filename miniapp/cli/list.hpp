// Implements `minikrylov list`, except for the methods, which belong to the catalogue.
#pragma once
#include <string>

#include "miniapp/cli/list_topic.hpp"

namespace minikrylov {

/// The names of a topic with a line on each; for fields, Markdown tables. Not for ListTopic::methods.
[[nodiscard]] std::string list_of(ListTopic topic);

}  // namespace minikrylov
