// Field values in readable form.
#include <fmt/ranges.h>

#include <array>
#include <cmath>
#include <iterator>

#include "miniapp/results/fields.hpp"
#include "miniapp/results/fields_readable.hpp"
#include "miniapp/settings/names.hpp"

namespace minikrylov {
namespace {

std::string text_of(std::int64_t number, std::string_view unit) {
  if (unit == "bytes") return readable_bytes(static_cast<double>(number));
  std::string digits = std::to_string(number);
  const std::ptrdiff_t first = number < 0 ? 1 : 0;
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > first; at -= 3)
    digits.insert(static_cast<std::size_t>(at), ",");
  return digits;
}

std::string text_of(double number, std::string_view unit) {
  if (unit == "s") return readable_seconds(number);
  if (unit == "bytes") return readable_bytes(number);
  if (unit == "bytes/s") return fmt::format("{:.1f} GB/s", number / 1e9);
  return fmt::format("{:.3g}", number);
}

}  // namespace

std::string readable_bytes(double bytes) {
  constexpr std::array units{"bytes", "KiB", "MiB", "GiB", "TiB", "PiB"};
  std::size_t unit = 0;
  for (; bytes >= 1024 && unit + 1 < units.size(); ++unit) bytes /= 1024;
  return fmt::format("{:.{}f} {}", bytes, unit == 0 || bytes >= 100 ? 0 : 1, units[unit]);
}

std::string readable_seconds(double seconds) {
  constexpr std::array units{"s", "ms", "µs", "ns"};
  std::size_t unit = 0;
  for (; std::fabs(seconds) < 1 && seconds != 0 && unit + 1 < units.size(); ++unit) seconds *= 1000;
  return fmt::format("{:.{}f} {}", seconds,
                     std::fabs(seconds) >= 100  ? 0
                     : std::fabs(seconds) >= 10 ? 1
                                                : 2,
                     units[unit]);
}

std::string precisions_of(const SolveRecord& solve) {
  const std::string_view matrix = name_of(*solve.matrix_precision),
                         M = name_of(solve.preconditioner_precision.value_or(Precision::double_precision));
  const std::string stored = solve.preconditioner == PreconditionerChoice::none ? fmt::format("matrix in {}", matrix)
                             : M == matrix ? fmt::format("matrix and M in {}", matrix)
                                           : fmt::format("matrix in {}, M in {}", matrix, M);
  return stored + (solve.vector_precision
                       ? fmt::format(", vectors in {}, sums in double", name_of(*solve.vector_precision))
                       : ", vectors and sums in double");
}

double exposed_seconds(const ReductionRow& reduction) { return reduction.start_seconds + reduction.finish_seconds; }

double bytes_of(const KernelRow& kernel) { return kernel.bytes_read + kernel.bytes_written; }

std::string readable(const FieldValue& value, std::string_view unit) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return text_of(*whole, unit);
  if (const auto* real = std::get_if<double>(&value)) return text_of(*real, unit);
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* wholes = std::get_if<std::vector<std::int64_t>>(&value))
    return fmt::format("{}", fmt::join(*wholes, " x "));
  if (const auto* reals = std::get_if<std::vector<double>>(&value))
    return fmt::format("{:.3g}", fmt::join(*reals, ", "));
  if (const auto* texts = std::get_if<std::vector<std::string>>(&value))
    return fmt::format("{}", fmt::join(*texts, ", "));
  if (const auto* table = std::get_if<Table>(&value))
    return fmt::format("{} x {} numbers", table->rows(), table->columns);
  return "-";
}

}  // namespace minikrylov
