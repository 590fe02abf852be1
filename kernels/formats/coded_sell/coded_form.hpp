// Coded chunks as a form of ChunkMatrix.
#pragma once
#include <utility>

#include "kernels/formats/chunk_matrix.hpp"
#include "kernels/formats/coded/compressed.hpp"
#include "kernels/formats/coded/decoders.hpp"
#include "kernels/formats/coded_sell/chunk_pieces.hpp"
#include "kernels/formats/sell_runs.hpp"

namespace minikrylov::coded {

/// The arrays of ChunkMatrix's `Form` for coded chunks; B and C as there.
template <int B, int C> struct CodedForm {
  using Pointers = Chunks;
  static constexpr int block = B, chunk = C;

  CodedChunks a;

  explicit CodedForm(CodedChunks chunks) : a(std::move(chunks)) {}

  [[nodiscard]] LocalIndex rows() const { return a.rows; }
  [[nodiscard]] LocalIndex column_count() const { return a.column_count; }
  [[nodiscard]] const Array<LocalIndex>& group_chunks() const { return a.group_chunks; }
  [[nodiscard]] LocalIndex chunk_count() const { return a.chunk_count(); }
  [[nodiscard]] Offset numbers() const { return a.numbers; }
  [[nodiscard]] Offset allocated_bytes() const { return a.allocated_bytes(); }
  [[nodiscard]] std::uint64_t digest() const { return a.digest(); }
  [[nodiscard]] Pointers pointers() const { return a.pointers(); }

  template <class Use> KOKKOS_FUNCTION static void with_entries(const Pointers& from, LocalIndex c, const Use& use) {
    const StoredChunk& stored = from.chunks[from.stored[c]];
    with_values<C>(from, stored, [&](const auto& values) {
      with_columns<C>(from, stored,
                      [&](const auto& columns) { use(values, columns, stored.length, from.first_rows[c]); });
    });
  }
};

/// Encodes chunks. `make_plain` receives the uncompressed ones, if they are kept.
template <class Form>
CompressedMatrix compress(SellArrays arrays, Offset nonzeros, Allowed allowed, Plain plain,
                          std::unique_ptr<LocalMatrix> (*make_plain)(SellArrays arrays, Offset nonzeros)) {
  const Kokkos::Timer timer;
  CodedChunks chunks = encode(arrays, allowed);
  const double seconds = timer.seconds();
  const Shares shares = chunks.shares;
  CompressedMatrix made{.matrix = std::make_unique<ChunkMatrix<Form>>(Form(std::move(chunks)), nonzeros),
                        .plain = nullptr,
                        .shares = shares,
                        .plain_bytes = 0,
                        .seconds = seconds};
  if (plain == Plain::kept) {
    made.plain = make_plain(std::move(arrays), nonzeros);
    made.plain_bytes = made.plain->allocated_bytes();
  } else {
    made.plain_bytes = compact_bytes_of(std::move(arrays));
  }
  return made;
}

}  // namespace minikrylov::coded
