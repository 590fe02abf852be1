// Hand-made neighbourhoods for tests of the halo: expected ghosts are a formula of owner, row and right-hand side.
#pragma once
#include <cmath>
#include <limits>
#include <vector>

#include "comm/halo/halo.hpp"
#include "tests/comm/everywhere.hpp"

namespace minikrylov::samples {

inline const Communicator everybody{};

enum class Neighbours { ring, all_to_all, chain, to_one, from_one, none };
inline constexpr Neighbours neighbourhoods[] = {Neighbours::ring,   Neighbours::all_to_all, Neighbours::chain,
                                                Neighbours::to_one, Neighbours::from_one,   Neighbours::none};

inline LocalIndex rows_of(int rank) { return 5 + 3 * rank; }

// The ghosts of `rank`; in a ring a rank may be its own neighbour.
inline std::vector<Ghost> ghosts_of(Neighbours pattern, int rank, int size) {
  std::vector<Ghost> ghosts;
  for (int owner = 0; owner < size; ++owner) {
    const LocalIndex last = rows_of(owner) - 1;
    if (pattern == Neighbours::ring && owner == (rank + size - 1) % size) ghosts.push_back({owner, last});
    if (pattern == Neighbours::ring && owner == (rank + 1) % size) ghosts.push_back({owner, 0});
    if (pattern == Neighbours::all_to_all && owner != rank)
      for (const LocalIndex row : {last, LocalIndex{1}, LocalIndex{3}}) ghosts.push_back({owner, row});
    if (pattern == Neighbours::chain && owner == rank - 1) ghosts.push_back({owner, 2});
    if (pattern == Neighbours::to_one && rank == 0 && owner > 0) ghosts.push_back({owner, owner});
    if (pattern == Neighbours::from_one && rank > 0 && owner == 0)
      for (const LocalIndex row : {4, 2}) ghosts.push_back({owner, row});
  }
  return ghosts;
}

inline double value_of(int owner, LocalIndex row, int column) { return 1e6 * (owner + 1) + 100.0 * row + column; }

enum class Order { natural, reversed, rotated };

// The position of natural row i after reordering.
inline LocalIndex new_index_of(Order order, LocalIndex i, LocalIndex rows) {
  if (order == Order::natural) return i;
  return order == Order::reversed ? rows - 1 - i : (i + 2) % rows;
}

inline Array<LocalIndex> new_indices(Order order, LocalIndex rows) {
  if (order == Order::natural) return {};
  const Array<LocalIndex> device("new index", static_cast<std::size_t>(rows));
  const auto host = Kokkos::create_mirror_view(device);
  for (LocalIndex i = 0; i < rows; ++i) host(i) = new_index_of(order, i, rows);
  Kokkos::deep_copy(device, host);
  return device;
}

inline constexpr LocalIndex spare = 2;  // guard rows after the ghosts

// One rank's part of a test: its halo and matching vectors.
struct Fixture {
  int rank = everybody.rank();
  LocalIndex rows = rows_of(rank);
  Order order;
  std::vector<Ghost> ghosts;
  Halo halo;

  explicit Fixture(Neighbours pattern, Order the_order = Order::natural, GpuAwareMpi gpu_aware = GpuAwareMpi::automatic)
      : order(the_order),
        ghosts(ghosts_of(pattern, rank, everybody.size())),
        halo(everybody, rows, ghosts, new_indices(order, rows), gpu_aware) {}

  // `value(row, column)` for own rows by natural index, `tail(ghost, column)` for the ghosts after them.
  template <class Value, class Tail> Vector make(int width, const Value& value, const Tail& tail) const {
    const auto count = static_cast<LocalIndex>(ghosts.size());
    const Vector x = make_vector("x", rows, count + spare, width);
    const auto host = Kokkos::create_mirror_view(x.data);
    for (int j = 0; j < width; ++j) {
      for (LocalIndex i = 0; i < rows; ++i) host(new_index_of(order, i, rows) * width + j) = value(i, j);
      for (LocalIndex k = 0; k < count + spare; ++k) host((rows + k) * width + j) = tail(k, j);
    }
    Kokkos::deep_copy(x.data, host);
    return x;
  }

  Vector with_unset_ghosts(int width, double shift = 0) const {
    return make(
        width, [this, shift](LocalIndex i, int j) { return value_of(rank, i, j) + shift; },
        [](LocalIndex, int) { return std::numeric_limits<double>::quiet_NaN(); });
  }

  bool is_exchanged(const Vector& x, double shift = 0) const {
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), x.data);
    const auto count = static_cast<LocalIndex>(ghosts.size());
    bool right = true;
    for (int j = 0; j < x.width; ++j) {
      for (LocalIndex i = 0; i < rows; ++i)
        right = right && host(new_index_of(order, i, rows) * x.width + j) == value_of(rank, i, j) + shift;
      for (LocalIndex k = 0; k < count; ++k) {
        const Ghost ghost = ghosts[static_cast<std::size_t>(k)];
        right = right && host((rows + k) * x.width + j) == value_of(ghost.owner, ghost.index, j) + shift;
      }
      for (LocalIndex k = count; k < count + spare; ++k) right = right && std::isnan(host((rows + k) * x.width + j));
    }
    return right;
  }
};

}  // namespace minikrylov::samples
