// The factors of a diagonal M⁻¹ as fused kernels read them: pieces of rows that repeat may be stored once.
#pragma once
#include <algorithm>
#include <cstdint>

#include "kernels/core/row_blocks.hpp"
#include "kernels/core/types.hpp"

namespace minikrylov {

/// Rows per piece: every row block starts with a piece.
inline constexpr LocalIndex rows_per_piece = RowBlocks::alignment;

/// The factors of the rows of a block, which count from its first. Host only.
struct BlockFactors {
  const double* values = nullptr;
  const std::uint8_t* pieces = nullptr;  ///< of the rows, by number; null: `values` has all rows in order

  /// What to add to `row`, and to all others of its piece, for the place of their factors in `values`.
  [[nodiscard]] Offset shift(LocalIndex row) const {
    if (pieces == nullptr) return 0;
    const LocalIndex piece = row / rows_per_piece;
    return (Offset{pieces[piece]} - piece) * rows_per_piece;
  }
  /// The end of the rows from `row` on, at most `end`, whose factors are in order.
  [[nodiscard]] LocalIndex end_of_piece(LocalIndex row, LocalIndex end) const {
    return pieces == nullptr ? end : std::min(end, (row / rows_per_piece + 1) * rows_per_piece);
  }
  [[nodiscard]] double operator[](LocalIndex row) const { return values[row + shift(row)]; }
};

/// One factor per row, then one per ghost.
struct RowFactors {
  const double* all = nullptr;           ///< in order; null: M is not diagonal
  const double* distinct = nullptr;      ///< pieces, each of them once
  const std::uint8_t* pieces = nullptr;  ///< the number of each piece of `rows`; null: kernels read `all`
  LocalIndex rows = 0;                   ///< in pieces: without ghosts
  int distinct_count = 0;                ///< pieces

  /// Those of the rows, or ghosts, from `begin` on. Ghosts, and rows that do not start with a piece, read `all`.
  [[nodiscard]] BlockFactors of_block(LocalIndex begin) const {
    const bool in_pieces = pieces != nullptr && begin < rows && begin % rows_per_piece == 0;
    if (in_pieces) return {distinct, pieces + begin / rows_per_piece};
    return {all + begin, nullptr};
  }
  /// Bytes that a fused kernel on `kernel_rows` rows moves for them.
  [[nodiscard]] double bytes(LocalIndex kernel_rows) const;
};

/// Pieces of factors, and which of them each piece of the rows is.
struct RepeatedPieces {
  Array<double> distinct{};
  Array<std::uint8_t> pieces{};
  LocalIndex rows = 0;
};

/// The pieces of the factors of `rows` rows, each stored once, where that saves most of their bytes: bitwise equal
/// ones, so that results keep every bit. None where too many differ, and on a device, which reads `all`. Not
/// collective.
[[nodiscard]] RepeatedPieces repeated_pieces(const Array<double>& all, LocalIndex rows);

/// The factors `all`, of which those of some rows are also in pieces. Both must outlive the result.
[[nodiscard]] RowFactors factors_of(const Array<double>& all, const RepeatedPieces& repeated);

}  // namespace minikrylov
