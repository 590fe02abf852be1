// Random sparse matrices in host memory, and reference products with them.
#pragma once
#include <algorithm>
#include <random>
#include <set>
#include <vector>

#include "kernels/core/crs_arrays.hpp"
#include "kernels/core/vector.hpp"
#include "kernels/ordering/ordering.hpp"

namespace minikrylov::samples {

template <class T> Array<T> to_device(const std::vector<T>& host) {
  const Array<T> device("sample", host.size());
  Kokkos::deep_copy(device, Kokkos::View<const T*, Kokkos::HostSpace>(host.data(), host.size()));
  return device;
}

template <class T> std::vector<T> to_host(const Array<T>& device) {
  Exec().fence("to_host");
  const auto mirror = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), device);
  return {mirror.data(), mirror.data() + mirror.extent(0)};
}

/// x of a few right-hand sides, whose rows are ordered, in their old order.
inline std::vector<double> in_old_order(const std::vector<double>& x, const Ordering& ordering) {
  if (ordering.is_identity()) return x;
  const std::vector<LocalIndex> old = to_host(ordering.old_of_new);
  const std::size_t width = x.size() / old.size();
  std::vector<double> y(x.size());
  for (std::size_t i = 0; i < old.size(); ++i)
    std::copy_n(x.begin() + static_cast<std::ptrdiff_t>(i * width), width,
                y.begin() + static_cast<std::ptrdiff_t>(old[i] * width));
  return y;
}

struct Entry {
  LocalIndex column;
  double value;
};

/// One list of entries per row. Values are small integers, so sums are exact in any order.
struct Sample {
  LocalIndex ghosts = 0;
  std::vector<std::vector<Entry>> row;

  [[nodiscard]] LocalIndex rows() const { return static_cast<LocalIndex>(row.size()); }
  [[nodiscard]] LocalIndex columns() const { return rows() + ghosts; }
  [[nodiscard]] Offset length(LocalIndex i) const { return static_cast<Offset>(row[i].size()); }

  [[nodiscard]] Offset nonzeros() const {
    Offset sum = 0;
    for (const auto& entries : row) sum += static_cast<Offset>(entries.size());
    return sum;
  }

  [[nodiscard]] CrsArrays arrays() const {
    std::vector<Offset> offsets{0};
    std::vector<LocalIndex> column;
    std::vector<double> value;
    for (const auto& entries : row) {
      for (const Entry& e : entries) column.push_back(e.column), value.push_back(e.value);
      offsets.push_back(static_cast<Offset>(column.size()));
    }
    return {rows(), columns(), to_device(offsets), to_device(column), to_device(value)};
  }

  /// A x for x of columns() × width, interleaved.
  [[nodiscard]] std::vector<double> times(const std::vector<double>& x, int width) const {
    std::vector<double> y(static_cast<std::size_t>(rows()) * width, 0.0);
    for (LocalIndex i = 0; i < rows(); ++i)
      for (const Entry& e : row[i])
        for (int j = 0; j < width; ++j) y[i * width + j] += e.value * x[e.column * width + j];
    return y;
  }

  /// Aᵀ x by a dense matrix, for x of rows() × width.
  [[nodiscard]] std::vector<double> transposed_times(const std::vector<double>& x, int width) const {
    std::vector<double> dense(static_cast<std::size_t>(rows()) * columns(), 0.0);
    for (LocalIndex i = 0; i < rows(); ++i)
      for (const Entry& e : row[i]) dense[static_cast<std::size_t>(i) * columns() + e.column] = e.value;
    std::vector<double> y(static_cast<std::size_t>(columns()) * width, 0.0);
    for (LocalIndex c = 0; c < columns(); ++c)
      for (LocalIndex i = 0; i < rows(); ++i)
        for (int j = 0; j < width; ++j)
          y[c * width + j] += dense[static_cast<std::size_t>(i) * columns() + c] * x[i * width + j];
    return y;
  }
};

/// Rows of 0 to `longest` entries; every fifth row is empty, every eleventh has `longest` entries.
inline Sample random_sample(LocalIndex rows, LocalIndex ghosts, LocalIndex longest, unsigned seed) {
  std::mt19937 random(seed);
  Sample sample{ghosts, std::vector<std::vector<Entry>>(rows)};
  const LocalIndex columns = rows + ghosts, most = std::min(longest, columns);
  for (LocalIndex i = 0; i < rows; ++i) {
    const auto length = i % 5 == 3 ? 0 : i % 11 == 7 ? most : static_cast<LocalIndex>(random() % (most + 1));
    std::set<LocalIndex> chosen;
    while (static_cast<LocalIndex>(chosen.size()) < length) chosen.insert(static_cast<LocalIndex>(random() % columns));
    for (const LocalIndex c : chosen) sample.row[i].push_back({c, static_cast<double>(random() % 17) - 8});
  }
  return sample;
}

/// Small integers.
inline std::vector<double> random_values(std::size_t length, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<double> values(length);
  for (double& v : values) v = static_cast<double>(random() % 201) - 100;
  return values;
}

/// A vector of `rows` rows and ghosts that holds `values`.
inline Vector vector_of(const std::vector<double>& values, LocalIndex rows, int width) {
  return {to_device(values), rows, width};
}

/// Each row is coupled with itself and with the rows `distance` before and after it.
inline Sample banded(LocalIndex rows, LocalIndex distance) {
  Sample sample{0, std::vector<std::vector<Entry>>(rows)};
  for (LocalIndex i = 0; i < rows; ++i)
    for (const LocalIndex column : {i - distance, i, i + distance})
      if (column >= 0 && column < rows) sample.row[i].push_back({column, static_cast<double>(1 + column % 5)});
  return sample;
}

}  // namespace minikrylov::samples
