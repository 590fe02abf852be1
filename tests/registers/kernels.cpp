// Inner loops in isolation, whose instructions are checked by scripts/check_registers.py.
#include "kernels/formats/coded_sell/coded_single.hpp"
#include "kernels/formats/powers_rows.hpp"
#include "kernels/formats/sell_product.hpp"
#include "kernels/fusion/fused_body.hpp"

namespace minikrylov {

/// Has the size of a register.
extern "C" const char register_bytes[sizeof(Simd)] = {};

/// The eight updates and two dot products of an iteration of pipelined CG, in one loop. Vectors: z q s p x r u w n m.
using Iteration = FusedBody<Width::one, PreconditionerKind::identity, Assign<0, 8, 0>, Assign<1, 9, 1>, Assign<2, 7, 2>,
                            Assign<3, 6, 3>, Assign<4, 4, 3>, Assign<5, 5, 2>, Assign<6, 6, 1>, Assign<7, 7, 0>,
                            Dot<5, 6>, Dot<7, 6>>;

extern "C" void fused_kernel(const Iteration& body, LocalIndex begin, LocalIndex end, double* sums) {
  body.block(begin, end, sums, no_vector, nullptr);
}

/// An update of pcg with M = D, whose inner loop is within a piece of the diagonal.
using Preconditioned =
    FusedBody<Width::one, PreconditionerKind::diagonal, Assign<0, 0, 1>, Precondition<2, 0>, Dot<0, 2>>;

extern "C" void fused_kernel_with_diagonal(const Preconditioned& body, LocalIndex begin, LocalIndex end, double* sums) {
  body.block(begin, end, sums, no_vector, nullptr);
}

extern "C" void product_of_16(const sell::Chunks& a, LocalIndex first, LocalIndex last, const double* x, double* y) {
  sell::multiply_chunks<8, 16>(a, first, last, x, 16, {y, nullptr});
}

extern "C" void product_of_1(const sell::Chunks& a, LocalIndex first, LocalIndex last, const double* x, double* y) {
  sell::multiply_chunks<8, 1>(a, first, last, x, 1, {y, nullptr});
}

extern "C" void product_of_repeated_chunks(const coded::Chunks& a, LocalIndex first, LocalIndex last, const double* x,
                                           double* y) {
  coded::multiply_alike<8, 7>(a, first, last, coded::Decoding<coded::Shared<8>, double>{}, x, y, Prefetching{});
}

extern "C" void powers_of_two_chains(const coded::Chunks& a, LocalIndex first, LocalIndex last,
                                     const sell::Operands<2>& x, const sell::FinishedRows<2>& y) {
  coded::multiply_alike<8, 7>(a, first, last, coded::Decoding<coded::Shared<8>, double>{}, x, y, Prefetching{});
}

}  // namespace minikrylov
