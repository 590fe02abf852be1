// Runs of rows of CRS as pieces to be coded.
#pragma once
#include "kernels/core/crs_arrays.hpp"
#include "kernels/formats/coded/pieces.hpp"
#include "kernels/formats/coded/relative_columns.hpp"

namespace minikrylov::coded {

/// Runs of run_rows rows; the last may have fewer.
class RunPieces final : public Pieces {
 public:
  explicit RunPieces(const CrsArrays& matrix);

  [[nodiscard]] LocalIndex count() const override;
  [[nodiscard]] int chunk() const override { return 1; }
  [[nodiscard]] LocalIndex length(LocalIndex run) const override { return static_cast<LocalIndex>(entries(run)); }
  [[nodiscard]] int numbers_an_entry() const override { return 1; }
  [[nodiscard]] std::span<const double> values_of(LocalIndex run) const override;
  [[nodiscard]] Offset max_numbers_coded() const override { return max_numbers_decoded(1); }
  [[nodiscard]] ColumnCoding narrowest_columns(LocalIndex run) const override;
  [[nodiscard]] Offset column_bytes(LocalIndex run, ColumnCoding coding) const override;
  void write_columns(LocalIndex run, ColumnCoding coding, unsigned char* to) const override;
  void add_columns(LocalIndex run, Hasher& hasher) const override;
  [[nodiscard]] bool have_same_columns(LocalIndex a, LocalIndex b) const override;

 private:
  [[nodiscard]] LocalIndex rows_of(LocalIndex run) const;
  [[nodiscard]] Offset entries(LocalIndex run) const;
  /// Where row `row` of a run begins, among the entries of the run.
  [[nodiscard]] Offset begin(LocalIndex run, LocalIndex row) const;
  [[nodiscard]] RelativeColumns columns_of(LocalIndex run) const;
  [[nodiscard]] bool rows_follow(LocalIndex run) const;
  template <class Narrow> void write_steps(LocalIndex run, unsigned char* to) const;

  LocalIndex rows_;
  HostArray<Offset> offsets_;
  HostArray<LocalIndex> columns_;
  HostArray<double> values_;
};

}  // namespace minikrylov::coded
