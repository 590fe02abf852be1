// Numbers of rows between rank 0, which has them in the order of global rows, and the ranks that own the rows.
#pragma once
#include <functional>
#include <span>
#include <vector>

#include "comm/runtime/communicator.hpp"
#include "problems/market/array.hpp"

namespace minikrylov {

/// The values of this rank's rows, row by row, from columns that rank 0 has read; `all` is used on rank 0 only.
/// `numbers`: the global numbers of the rows; together, those of all ranks are 0 … all.rows-1. Collective.
[[nodiscard]] std::vector<double> scatter_columns(const DenseColumns& all, const std::vector<GlobalIndex>& numbers,
                                                  const Communicator& ranks);

/// Appends, for each row of this rank with a global number in [begin, end), that number, how many numbers follow, and
/// these.
using PackRows = std::function<void(GlobalIndex begin, GlobalIndex end, std::vector<double>& packed)>;

/// Takes the numbers of a row.
using TakeRow = std::function<void(GlobalIndex row, std::span<const double> numbers)>;

/// Calls `take` on rank 0 for all rows of all ranks, in ascending order. At most `window` rows are on rank 0 at a time.
/// If `take` throws a SetupError, it is not called again, and in the end all ranks throw alike. Collective.
void for_rows_in_order(GlobalIndex rows, GlobalIndex window, const PackRows& pack, const TakeRow& take,
                       const Communicator& ranks);

}  // namespace minikrylov
