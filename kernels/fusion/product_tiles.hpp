// Inner products of the columns of panels on a device, several columns at a time.
#pragma once
#include <algorithm>
#include <vector>

#include "kernels/core/dispatch.hpp"
#include "kernels/fusion/launch.hpp"
#include "kernels/fusion/panel_columns.hpp"

namespace minikrylov {

/// Whether the rows and columns of a tile of a Gram matrix are the same columns of the panel: then half of it is
/// enough.
enum class TilePlace { on_diagonal, below_diagonal };

/// The columns that a tile has: as many as threads have registers to sum for. With nine, all of s = 4 are read once.
inline constexpr int tile_columns[] = {3, 5, 7, 9};
inline constexpr int most_tile_columns = 9;

/// A tile of a Gram matrix of one right-hand side as a device reduction. Each thread sums over rows `threads` apart in
/// registers, since what it sums in Kokkos's shared memory it would load and store for each row.
template <int N, TilePlace place, class Weight> struct ProductTile {
  static constexpr bool half = place == TilePlace::on_diagonal;
  static constexpr int count = half ? N * (N + 1) / 2 : N * N;

  const double *x[N], *y[N];
  int width, column;
  Weight weight;
  LocalIndex rows;
  Offset threads;

  KOKKOS_FUNCTION void operator()(Offset thread, DeviceSums<count>& sum) const {
    double own[count] = {};
    for (Offset row = thread; row < rows; row += threads) {
      const Offset e = row * width + column;
      const double w = weight(static_cast<LocalIndex>(row));
      double a[N], b[N];
      for (int k = 0; k < N; ++k) a[k] = w * x[k][e], b[k] = y[k][e];
      int q = 0;
      for (int i = 0; i < N; ++i)
        for (int j = 0; j < (half ? i + 1 : N); ++j, ++q) own[q] += a[i] * b[j];
    }
    for (int q = 0; q < count; ++q) sum.value[q] += own[q];
  }
};

/// The tiles of one Gram matrix of each right-hand side, below and on its diagonal.
template <class Weight> class ProductTiles {
 public:
  ProductTiles(const Columns& x, const Columns& y, const Weight& weight, LocalIndex rows)
      : x_(x), y_(y), weight_(weight), rows_(rows) {
    const int tiles = (y.count + most_tile_columns - 1) / most_tile_columns, needed = (y.count + tiles - 1) / tiles;
    columns_ = *std::find_if(std::begin(tile_columns), std::end(tile_columns), [=](int n) { return n >= needed; });
  }

  /// How many sums all tiles have.
  [[nodiscard]] std::size_t sums() const {
    std::size_t count = 0;
    for (int i = 0; i < y_.count; i += columns_) count += in_half(columns_) + Offset{i} * columns_;
    return count * y_.width;
  }

  /// Starts to sum all tiles into `to`, which the host may read after a fence.
  void start(double* to) const {
    for_tiles([&](int i, int j, int column, std::size_t first) {
      dispatch<tile_columns>(
          columns_,
          [&]<int N>(std::integral_constant<int, N>) {
            if (i == j)
              sum_tile<N, TilePlace::on_diagonal>(i, j, column, to + first);
            else
              sum_tile<N, TilePlace::below_diagonal>(i, j, column, to + first);
          },
          [] { Kokkos::abort("a tile of products is not compiled"); });
    });
  }

  /// Product (i, j) of column c, j <= i, is at (i (i+1) / 2 + j) width + c of `list`.
  void copy_to(const double* from, double* list) const {
    for_tiles([&](int first_i, int first_j, int column, std::size_t first) {
      for (int i = first_i; i < std::min(first_i + columns_, y_.count); ++i)
        for (int j = first_j; j < std::min(first_j + columns_, i + 1); ++j) {
          const int row = i - first_i, place = first_i == first_j ? in_half(row) : row * columns_;
          list[(in_half(i) + j) * y_.width + column] = from[first + place + (j - first_j)];
        }
    });
  }

 private:
  static constexpr int in_half(int n) { return n * (n + 1) / 2; }

  /// Calls use(i, j, column, first) for each tile, from column i of x and j of y on; its sums start at `first`.
  template <class Use> void for_tiles(const Use& use) const {
    std::size_t first = 0;
    for (int i = 0; i < y_.count; i += columns_)
      for (int j = 0; j <= i; j += columns_)
        for (int column = 0; column < y_.width; ++column) {
          use(i, j, column, first);
          first += i == j ? in_half(columns_) : columns_ * columns_;
        }
  }

  template <int N, TilePlace place> void sum_tile(int i, int j, int column, double* to) const {
    using Tile = ProductTile<N, place, Weight>;
    using Sums = DeviceSums<Tile::count>;
    // A quarter of all threads have registers for this at a time.
    const Offset threads = std::min(Offset{rows_}, std::max(Offset{Exec().concurrency()} / 4, Offset{64}));
    Tile tile{{}, {}, y_.width, column, weight_, rows_, threads};
    for (int k = 0; k < N; ++k) {  // after the last column it once more, whose products nobody reads
      tile.x[k] = x_.at[std::min(i + k, x_.count - 1)];
      tile.y[k] = y_.at[std::min(j + k, y_.count - 1)];
    }
    const Kokkos::View<Sums, PinnedMemory, Kokkos::MemoryUnmanaged> result(reinterpret_cast<Sums*>(to));
    Kokkos::parallel_reduce("YᵀY", device_range(threads), tile, Kokkos::Sum<Sums, PinnedMemory>(result));
  }

  const Columns &x_, &y_;
  Weight weight_;
  LocalIndex rows_;
  int columns_;
};

}  // namespace minikrylov
