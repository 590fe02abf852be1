// Coded SELL of blocks: the kernels compiled for a block and a chunk height.
#include "kernels/formats/coded_sell/coded_block_product.hpp"
#include "kernels/formats/coded_sell/coded_form.hpp"
#include "kernels/formats/sell.hpp"
#include "kernels/formats/sell_block.hpp"

namespace minikrylov {
namespace {

template <int B, int C> struct CodedPoints : coded::CodedForm<B, C> {
  static constexpr const char* label = "coded sell-block";
  using coded::CodedForm<B, C>::CodedForm;

  template <int M>
  static void multiply(const coded::Chunks& a, LocalIndex first, LocalIndex last, const double* x, int width,
                       const ResultRows& y) {
    coded::multiply_block_chunks<B, C, M>(a, first, last, x, width, y);
  }
  static void add_transposed(const coded::Chunks& a, LocalIndex chunks, const double* x, int width, double* y) {
    add_rows_in_turn(AddChunkRow<CodedPoints>{a, x, width, y}, chunks);
  }
};

}  // namespace

CompressedMatrix make_coded_sell_block(const CrsArrays& points, const std::vector<LocalIndex>& parts, int chunk,
                                       coded::Allowed allowed, Plain plain) {
  return with_block(points.block, [&]<int B>(std::integral_constant<int, B>) {
    return with_chunk(chunk, [&]<int C>(std::integral_constant<int, C>) {
      return coded::compress<CodedPoints<B, C>>(make_sell_arrays(points, parts, C), points.nonzeros(), allowed, plain,
                                                make_sell_block);
    });
  });
}

}  // namespace minikrylov
