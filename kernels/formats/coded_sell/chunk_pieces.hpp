// The chunks of SELL as pieces to be coded.
#pragma once
#include "kernels/formats/coded/encode.hpp"
#include "kernels/formats/coded/relative_columns.hpp"
#include "kernels/formats/sell_arrays.hpp"

namespace minikrylov::coded {

class ChunkPieces final : public Pieces {
 public:
  explicit ChunkPieces(const SellArrays& sell);

  [[nodiscard]] LocalIndex count() const override { return static_cast<LocalIndex>(first_rows_.extent(0)) - 1; }
  [[nodiscard]] int chunk() const override { return chunk_; }
  [[nodiscard]] LocalIndex length(LocalIndex c) const override { return static_cast<LocalIndex>(entries(c) / chunk_); }
  [[nodiscard]] int numbers_an_entry() const override { return block_ * block_; }
  [[nodiscard]] std::span<const double> values_of(LocalIndex c) const override;
  [[nodiscard]] Offset max_numbers_coded() const override { return max_numbers_decoded(block_); }
  [[nodiscard]] ColumnCoding narrowest_columns(LocalIndex c) const override;
  [[nodiscard]] Offset column_bytes(LocalIndex c, ColumnCoding coding) const override;
  void write_columns(LocalIndex c, ColumnCoding coding, unsigned char* to) const override;
  void add_columns(LocalIndex c, Hasher& hasher) const override;
  [[nodiscard]] bool have_same_columns(LocalIndex a, LocalIndex b) const override;

 private:
  [[nodiscard]] Offset entries(LocalIndex c) const { return offsets_(c + 1) - offsets_(c); }
  [[nodiscard]] LocalIndex rows(LocalIndex c) const { return first_rows_(c + 1) - first_rows_(c); }
  [[nodiscard]] RelativeColumns columns_of(LocalIndex c) const;

  int chunk_, block_;
  HostArray<LocalIndex> first_rows_;
  HostArray<Offset> offsets_;
  HostArray<LocalIndex> columns_;
  HostArray<double> values_;
};

/// Codes a matrix of single numbers or of blocks.
[[nodiscard]] CodedChunks encode(const SellArrays& sell, Allowed allowed);

}  // namespace minikrylov::coded
