// SELL-C-σ of blocks: the kernels compiled for a block and a chunk height.
#include "kernels/formats/sell_block.hpp"

#include "kernels/formats/chunk_matrix.hpp"
#include "kernels/formats/plain_chunks.hpp"
#include "kernels/formats/sell.hpp"
#include "kernels/formats/sell_block_product.hpp"

namespace minikrylov {
namespace {

template <int B, int C> struct PointChunks : PlainChunks<B, C> {
  static constexpr const char* label = "sell-block";
  using PlainChunks<B, C>::PlainChunks;

  template <int M>
  static void multiply(const sell::Chunks& a, LocalIndex first, LocalIndex last, const double* x, int width,
                       const ResultRows& y) {
    sell::multiply_block_chunks<B, C, M>(a, first, last, x, width, y);
  }
  static void add_transposed(const sell::Chunks& a, LocalIndex chunks, const double* x, int width, double* y) {
    add_rows_in_turn(AddChunkRow<PointChunks>{a, x, width, y}, chunks);
  }
};

}  // namespace

std::unique_ptr<LocalMatrix> make_sell_block(const CrsArrays& points, const std::vector<LocalIndex>& parts, int chunk) {
  return with_block(points.block, [&]<int B>(std::integral_constant<int, B>) {
    return with_chunk(chunk, [&]<int C>(std::integral_constant<int, C>) {
      return make_sell_block(make_sell_arrays(points, parts, C), points.nonzeros());
    });
  });
}

std::unique_ptr<LocalMatrix> make_sell_block(SellArrays arrays, Offset nonzeros) {
  return with_block(arrays.block, [&]<int B>(std::integral_constant<int, B>) {
    return with_chunk(arrays.chunk, [&]<int C>(std::integral_constant<int, C>) -> std::unique_ptr<LocalMatrix> {
      return std::make_unique<ChunkMatrix<PointChunks<B, C>>>(PointChunks<B, C>(std::move(arrays)), nonzeros);
    });
  });
}

}  // namespace minikrylov
