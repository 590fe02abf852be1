// The table of methods: the one place that names them all.
#pragma once
#include <span>
#include <string_view>

#include "miniapp/methods/running/catalogue_row.hpp"

namespace minikrylov {

/// All methods, classical ones first in each family.
[[nodiscard]] std::span<const CatalogueRow> catalogue();

/// The row called `name`, or null.
[[nodiscard]] const CatalogueRow* find_method(std::string_view name);

}  // namespace minikrylov
