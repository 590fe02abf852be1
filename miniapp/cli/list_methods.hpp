// The catalogue as a table.
#pragma once
#include <string>

namespace minikrylov {

/// Per method: name, reductions and what hides them, products, preconditioner applications, set-up, vectors moved, work
/// vectors and source. Costs are observed (see observe_costs), not written down. Not collective.
[[nodiscard]] std::string list_methods();

/// The same in Markdown, followed by the notation of the methods: the page beside the methods.
[[nodiscard]] std::string methods_page();

}  // namespace minikrylov
