// The columns of a panel, for kernels.
#pragma once
#include "kernels/core/caches.hpp"
#include "kernels/fusion/panel.hpp"

namespace minikrylov {

inline constexpr int max_columns = 80;

/// The columns of a panel, for kernels.
struct Columns {
  const double* at[max_columns];
  int count, width;
};

inline Columns columns_of(const Panel& Y) {
  if (Y.size() > max_columns) Kokkos::abort("panels have 80 columns at most: take fewer steps at a time");
  Columns columns{{}, Y.size(), Y.columns.front().width};
  for (int k = 0; k < columns.count; ++k) columns.at[k] = Y.columns[k].data.data();
  return columns;
}

/// How far ahead a host prefetches columns of so many rows: 0 if caches hold them, where it only costs time.
inline Offset prefetch_distance(const Columns& columns, LocalIndex rows, const Tuning& tuning) {
  return exceeds_caches(rows, columns.width * columns.count, tuning) ? tuning.panel_elements_ahead : 0;
}

}  // namespace minikrylov
