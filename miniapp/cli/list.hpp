// What `minikrylov list` prints, but for the methods, which are the catalogue's.
#pragma once
#include <string>

#include "miniapp/settings/names.hpp"

namespace minikrylov {

/// The words of a topic with a line about each; for fields, Markdown tables. Not for ListTopic::methods.
[[nodiscard]] std::string list_of(ListTopic topic);

}  // namespace minikrylov
