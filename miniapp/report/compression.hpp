// What the printed report says of compressed matrices.
#pragma once
#include <string>

#include "miniapp/solve/record.hpp"

namespace minikrylov {

/// What came of compression: what is kept, bytes before and after, and the gain if it was measured. A line; empty where
/// no compression was asked for.
[[nodiscard]] std::string compression_line(const MatrixRecord& matrix);

/// Both rates of products: of the bytes that move, and CRS-equivalent. Empty where they were not measured.
[[nodiscard]] std::string product_rates(const MatrixRecord& matrix);

/// The CRS-equivalent rate of a kernel with a product, in GB/s; "-" of others.
[[nodiscard]] std::string crs_equivalent_rate(const KernelRow& kernel, const SolveRecord& solve);

/// `word` if products read a compressed matrix.
[[nodiscard]] std::string if_compressed(Compression compression, const char* word);

}  // namespace minikrylov
