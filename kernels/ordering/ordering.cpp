// Orderings: sorting rows by length, permuting matrices and vectors.
#include "kernels/ordering/ordering.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

#include "kernels/core/arrays.hpp"

namespace minikrylov {
namespace {

using Rows = Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Static>, Kokkos::IndexType<LocalIndex>>;

struct Window {
  LocalIndex begin, end;
};

/// Orders rows by descending length.
struct Longer {
  const Offset* begin;
  bool operator()(LocalIndex a, LocalIndex b) const { return begin[a + 1] - begin[a] > begin[b + 1] - begin[b]; }
};

std::vector<Window> windows_of(const std::vector<LocalIndex>& parts, LocalIndex sigma) {
  std::vector<Window> windows;
  for (std::size_t p = 0; p + 1 < parts.size(); ++p) {
    LocalIndex begin = parts[p];
    while (begin < parts[p + 1]) {
      const LocalIndex end = begin + std::min(sigma, parts[p + 1] - begin);
      windows.push_back({begin, end});
      begin = end;
    }
  }
  return windows;
}

std::vector<LocalIndex> numbers(const Ordering& ordering) {
  std::vector<LocalIndex> old_of_new(ordering.rows());
  if (ordering.is_identity()) {
    std::iota(old_of_new.begin(), old_of_new.end(), 0);
  } else {
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), ordering.old_of_new);
    std::copy_n(host.data(), old_of_new.size(), old_of_new.begin());
  }
  return old_of_new;
}

/// Row i of the result is row from(i) of `x`.
Array<double> gather(const Array<double>& x, const Array<LocalIndex>& from, LocalIndex rows) {
  if (rows == 0 || x.extent(0) % rows != 0)
    throw std::invalid_argument("a vector of " + std::to_string(x.extent(0)) +
                                " elements does not fit an ordering of " + std::to_string(rows) +
                                " rows (it must have the same number of elements per row)");
  const auto width = static_cast<Offset>(x.extent(0)) / rows;
  const auto result = allocate<double>("ordered vector", x.extent(0));
  Kokkos::parallel_for(
      "order vector", Rows(0, rows), KOKKOS_LAMBDA(LocalIndex i) {
        for (Offset j = 0; j < width; ++j) result(i * width + j) = x(from(i) * width + j);
      });
  return result;
}

}  // namespace

Ordering natural_ordering(LocalIndex rows) { return {{}, {}, {0, rows}}; }

Ordering make_ordering(const std::vector<LocalIndex>& old_of_new, std::vector<LocalIndex> parts) {
  const auto rows = static_cast<LocalIndex>(old_of_new.size());
  if (parts.empty() || parts.front() != 0 || parts.back() != rows || !std::is_sorted(parts.begin(), parts.end()))
    throw std::invalid_argument("the parts of an ordering must ascend from 0 to its number of rows");
  const auto forward = allocate<LocalIndex>("old_of_new", rows), back = allocate<LocalIndex>("new_of_old", rows);
  Kokkos::deep_copy(forward, Kokkos::View<const LocalIndex*, Kokkos::HostSpace>(old_of_new.data(), rows));
  Kokkos::parallel_for(
      "invert ordering", Rows(0, rows), KOKKOS_LAMBDA(LocalIndex i) { back(forward(i)) = i; });
  return {back, forward, std::move(parts)};
}

Ordering order_by_part(const Array<int>& part_of_row, int parts) {
  const auto part_of = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), part_of_row);
  const auto rows = static_cast<LocalIndex>(part_of.extent(0));
  std::vector<LocalIndex> begins(static_cast<std::size_t>(parts) + 1, 0);
  for (LocalIndex i = 0; i < rows; ++i) {
    if (part_of(i) < 0 || part_of(i) >= parts)
      throw std::invalid_argument("row " + std::to_string(i) + " is in part " + std::to_string(part_of(i)) +
                                  " (there are parts 0 to " + std::to_string(parts - 1) + ")");
    ++begins[part_of(i) + 1];
  }
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  std::vector<LocalIndex> next = begins, old_of_new(rows);
  for (LocalIndex i = 0; i < rows; ++i) old_of_new[next[part_of(i)]++] = i;
  if (std::is_sorted(old_of_new.begin(), old_of_new.end())) return {{}, {}, begins};
  return make_ordering(old_of_new, begins);
}

Array<int> rows_with_ghosts(const CrsArrays& matrix) {
  const auto has_ghost = allocate<int>("rows with ghosts", matrix.rows);
  Kokkos::parallel_for(
      "find rows with ghosts", Rows(0, matrix.rows), KOKKOS_LAMBDA(LocalIndex i) {
        int found = 0;
        for (Offset e = matrix.offsets(i); e < matrix.offsets(i + 1); ++e) found |= matrix.columns(e) >= matrix.rows;
        has_ghost(i) = found;
      });
  Exec().fence("rows_with_ghosts");
  return has_ghost;
}

Ordering sort_rows(const Array<Offset>& offsets, const Ordering& ordering, LocalIndex sigma) {
  if (sigma < 1) throw std::invalid_argument("sigma is " + std::to_string(sigma) + " (it must be at least 1 row)");
  if (sigma == 1) return ordering;
  const auto begin = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), offsets);
  const Longer longer{begin.data()};
  const std::vector<Window> windows = windows_of(ordering.parts, sigma);
  std::vector<LocalIndex> order = numbers(ordering);
  LocalIndex* const rows = order.data();
  const Window* const window = windows.data();
  LocalIndex unsorted = 0;
  Kokkos::parallel_reduce(
      "sort rows by length", Kokkos::RangePolicy<HostExec, Kokkos::IndexType<LocalIndex>>(0, windows.size()),
      [=](LocalIndex w, LocalIndex& count) {
        LocalIndex *first = rows + window[w].begin, *last = rows + window[w].end;
        if (std::is_sorted(first, last, longer)) return;
        std::stable_sort(first, last, longer);
        ++count;
      },
      unsorted);
  return unsorted == 0 ? ordering : make_ordering(order, ordering.parts);
}

CrsArrays permute_rows(const CrsArrays& matrix, const Ordering& ordering) {
  if (ordering.is_identity()) return matrix;
  const CrsArrays old = matrix;
  const auto old_of_new = ordering.old_of_new, new_of_old = ordering.new_of_old;
  const CrsArrays ordered{
      old.rows, old.column_count,
      begins_of<Offset>(
          "row offsets", old.rows,
          KOKKOS_LAMBDA(LocalIndex i) { return old.offsets(old_of_new(i) + 1) - old.offsets(old_of_new(i)); }),
      allocate<LocalIndex>("columns", old.columns.extent(0)), allocate<double>("values", old.values.extent(0))};
  Kokkos::parallel_for(
      "order rows", Rows(0, old.rows), KOKKOS_LAMBDA(LocalIndex i) {
        Offset from = old.offsets(old_of_new(i));
        for (Offset e = ordered.offsets(i); e < ordered.offsets(i + 1); ++e, ++from) {
          const LocalIndex column = old.columns(from);
          ordered.columns(e) = column < old.rows ? new_of_old(column) : column;
          ordered.values(e) = old.values(from);
        }
      });
  return ordered;
}

Array<double> permute(const Array<double>& x, const Ordering& ordering) {
  return ordering.is_identity() ? x : gather(x, ordering.old_of_new, ordering.rows());
}

}  // namespace minikrylov
