// What the printed report says of compressed matrices.
#include "miniapp/report/compression.hpp"

#include <fmt/format.h>

#include "miniapp/results/fields.hpp"
#include "miniapp/results/fields_readable.hpp"

namespace minikrylov {
namespace {

std::string bytes_text(const std::optional<std::int64_t>& bytes) {
  return readable_bytes(static_cast<double>(bytes.value_or(0)));
}

/// Why an uncompressed matrix was kept that no measurement preferred.
std::string reason_of(const MatrixRecord& matrix) {
  const bool without_codes = matrix.compression == Compression::none && !matrix.coding_gain;
  return without_codes ? ", since there is nothing to code" : "";
}

}  // namespace

std::string if_compressed(Compression compression, const char* word) {
  return compression == Compression::none ? "" : word;
}

std::string compression_line(const MatrixRecord& matrix) {
  if (!matrix.compression_asked) return "";
  const bool coded = matrix.compression != Compression::none;
  const std::string gain =
      matrix.coding_gain ? fmt::format("; products are {:.2f} times as fast with it", *matrix.coding_gain) : "";
  return fmt::format("  {:<10} {} keeps the {} matrix{}: {} before, {} after compression in {}{}\n", "codes",
                     name_of(*matrix.compression_asked), coded ? "compressed" : "uncompressed", reason_of(matrix),
                     bytes_text(matrix.plain_bytes), bytes_text(matrix.coded_bytes),
                     readable_seconds(matrix.coding_seconds.value_or(0)), gain);
}

std::string crs_equivalent_rate(const KernelRow& kernel, const SolveRecord& solve) {
  const bool multiplies = kernel.name.find("= A ") != std::string::npos;  // a kernel has one product at most
  if (!multiplies || kernel.seconds <= 0 || !solve.crs_bytes_per_product) return "-";
  const double more = *solve.crs_bytes_per_product - solve.bytes_per_product.value_or(0);
  const double bytes = bytes_of(kernel) + static_cast<double>(kernel.calls) * more;
  return fmt::format("{:.1f}", bytes / kernel.seconds / 1e9);
}

std::string product_rates(const MatrixRecord& matrix) {
  if (!matrix.product_bytes_per_second || !matrix.product_moved_bytes_per_second) return "";
  return fmt::format("product bandwidth {} of the bytes that move{}, {} CRS-equivalent",
                     readable(*matrix.product_moved_bytes_per_second, "bytes/s"),
                     if_compressed(matrix.compression, " (compressed matrix)"),
                     readable(*matrix.product_bytes_per_second, "bytes/s"));
}

}  // namespace minikrylov
