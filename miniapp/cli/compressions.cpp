// Tables of codes, from their names and from the functions that count their bytes.
#include "miniapp/cli/compressions.hpp"

#include <fmt/ranges.h>

#include <array>
#include <vector>

#include "kernels/formats/coded/codings.hpp"
#include "kernels/fusion/row_factors.hpp"
#include "miniapp/report/table.hpp"
#include "miniapp/settings/repeats.hpp"

namespace minikrylov {
namespace {

using coded::ColumnCoding;
using coded::ValueCoding;

/// A chunk whose entries fill whole words in every code, with as many zeros as are left out at least.
struct SampleChunk {
  int rows = 8;
  Offset length = 40;  ///< entries per row
  Offset zeros = rows * length / 4;
};

/// "in chunks of 8 rows with 40 entries each, a quarter of them 0".
std::string sample_in_words() {
  const SampleChunk chunk;
  return fmt::format("in chunks of {} rows with {} entries each, a quarter of them 0", chunk.rows, chunk.length);
}

Offset bytes_of_sample(const SampleChunk& chunk, ValueCoding coding) {
  return bytes_of(coding, chunk.length, chunk.rows, chunk.zeros);
}
Offset bytes_of_sample(const SampleChunk& chunk, ColumnCoding coding) {
  return bytes_of(coding, chunk.length, chunk.rows);
}

template <class Coding> std::string bytes_per_entry(Coding coding) {
  const SampleChunk chunk;
  const double entries = static_cast<double>(chunk.rows * chunk.length);
  return fmt::format("{:.2g}", static_cast<double>(bytes_of_sample(chunk, coding)) / entries);
}

/// Whether numbers may be in this code.
bool uses(Compression compression, ValueCoding coding) {
  switch (coding) {
    case ValueCoding::table8:
    case ValueCoding::table16:
    case ValueCoding::table256:
      return compression != Compression::narrow;
    case ValueCoding::bfloat16:
    case ValueCoding::half:
    case ValueCoding::single:
      return compression != Compression::tables;
    case ValueCoding::shared:
    case ValueCoding::constant:
    case ValueCoding::sparse:
      return stores_repeats_once(compression);  // which also codes zeros and chunks of one number
    case ValueCoding::full:
      break;
  }
  return true;
}

/// Columns may be in any.
bool uses(Compression, ColumnCoding) { return true; }

/// What D⁻¹ of Jacobi takes beside a matrix whose repeated chunks are stored once.
std::string line_on_diagonal(Compression compression) {
  if (!stores_repeats_once(compression)) return "";
  return fmt::format(
      "  D⁻¹ of jacobi: pieces of {0} rows that repeat are stored once, and a byte for each piece (8 bytes per row if "
      "more than a quarter of them differ)\n",
      rows_per_piece);
}

template <class Coding, std::size_t N>
std::string table_of(std::string_view of, const std::array<std::string_view, N>& names) {
  TextTable table({fmt::format("code of {}", of), "bytes per entry", "of"});
  for (std::size_t k = 0; k < N; ++k) {
    const auto coding = static_cast<Coding>(k);
    std::vector<std::string_view> users;
    for (const Compression compression : {Compression::lossless, Compression::tables, Compression::narrow})
      if (uses(compression, coding)) users.push_back(name_of(compression));
    table.add({std::string(names[k]), bytes_per_entry(coding), fmt::format("{}", fmt::join(users, ", "))});
  }
  return table.text(0);
}

/// "table of 8 0.4, table of 16 0.5".
template <class Coding, std::size_t N>
std::string codes_of(Compression compression, const std::array<std::string_view, N>& names) {
  std::vector<std::string> codes;
  for (std::size_t k = 0; k < N; ++k)
    if (const auto coding = static_cast<Coding>(k); uses(compression, coding))
      codes.push_back(fmt::format("{} {}", names[k], bytes_per_entry(coding)));
  return fmt::format("{}", fmt::join(codes, ", "));
}

}  // namespace

std::string list_codes() {
  return table_of<ValueCoding>("numbers", coded::value_codings) + "\n" +
         table_of<ColumnCoding>("columns", coded::column_codings) +
         fmt::format(
             "\nEach chunk (of crs: 16 rows) has the narrowest code that keeps every bit; chunks that repeat others "
             "take no bytes.\nBytes per entry: {}; uncompressed: {} + {}.\n",
             sample_in_words(), bytes_per_entry(ValueCoding::full), bytes_per_entry(ColumnCoding::listed));
}

std::string explain_codes(Compression compression) {
  if (compression == Compression::none)
    return fmt::format("\nA is not compressed: {} bytes per number, and {} per column, or {} where columns are {}.\n",
                       bytes_per_entry(ValueCoding::full), bytes_per_entry(ColumnCoding::listed),
                       bytes_per_entry(ColumnCoding::consecutive),
                       coded::column_codings[static_cast<std::size_t>(ColumnCoding::consecutive)]);
  return fmt::format(
      "\nA with --compress {}: bytes per entry in each code, {} (`minikrylov list compressions`)\n  numbers: {}\n  "
      "columns: {}\n{}",
      name_of(compression), sample_in_words(), codes_of<ValueCoding>(compression, coded::value_codings),
      codes_of<ColumnCoding>(compression, coded::column_codings), line_on_diagonal(compression));
}

}  // namespace minikrylov
