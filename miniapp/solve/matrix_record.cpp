// Describes a matrix over all ranks: its layout, its bytes, and the codes it is in.
#include "miniapp/solve/matrix_record.hpp"

#include <fmt/format.h>

#include <optional>
#include <span>
#include <utility>

namespace minikrylov {
namespace {

/// Those of the codes called `names` that some rank uses. Collective.
std::vector<CodeRow> used_codes(std::string_view of, std::span<const std::string_view> names,
                                std::span<const coded::Share> shares, const Communicator& ranks) {
  std::vector<CodeRow> used;
  for (std::size_t k = 0; k < names.size(); ++k) {
    const double chunks = ranks.reduce(static_cast<double>(shares[k].chunks), ReduceBy::sum);
    const double bytes = ranks.reduce(static_cast<double>(shares[k].bytes), ReduceBy::sum);
    const double entries = ranks.reduce(static_cast<double>(shares[k].count), ReduceBy::sum);
    if (chunks > 0) used.push_back({fmt::format("{}: {}", of, names[k]), chunks, bytes, entries});
  }
  return used;
}

/// Collective.
std::vector<CodeRow> used_codes(const coded::Shares& shares, const Communicator& ranks) {
  std::vector<CodeRow> used = used_codes("values", coded::value_codings, shares.values, ranks);
  const std::vector<CodeRow> of_columns = used_codes("columns", coded::column_codings, shares.columns, ranks);
  used.insert(used.end(), of_columns.begin(), of_columns.end());
  return used;
}

/// `record` with what came of compression. Collective.
MatrixRecord with_coding(MatrixRecord record, const MatrixCoding& coding, const Communicator& ranks) {
  const auto bytes =
      ranks.reduce({static_cast<double>(coding.plain_bytes), static_cast<double>(coding.coded_bytes)}, ReduceBy::sum);
  record.compression_asked = coding.asked;
  record.plain_bytes = static_cast<std::int64_t>(bytes[0]);
  record.coded_bytes = static_cast<std::int64_t>(bytes[1]);
  record.coding_seconds = ranks.reduce(coding.seconds, ReduceBy::maximum);
  record.coding_gain = coding.gain;
  if (coding.kept == KeptForm::coded) record.codes = used_codes(coding.shares, ranks);
  return record;
}

/// Nothing where a product by itself takes no time, as that of kernels is injected. Collective.
std::optional<ProductRate> rate_of(const Operator& A, const System& system, const Triads& triads,
                                   const Communicator& ranks) {
  if (triads.now.described()) return std::nullopt;
  return product_rate(A, system, triads, ranks);
}

}  // namespace

MatrixRecord matrix_record(const SourcedSystem& sourced, const Operator& A, const Triads& triads,
                           const Communicator& ranks) {
  const System& system = sourced.system;
  const std::optional<ProductRate> rate = rate_of(A, system, triads, ranks);
  const auto total = [&](Offset value) {
    return static_cast<std::int64_t>(ranks.reduce(static_cast<double>(value), ReduceBy::sum));
  };
  MatrixRecord record{.format = system.layout.format,
                      .ordering = system.layout.ordering,
                      .stored_entries = total(system.matrix->stored_entries()),
                      .bytes = total(system.matrix->allocated_bytes()),
                      .sigmas = sourced.sigmas,
                      .compression = compression_of(system),
                      .setup_seconds = system.conversion_seconds};
  if (rate) {
    record.product_moved_bytes_per_second = rate->moved;
    record.product_bytes_per_second = rate->product;
    record.product_triad_bytes_per_second = rate->triad;
    record.product_seconds = rate->median_seconds;
    record.product_update_bytes_per_second = rate->update;
  }
  record.padding = static_cast<double>(record.stored_entries) / static_cast<double>(system.global_nonzeros);
  if (row_of(record.format).chunking == Chunking::chunks) {
    record.chunk = system.layout.chunk;
    record.sigma = system.layout.sigma;
  }
  if (system.inner != nullptr) record.inner_bytes = total(system.inner->allocated_bytes());
  return system.coding ? with_coding(std::move(record), *system.coding, ranks) : record;
}

}  // namespace minikrylov
