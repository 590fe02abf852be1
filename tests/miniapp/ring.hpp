// A matrix whose rows form a ring over all ranks, for halo tests; a single rank is its own neighbour.
#pragma once
#include <algorithm>
#include <limits>
#include <memory>

#include "comm/halo/halo.hpp"
#include "kernels/formats/sell.hpp"
#include "kernels/schedule/interior.hpp"

namespace minikrylov::test {

/// Row i of a rank couples with the rows before and after it; some rows in the middle also couple with both ghosts (the
/// last row of the previous rank and the first of the next). Values are small integers, so that sums are exact.
struct Ring {
  LocalIndex rows;
  std::unique_ptr<Halo> halo;
  std::unique_ptr<LocalMatrix> matrix;
  GhostGroups groups;

  explicit Ring(LocalIndex count) : rows(count) {
    halo = std::make_unique<Halo>(ranks_, rows, ghosts(), Array<LocalIndex>());
    const CrsArrays arrays = coupled_rows();
    groups = find_ghost_groups(arrays);
    matrix = make_sell(arrays, {0, rows}, 8);
  }

  /// x, with invalid ghosts that no product may read before the halo has arrived.
  [[nodiscard]] Vector sample_x(int width) const {
    const Vector x = make_vector("x", rows, 2, width);
    const auto host = Kokkos::create_mirror_view(x.data);
    for (LocalIndex i = 0; i < rows + 2; ++i)
      for (int j = 0; j < width; ++j)
        host(i * width + j) = i < rows ? value(ranks_.rank(), i, j) : std::numeric_limits<double>::quiet_NaN();
    Kokkos::deep_copy(x.data, host);
    return x;
  }

  /// The number of elements of y that differ from A x.
  [[nodiscard]] int wrong_elements(const Vector& y) const {
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), y.data);
    int wrong = 0;
    for (LocalIndex i = 0; i < rows; ++i)
      for (int j = 0; j < y.width; ++j) wrong += host(i * y.width + j) != expected(i, j);
    return wrong;
  }

 private:
  [[nodiscard]] int before() const { return (ranks_.rank() + ranks_.size() - 1) % ranks_.size(); }
  [[nodiscard]] int next() const { return (ranks_.rank() + 1) % ranks_.size(); }
  [[nodiscard]] bool coupled_to_both(LocalIndex i) const { return i == rows / 2 || i == rows / 2 + 1; }

  static double value(int rank, LocalIndex i, int j) { return (31 * rank + 7 * i + 3 * j) % 101 - 50; }

  [[nodiscard]] std::vector<Ghost> ghosts() const {
    const Ghost last{before(), rows - 1}, first{next(), 0};
    return before() <= next() ? std::vector{last, first} : std::vector{first, last};
  }

  [[nodiscard]] CrsArrays coupled_rows() const {
    const LocalIndex before_column = before() <= next() ? rows : rows + 1, next_column = 2 * rows + 1 - before_column;
    std::vector<Offset> offsets{0};
    std::vector<LocalIndex> columns;
    std::vector<double> values;
    const auto add = [&](LocalIndex column, double entry) {
      columns.push_back(column);
      values.push_back(entry);
    };
    for (LocalIndex i = 0; i < rows; ++i) {
      add(i == 0 ? before_column : i - 1, -1);
      add(i, 3);
      add(i == rows - 1 ? next_column : i + 1, -2);
      if (coupled_to_both(i)) {
        add(before_column, 5);
        add(next_column, 7);
      }
      offsets.push_back(static_cast<Offset>(columns.size()));
    }
    return {rows, rows + 2, on_device(offsets), on_device(columns), on_device(values)};
  }

  [[nodiscard]] double expected(LocalIndex i, int j) const {
    const int me = ranks_.rank();
    const double left = i == 0 ? value(before(), rows - 1, j) : value(me, i - 1, j);
    const double right = i == rows - 1 ? value(next(), 0, j) : value(me, i + 1, j);
    const double both = coupled_to_both(i) ? 5 * value(before(), rows - 1, j) + 7 * value(next(), 0, j) : 0;
    return -left + 3 * value(me, i, j) - 2 * right + both;
  }

  template <class T> static Array<T> on_device(const std::vector<T>& values) {
    const Array<T> device("ring", values.size());
    const auto host = Kokkos::create_mirror_view(device);
    std::copy(values.begin(), values.end(), host.data());
    Kokkos::deep_copy(device, host);
    return device;
  }

  Communicator ranks_;
};

}  // namespace minikrylov::test
