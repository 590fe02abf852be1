// The pieces of a matrix that are coded one by one: chunks of SELL, or runs of rows of CRS.
#pragma once
#include <cstring>
#include <span>

#include "kernels/formats/coded/codings.hpp"
#include "kernels/formats/coded/hasher.hpp"

namespace minikrylov::coded {

/// The pieces of a matrix, in memory that the host can read.
class Pieces {
 public:
  virtual ~Pieces() = default;
  [[nodiscard]] virtual LocalIndex count() const = 0;
  [[nodiscard]] virtual int chunk() const = 0;                          ///< rows whose numbers lie side by side
  [[nodiscard]] virtual LocalIndex length(LocalIndex piece) const = 0;  ///< see StoredChunk; times chunk(): entries
  [[nodiscard]] virtual int numbers_an_entry() const = 0;               ///< those of a block; an entry has one column
  [[nodiscard]] virtual std::span<const double> values_of(LocalIndex piece) const = 0;
  /// Numbers of longer pieces are stored as they are.
  [[nodiscard]] virtual Offset max_numbers_coded() const = 0;

  /// The narrowest code of its columns, the bytes in a code, and its columns in that code.
  [[nodiscard]] virtual ColumnCoding narrowest_columns(LocalIndex piece) const = 0;
  [[nodiscard]] virtual Offset column_bytes(LocalIndex piece, ColumnCoding coding) const = 0;
  virtual void write_columns(LocalIndex piece, ColumnCoding coding, unsigned char* to) const = 0;
  /// Columns relative to the first row.
  virtual void add_columns(LocalIndex piece, Hasher& hasher) const = 0;
  [[nodiscard]] virtual bool have_same_columns(LocalIndex a, LocalIndex b) const = 0;
};

/// Whether two pieces have the same numbers, bit by bit.
[[nodiscard]] inline bool have_same_numbers(const Pieces& pieces, LocalIndex a, LocalIndex b) {
  const auto of_a = pieces.values_of(a), of_b = pieces.values_of(b);
  return of_a.size() == of_b.size() && std::memcmp(of_a.data(), of_b.data(), of_a.size_bytes()) == 0;
}

template <class T> using HostArray = Kokkos::View<T*, Kokkos::HostSpace>;

/// A view of an array that the host can read, or a copy where it is on a device.
template <class T> HostArray<T> on_host_side(const Array<T>& array) {
  return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), array);
}

}  // namespace minikrylov::coded
