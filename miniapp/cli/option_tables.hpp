// The options of all commands together.
#pragma once
#include <string>

namespace minikrylov {

/// What each command of the program takes, as JSON: {"solve": [options…], "list": …}. Not collective.
[[nodiscard]] std::string option_tables();

}  // namespace minikrylov
