// The entries of a Matrix Market file, parsed in parallel, and the matrix rows made from them.
#include "problems/matrix_market.hpp"

#include <algorithm>
#include <numeric>

#include "problems/arrays.hpp"
#include "problems/file_text.hpp"
#include "problems/market/text.hpp"
#include "problems/require.hpp"

namespace minikrylov {
namespace {

using market::for_lines;
using market::Place;
using market::read_number;
using market::read_real;
using market::skip_blanks;

constexpr std::size_t typical_line = 24;  ///< characters per entry

struct Entry {
  LocalIndex row, column;
  double value;
};

/// A piece of the text made of whole lines, its entries, and its first line that is not one.
struct Piece {
  std::string_view text;
  std::vector<Entry> entries;
  const char* bad = nullptr;
  std::string why;
};

std::string why_not_index(long long row, long long column, LocalIndex rows) {
  return fmt::format("entry ({}, {}) is outside the matrix (indices are 1 to {}) correct the file", row, column, rows);
}

/// Reads the entry in a non-blank line. Returns an empty string, or why the line is not an entry.
std::string read_entry(const char* at, const char* end, const MarketHeader& header, Entry& entry) {
  constexpr const char* unreadable = "not an entry (a row, a column and a value are expected) correct the file";
  long long row = 0, column = 0;
  if (!read_number(at, end, row) || !read_number(at, end, column)) return unreadable;
  entry.value = 1;
  if (header.field != MarketField::pattern && !read_real(at, end, entry.value)) return unreadable;
  if (skip_blanks(at, end) != end) return unreadable;
  if (row < 1 || row > header.rows || column < 1 || column > header.rows)
    return why_not_index(row, column, header.rows);
  const auto kind = header.field == MarketField::integer ? market::ValueKind::integer : market::ValueKind::real;
  if (std::string objection = market::objection_to_value(entry.value, kind); !objection.empty()) return objection;
  if (header.symmetry == MarketSymmetry::skew && row == column && entry.value != 0)
    return "a skew-symmetric matrix has a diagonal entry (which equals its own negative) correct the file";
  entry.row = static_cast<LocalIndex>(row - 1);
  entry.column = static_cast<LocalIndex>(column - 1);
  return {};
}

void parse(Piece& piece, const MarketHeader& header) {
  piece.entries.reserve(piece.text.size() / typical_line);
  for_lines(piece.text, [&](const char* line, const char* first, const char* stop) {
    Entry entry{};
    piece.why = read_entry(first, stop, header, entry);
    if (piece.why.empty())
      piece.entries.push_back(entry);
    else
      piece.bad = line;
    return piece.why.empty();
  });
}

/// Cuts the text into pieces at line ends.
std::vector<Piece> cut(std::string_view body) {
  constexpr std::size_t piece_size = 1 << 20;
  std::vector<Piece> pieces;
  while (!body.empty()) {
    const std::size_t size = std::min(body.find('\n', std::min(piece_size, body.size())), body.size() - 1) + 1;
    pieces.push_back({body.substr(0, size), {}, nullptr, {}});
    body.remove_prefix(size);
  }
  return pieces;
}

std::vector<Piece> parse_body(std::string_view text, const MarketHeader& header, const Place& place) {
  std::vector<Piece> pieces = cut(text.substr(header.body));
  Kokkos::parallel_for("parse Matrix Market",
                       Kokkos::RangePolicy<HostExec, Kokkos::Schedule<Kokkos::Dynamic>>(0, pieces.size()),
                       [&](std::size_t k) { parse(pieces[k], header); });
  Complaints complaints;
  constexpr std::size_t enough = 10;
  for (const Piece& piece : pieces)
    if (complaints.messages().size() < enough)
      complaints.unless(piece.bad == nullptr, "{}:{}: {}", place.name,
                        piece.bad == nullptr ? 0 : place.line_at(piece.bad), piece.why);
  complaints.raise();
  return pieces;
}

void require_all_entries(const std::vector<Piece>& pieces, const MarketHeader& header, const Place& place) {
  Offset entries = 0;
  for (const Piece& piece : pieces) entries += static_cast<Offset>(piece.entries.size());
  const auto lines = place.line_at(place.text.data() + place.text.size());
  require(entries >= header.entries, "{}:{}: the file ends after {} of {} entries (it may be truncated) fetch it again",
          place.name, lines, entries, header.entries);
  require(entries <= header.entries,
          "{}:{}: the file has {} entries, not {} as its size line says (one of the two is wrong) correct it",
          place.name, header.lines, entries, header.entries);
}

/// Calls use(row, column, value) for all entries of the matrix, both triangles.
template <class Use> void for_entries(const std::vector<Piece>& pieces, MarketSymmetry symmetry, const Use& use) {
  const double sign = symmetry == MarketSymmetry::skew ? -1 : 1;
  const bool mirrored = symmetry != MarketSymmetry::general;
  for (const Piece& piece : pieces)
    for (const Entry& e : piece.entries) {
      use(e.row, e.column, e.value);
      if (mirrored && e.row != e.column) use(e.column, e.row, sign * e.value);
    }
}

void sort_row(SparseMatrix& matrix, LocalIndex row) {
  const Offset begin = matrix.offsets[row], end = matrix.offsets[row + 1];
  const auto columns = matrix.columns.begin();
  if (std::is_sorted(columns + begin, columns + end)) return;
  std::vector<std::pair<LocalIndex, double>> entries;
  for (Offset e = begin; e < end; ++e) entries.emplace_back(matrix.columns[e], matrix.values[e]);
  std::sort(entries.begin(), entries.end());
  for (Offset e = begin; e < end; ++e) {
    matrix.columns[e] = entries[e - begin].first;
    matrix.values[e] = entries[e - begin].second;
  }
}

/// Compressed rows of the entries.
SparseMatrix compress(const std::vector<Piece>& pieces, const MarketHeader& header) {
  SparseMatrix matrix{header.rows, std::vector<Offset>(std::size_t{1} + header.rows, 0), {}, {}};
  for_entries(pieces, header.symmetry, [&](LocalIndex row, LocalIndex, double) { ++matrix.offsets[row + 1]; });
  std::partial_sum(matrix.offsets.begin(), matrix.offsets.end(), matrix.offsets.begin());
  matrix.columns.resize(matrix.offsets.back());
  matrix.values.resize(matrix.offsets.back());
  std::vector<Offset> next(matrix.offsets.begin(), matrix.offsets.end() - 1);
  for_entries(pieces, header.symmetry, [&](LocalIndex row, LocalIndex column, double value) {
    matrix.columns[next[row]] = column;
    matrix.values[next[row]++] = value;
  });
  Kokkos::parallel_for("sort rows", Kokkos::RangePolicy<HostExec>(0, matrix.rows),
                       [&matrix](LocalIndex row) { sort_row(matrix, row); });
  return matrix;
}

/// The line of the last entry at this position or, in a symmetric matrix, at its mirror image.
auto line_of(LocalIndex row, LocalIndex column, const MarketHeader& header, const Place& place) {
  const char* last = place.text.data();
  for_lines(place.text.substr(header.body), [&](const char* at, const char* first, const char* stop) {
    Entry e{-1, -1, 0};
    static_cast<void>(read_entry(first, stop, header, e));
    const bool mirrored = header.symmetry != MarketSymmetry::general && e.row == column && e.column == row;
    if ((e.row == row && e.column == column) || mirrored) last = at;
    return true;
  });
  return place.line_at(last);  // scans the whole text before it, so not inside the loop
}

void require_no_empty_rows(LocalIndex empty, LocalIndex first, const Place& place) {
  require(empty == 0,
          "{}: {} rows are empty, the first is row {} (a matrix with an empty row is singular) correct the "
          "file",
          place.name, empty, first);
}

/// With more rows than entries, refuses empty rows before anything of the size of `rows` is allocated: a short header
/// can announce two billion of them.
void require_entries_for_rows(const std::vector<Piece>& pieces, const MarketHeader& header, const Place& place) {
  if (header.rows <= header.entries) return;
  std::vector<LocalIndex> filled;
  for_entries(pieces, header.symmetry, [&](LocalIndex row, LocalIndex, double) { filled.push_back(row); });
  std::sort(filled.begin(), filled.end());
  filled.erase(std::unique(filled.begin(), filled.end()), filled.end());
  LocalIndex first = 0;
  while (first < static_cast<LocalIndex>(filled.size()) && filled[first] == first) ++first;
  require_no_empty_rows(header.rows - static_cast<LocalIndex>(filled.size()), first + 1, place);
}

void check_rows(const SparseMatrix& matrix, const MarketHeader& header, const Place& place) {
  LocalIndex empty = 0, first_empty = 0;
  for (LocalIndex row = 0; row < matrix.rows; ++row) {
    const Offset begin = matrix.offsets[row], end = matrix.offsets[row + 1];
    if (begin == end && empty++ == 0) first_empty = row + 1;
    const auto columns = matrix.columns.begin();
    const auto twice = std::adjacent_find(columns + begin, columns + end);
    require(twice == columns + end,
            "{}:{}: entry ({}, {}) is given twice (the format does not say which counts) correct the file", place.name,
            twice == columns + end ? 0 : line_of(row, *twice, header, place), row + 1,
            twice == columns + end ? 0 : *twice + 1);
  }
  require_no_empty_rows(empty, first_empty, place);
}

}  // namespace

double market_bytes(const MarketHeader& header) {
  const double entries = static_cast<double>(header.entries), rows = header.rows;
  const double stored = header.symmetry == MarketSymmetry::general ? entries : 2 * entries;
  return sizeof(Entry) * entries + (sizeof(double) + sizeof(LocalIndex)) * stored + 2 * sizeof(Offset) * rows;
}

SparseMatrix parse_matrix_market(std::string_view text, const std::string& name) {
  const MarketHeader header = parse_market_header(text, name);
  const Place place{text, name};
  std::vector<Piece> pieces = parse_body(text, header, place);
  require_all_entries(pieces, header, place);
  require_entries_for_rows(pieces, header, place);
  SparseMatrix matrix = compress(pieces, header);
  check_rows(matrix, header, place);
  return matrix;
}

SparseMatrix read_matrix_market(const std::string& file) {
  const FileText text(file);
  return parse_matrix_market(text.text(), file);
}

}  // namespace minikrylov
