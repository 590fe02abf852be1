// SELL-C-σ: the kernels compiled for a chunk height.
#include "kernels/formats/sell.hpp"

#include "kernels/core/digest.hpp"
#include "kernels/formats/chunk_matrix.hpp"
#include "kernels/formats/plain_chunks.hpp"
#include "kernels/formats/sell_runs.hpp"
#include "kernels/formats/sell_transposed.hpp"

namespace minikrylov {
namespace {

template <int C> struct RowChunks : PlainChunks<1, C> {
  using Plain = PlainChunks<1, C>;
  static constexpr const char* label = "sell";

  SellRuns runs;

  explicit RowChunks(SellArrays from) : Plain(std::move(from)), runs(find_runs(this->arrays, this->compact)) {}

  [[nodiscard]] Offset allocated_bytes() const { return Plain::allocated_bytes() + runs.allocated_bytes(); }
  [[nodiscard]] std::uint64_t digest() const {
    Digest digest;
    digest.add(Plain::digest());
    digest.add(runs.digest());
    return digest.value();
  }
  [[nodiscard]] sell::Chunks pointers() const {
    sell::Chunks chunks = Plain::pointers();
    chunks.runs = runs.runs.data();
    chunks.marks = runs.marks.data();
    return chunks;
  }

  template <int M>
  static void multiply(const sell::Chunks& a, LocalIndex first, LocalIndex last, const double* x, int width,
                       const ResultRows& y) {
    sell::multiply_chunks<C, M>(a, first, last, x, width, y);
  }
  template <class X, class To>
  static void multiply_powers(const sell::Chunks& a, LocalIndex first, LocalIndex last, const X& x,
                              const To& y) requires(sell::finishes_in_registers<C>) {
    sell::multiply_chunks_by_one<C>(a, first, last, x, y);
  }
  static void add_transposed(const sell::Chunks& a, LocalIndex chunks, const double* x, int width, double* y) {
    sell::add_transposed<C>(a, chunks, x, width, y);
  }
};

}  // namespace

std::unique_ptr<LocalMatrix> make_sell(const CrsArrays& matrix, const std::vector<LocalIndex>& parts, int chunk) {
  return with_chunk(chunk, [&]<int C>(std::integral_constant<int, C>) {
    return make_sell(make_sell_arrays(matrix, parts, C), matrix.nonzeros());
  });
}

std::unique_ptr<LocalMatrix> make_sell(SellArrays arrays, Offset nonzeros) {
  return with_chunk(arrays.chunk, [&]<int C>(std::integral_constant<int, C>) -> std::unique_ptr<LocalMatrix> {
    return std::make_unique<ChunkMatrix<RowChunks<C>>>(RowChunks<C>(std::move(arrays)), nonzeros);
  });
}

}  // namespace minikrylov
