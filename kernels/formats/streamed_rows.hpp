// Rows of a product that leave past the caches straight from registers: what the loops over chunks with one right-hand
// side take instead of addresses.
#pragma once
#include "kernels/formats/powers_rows.hpp"

namespace minikrylov::sell {

/// Rows are streamed to one address and, for a task that reads them next, also stored at another, unless that is null.
class StreamedRows {
 public:
  StreamedRows(double* streamed, double* copy) : streamed_(streamed), copy_(copy) {}

  MINIKRYLOV_ALWAYS_INLINE StreamedRows& operator+=(Offset rows) {
    from_ += rows;
    return *this;
  }
  MINIKRYLOV_ALWAYS_INLINE StreamedRows operator+(Offset rows) const {
    StreamedRows from = *this;
    return from += rows;
  }

  /// A register of sums, from `row` on.
  friend MINIKRYLOV_ALWAYS_INLINE void put(const Simd& sums, const StreamedRows& to, int /*v*/, LocalIndex row) {
    const Offset e = to.from_ + row;
    sums.stream_to(to.streamed_ + e);
    if (to.copy_ != nullptr) store(sums, to.copy_ + e);
  }
  /// Any number of sums.
  friend MINIKRYLOV_ALWAYS_INLINE void put_rows(const double* sums, LocalIndex rows, const StreamedRows& to, int /*v*/,
                                                LocalIndex row) {
    const Offset e = to.from_ + row;
    stream(sums, rows, to.streamed_ + e);
    if (to.copy_ != nullptr) std::copy_n(sums, rows, to.copy_ + e);
  }

 private:
  double *streamed_, *copy_;
  Offset from_ = 0;
};

/// What multiply_chunks_by_one() takes for them instead of ResultRows.
struct StreamedResult {
  StreamedRows rows;
  Prefetching ahead;
};

/// use(rows), of the type that stores them as `y` says; chunks of other heights than the usual one store only.
template <int C, class Use> MINIKRYLOV_ALWAYS_INLINE void with_rows_of_one(const ResultRows& y, const Use& use) {
  if constexpr (finishes_in_registers<C>)
    if (y.streamed != nullptr) return use(StreamedResult{{y.streamed, y.rows}, y.ahead});
  use(y);
}

}  // namespace minikrylov::sell
