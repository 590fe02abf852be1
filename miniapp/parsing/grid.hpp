// Grid sizes on the command line.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "problems/problem.hpp"
#include "problems/require.hpp"

namespace minikrylov {

/// The numbers of "AxBxC": one to three, each 1 or more; adds a complaint and returns nothing for any other `text`.
[[nodiscard]] std::optional<std::vector<LocalIndex>> parse_extents(std::string_view flag, const std::string& text,
                                                                   Complaints& complaints);

/// The grid size for the --size `text`; "auto": 64 per direction, or 512 in two dimensions.
[[nodiscard]] GridSize size_for(Dimensions dimensions, const std::string& text, Complaints& complaints);

}  // namespace minikrylov
