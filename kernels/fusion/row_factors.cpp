// Finds pieces of factors that repeat.
#include "kernels/fusion/row_factors.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "kernels/core/arrays.hpp"

namespace minikrylov {
namespace {

using FactorPiece = std::array<double, rows_per_piece>;

/// Chosen: 128 KiB stay in a core's level-2 cache, beside the vectors of a fused kernel.
constexpr LocalIndex max_distinct_pieces = 256;

LocalIndex factor_pieces_in(LocalIndex rows) { return (rows + rows_per_piece - 1) / rows_per_piece; }

std::string_view bits_of_piece(const double* piece) {
  return {reinterpret_cast<const char*>(piece), sizeof(FactorPiece)};
}

/// The last `count` rows, continued with copies of the last one: the end of a constant diagonal is no piece of its own.
FactorPiece filled_up(const double* from, LocalIndex count) {
  FactorPiece piece;
  std::fill(std::copy_n(from, count, piece.begin()), piece.end(), from[count - 1]);
  return piece;
}

}  // namespace

double RowFactors::bytes(LocalIndex kernel_rows) const {
  if (pieces == nullptr) return 8.0 * kernel_rows;
  return static_cast<double>(sizeof(FactorPiece)) * distinct_count + factor_pieces_in(rows);
}

RepeatedPieces repeated_pieces(const Array<double>& all, LocalIndex rows) {
  const LocalIndex count = factor_pieces_in(rows), most = std::min(max_distinct_pieces, count / 4);
  if (!on_host || most == 0) return {};
  const LocalIndex before_last = (count - 1) * rows_per_piece;
  const FactorPiece last = filled_up(all.data() + before_last, rows - before_last);
  std::unordered_map<std::string_view, LocalIndex> number_of;
  std::vector<double> distinct;
  std::vector<std::uint8_t> pieces;
  for (LocalIndex k = 0; k < count; ++k) {
    const double* const piece = k + 1 < count ? all.data() + Offset{k} * rows_per_piece : last.data();
    const auto [found, is_new] = number_of.try_emplace(bits_of_piece(piece), static_cast<LocalIndex>(number_of.size()));
    if (found->second == most) return {};
    if (is_new) distinct.insert(distinct.end(), piece, piece + rows_per_piece);
    pieces.push_back(static_cast<std::uint8_t>(found->second));
  }
  return {array_of("distinct pieces of M⁻¹", distinct), array_of("pieces of M⁻¹", pieces), rows};
}

RowFactors factors_of(const Array<double>& all, const RepeatedPieces& repeated) {
  return {.all = all.data(),
          .distinct = repeated.distinct.data(),
          .pieces = repeated.pieces.data(),
          .rows = repeated.rows,
          .distinct_count = static_cast<int>(repeated.distinct.extent(0)) / rows_per_piece};
}

}  // namespace minikrylov
