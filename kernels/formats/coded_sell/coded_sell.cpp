// Coded SELL: the kernels compiled for a chunk height.
#include "kernels/formats/coded_sell/coded_form.hpp"
#include "kernels/formats/coded_sell/coded_product.hpp"
#include "kernels/formats/sell.hpp"

namespace minikrylov {
namespace {

template <int C> struct CodedRows : coded::CodedForm<1, C> {
  static constexpr const char* label = "coded sell";
  using coded::CodedForm<1, C>::CodedForm;

  template <int M>
  static void multiply(const coded::Chunks& a, LocalIndex first, LocalIndex last, const double* x, int width,
                       const ResultRows& y) {
    coded::multiply_chunks<C, M>(a, first, last, x, width, y);
  }
  static void multiply_singles(const coded::Chunks& a, LocalIndex first, LocalIndex last, const float* x,
                               const ResultRows& y) {
    coded::multiply_chunks_by_one<C>(a, first, last, x, y);
  }
  template <class X, class To>
  static void multiply_powers(const coded::Chunks& a, LocalIndex first, LocalIndex last, const X& x,
                              const To& y) requires(sell::finishes_in_registers<C>) {
    coded::multiply_chunks_by_one<C>(a, first, last, x, y);
  }
  static void add_transposed(const coded::Chunks& a, LocalIndex chunks, const double* x, int width, double* y) {
    coded::add_transposed<C>(a, chunks, x, width, y);
  }
};

}  // namespace

CompressedMatrix make_coded_sell(const CrsArrays& matrix, const std::vector<LocalIndex>& parts, int chunk,
                                 coded::Allowed allowed, Plain plain) {
  return with_chunk(chunk, [&]<int C>(std::integral_constant<int, C>) {
    return coded::compress<CodedRows<C>>(make_sell_arrays(matrix, parts, C), matrix.nonzeros(), allowed, plain,
                                         make_sell);
  });
}

}  // namespace minikrylov
