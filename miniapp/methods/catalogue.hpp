// The table of methods: the only place that lists them all.
#pragma once
#include <span>
#include <string_view>

#include "miniapp/methods/running/catalogue_row.hpp"

namespace minikrylov {

/// All methods; in each family the classical ones come first.
[[nodiscard]] std::span<const CatalogueRow> catalogue();

/// The row called `name`, or null.
[[nodiscard]] const CatalogueRow* find_method(std::string_view name);

}  // namespace minikrylov
