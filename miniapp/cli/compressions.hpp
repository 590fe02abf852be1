// The codes of compressed matrices, and how many bytes they take.
#pragma once
#include <string>

#include "miniapp/settings/names.hpp"

namespace minikrylov {

/// Each code of numbers and of columns: its bytes per entry, and which values of --compress use it.
[[nodiscard]] std::string list_codes();

/// The codes that matrices are in with `compression`, and their bytes per entry.
[[nodiscard]] std::string explain_codes(Compression compression);

}  // namespace minikrylov
