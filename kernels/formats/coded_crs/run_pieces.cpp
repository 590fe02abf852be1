// Columns of runs of rows: comparing them, choosing their code and writing it.
#include "kernels/formats/coded_crs/run_pieces.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "kernels/formats/coded_crs/row_runs.hpp"

namespace minikrylov::coded {

RunPieces::RunPieces(const CrsArrays& matrix)
    : rows_(matrix.rows),
      offsets_(on_host_side(matrix.offsets)),
      columns_(on_host_side(matrix.columns)),
      values_(on_host_side(matrix.values)) {}

LocalIndex RunPieces::count() const { return (rows_ + run_rows - 1) / run_rows; }
LocalIndex RunPieces::rows_of(LocalIndex run) const { return std::min(run_rows, rows_ - run * run_rows); }
Offset RunPieces::entries(LocalIndex run) const { return begin(run, rows_of(run)); }
Offset RunPieces::begin(LocalIndex run, LocalIndex row) const {
  return offsets_(run * run_rows + row) - offsets_(run * run_rows);
}
RelativeColumns RunPieces::columns_of(LocalIndex run) const {
  const LocalIndex first_row = run * run_rows;
  return {{columns_.data() + offsets_(first_row), static_cast<std::size_t>(entries(run))}, first_row};
}

std::span<const double> RunPieces::values_of(LocalIndex run) const {
  return {values_.data() + offsets_(run * run_rows), static_cast<std::size_t>(entries(run))};
}

bool RunPieces::rows_follow(LocalIndex run) const {
  const RelativeColumns columns = columns_of(run);
  const LocalIndex rows = rows_of(run);
  const Offset length = begin(run, 1);
  for (LocalIndex row = 1; row < rows; ++row) {
    if (begin(run, row + 1) - begin(run, row) != length) return false;
    for (Offset k = 0; k < length; ++k)
      if (columns[row * length + k] != columns[k] + row) return false;
  }
  return true;
}

ColumnCoding RunPieces::narrowest_columns(LocalIndex run) const {
  if (rows_follow(run)) return ColumnCoding::consecutive;
  if (entries(run) > std::numeric_limits<std::uint16_t>::max()) return ColumnCoding::listed;
  const RelativeColumns columns = columns_of(run);
  LocalIndex widest = 0;
  for (LocalIndex row = 0; row < rows_of(run); ++row)
    for (Offset e = begin(run, row) + 1, end = begin(run, row + 1); e < end; ++e)
      widest = std::max(widest, std::abs(columns[e] - columns[e - 1]));
  if (widest > std::numeric_limits<std::int16_t>::max()) return ColumnCoding::listed;
  return widest > std::numeric_limits<std::int8_t>::max() ? ColumnCoding::listed16 : ColumnCoding::listed8;
}

Offset RunPieces::column_bytes(LocalIndex run, ColumnCoding coding) const {
  constexpr Offset wide{sizeof(LocalIndex)}, half{sizeof(std::uint16_t)};
  const Offset rows = rows_of(run);
  switch (coding) {
    case ColumnCoding::consecutive:
      return wide * (entries(run) / rows);
    case ColumnCoding::listed8:
      return wide * rows + half * (rows + 1) + entries(run);
    case ColumnCoding::listed16:
      return wide * rows + half * (rows + 1) + half * entries(run);
    case ColumnCoding::listed:
      break;
  }
  return wide * (rows + 1 + entries(run));
}

template <class Narrow> void RunPieces::write_steps(LocalIndex run, unsigned char* to) const {
  const RelativeColumns columns = columns_of(run);
  const LocalIndex rows = rows_of(run);
  auto* const first = reinterpret_cast<LocalIndex*>(to);
  auto* const begins = reinterpret_cast<std::uint16_t*>(first + rows);
  auto* const steps = reinterpret_cast<Narrow*>(begins + rows + 1);
  for (LocalIndex row = 0; row < rows; ++row) {
    const Offset from = begin(run, row), end = begin(run, row + 1);
    begins[row] = static_cast<std::uint16_t>(from);
    first[row] = from < end ? columns[from] : 0;
    for (Offset e = from; e < end; ++e) steps[e] = static_cast<Narrow>(e == from ? 0 : columns[e] - columns[e - 1]);
  }
  begins[rows] = static_cast<std::uint16_t>(entries(run));
}

void RunPieces::write_columns(LocalIndex run, ColumnCoding coding, unsigned char* to) const {
  const RelativeColumns columns = columns_of(run);
  const LocalIndex rows = rows_of(run);
  auto* const wide = reinterpret_cast<LocalIndex*>(to);
  switch (coding) {
    case ColumnCoding::consecutive:
      for (Offset k = 0, length = begin(run, 1); k < length; ++k) wide[k] = columns[k];
      return;
    case ColumnCoding::listed8:
      return write_steps<std::int8_t>(run, to);
    case ColumnCoding::listed16:
      return write_steps<std::int16_t>(run, to);
    case ColumnCoding::listed:
      for (LocalIndex row = 0; row <= rows; ++row) wide[row] = static_cast<LocalIndex>(begin(run, row));
      for (Offset e = 0; e < entries(run); ++e) wide[rows + 1 + e] = columns[e];
  }
}

void RunPieces::add_columns(LocalIndex run, Hasher& hasher) const {
  const auto rows = static_cast<std::size_t>(rows_of(run));
  hasher.add(rows, [&](std::size_t row) { return static_cast<Hash>(begin(run, static_cast<LocalIndex>(row) + 1)); });
  columns_of(run).add_to(hasher);
}

bool RunPieces::have_same_columns(LocalIndex a, LocalIndex b) const {
  const LocalIndex rows = rows_of(a);
  if (rows_of(b) != rows) return false;
  for (LocalIndex row = 0; row < rows; ++row)
    if (begin(a, row + 1) != begin(b, row + 1)) return false;
  return columns_of(a) == columns_of(b);
}

}  // namespace minikrylov::coded
