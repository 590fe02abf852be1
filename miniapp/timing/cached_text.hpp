// Measurements of earlier runs: small text files in the user's cache ($MINIKRYLOV_CACHE, $XDG_CACHE_HOME/minikrylov or
// ~/.cache/minikrylov).
#pragma once
#include <string>

namespace minikrylov {

/// The line stored under `kind` and `key`; empty if there is none, or if the key is empty.
[[nodiscard]] std::string read_cached(const std::string& kind, const std::string& key);

/// Stores a line for later runs. A cache that cannot be written is not an error.
void write_cached(const std::string& kind, const std::string& key, const std::string& line);

}  // namespace minikrylov
