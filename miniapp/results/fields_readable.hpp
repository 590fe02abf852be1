// Quantities in readable form.
#pragma once
#include <string>

namespace minikrylov {

/// "2.5 GiB".
[[nodiscard]] std::string readable_bytes(double bytes);

/// "1.52 ms".
[[nodiscard]] std::string readable_seconds(double seconds);

}  // namespace minikrylov
