// The catalogue as a table for people.
#pragma once
#include <string>

namespace minikrylov {

/// Name, reductions and what hides them, products, preconditioner applications, set-up, vectors moved, work vectors
/// and source of every method. The counts are observed (see observe_costs), not written down. Not collective.
[[nodiscard]] std::string list_methods();

/// The same in Markdown, and what the letters of the methods mean: the page beside the methods.
[[nodiscard]] std::string methods_page();

}  // namespace minikrylov
