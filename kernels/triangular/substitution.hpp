// Forward and backward substitution, colour by colour: z = (D + U)⁻¹ D (L + D)⁻¹ r.
#pragma once
#include <memory>
#include <vector>

#include "kernels/core/precision.hpp"
#include "kernels/core/tuning.hpp"
#include "kernels/triangular/local_solver.hpp"
#include "kernels/triangular/triangles.hpp"

namespace minikrylov {

enum class SweepDirection { forward, backward };

/// One sweep over the parts of a stage. Polls `progress` unless it is null.
struct Sweep {
  SweepDirection direction;
  SweepStage stage;
  ProgressHook* progress;
};

/// The two sweeps; a format implements one of them on one stage.
///   forward   zᵢ = (rᵢ - Σ lᵢⱼ zⱼ) / dᵢ    parts ascending
///   backward  zᵢ = zᵢ - Σ uᵢⱼ zⱼ / dᵢ      parts descending, skipping those without entries of U
/// Rows of a part are computed in parallel if they are not coupled (colours), otherwise sequentially by one thread:
/// correct but slow, as in the natural ordering. Parts that are isolated from each other are computed in parallel. With
/// blocks, "row" means a point, and D⁻¹ dense inverses.
class Substitution : public LocalSolver {
 public:
  /// Rows of single unknowns, even with blocks.
  [[nodiscard]] LocalIndex rows() const override { return parts_.empty() ? 0 : parts_.back().end * numbers_.block; }

  /// z ← (D + U)⁻¹ D (L + D)⁻¹ r.
  void solve(const Vector& r, const Vector& z, ProgressHook* progress) const override;

  /// The cost of one solve(): it moves both triangles as stored and, in each sweep, the diagonal, its operand and z.
  [[nodiscard]] Cost cost(int width) const override;
  /// Sets the prefetch distance of further sweeps over chunks.
  void prefetch(const Prefetching& ahead) { ahead_ = ahead.entries; }
  /// Bytes of both triangles and the diagonal.
  [[nodiscard]] Offset allocated_bytes() const {
    return triangle_bytes() + Offset{numbers_.bytes} * numbers_.block * rows();
  }

 protected:
  /// The entries of the triangles: block × block numbers of `bytes` bytes each.
  struct Numbers {
    int block = 1, bytes = 8;
  };
  Substitution(std::vector<SweepPart> parts, Numbers numbers)
      : parts_(std::move(parts)), stages_(stages_of(parts_)), numbers_(numbers) {}

  /// Runs one sweep. In a backward sweep, `from` is z.
  virtual void run(const Sweep& sweep, const Vector& from, const Vector& z) const = 0;
  [[nodiscard]] virtual Offset triangle_bytes() const = 0;

  [[nodiscard]] const SweepPart& part(std::size_t p) const { return parts_[p]; }
  [[nodiscard]] Offset ahead() const { return ahead_; }

 private:
  std::vector<SweepPart> parts_;
  std::vector<SweepStage> stages_;
  Numbers numbers_;
  Offset ahead_ = Prefetching{}.entries;
};

/// Whether triangles of single rows are stored in the narrowest precision that changes none of their numbers. D⁻¹,
/// which rarely is exact, keeps its precision.
enum class Narrowing { none, exact };

/// Substitution in compressed rows; shares the columns of `triangles` and, in double precision, the values. `parts` as
/// in Ordering. Throws std::invalid_argument if there are 2³¹ entries or more. For blocks, see block_substitution.hpp.
std::unique_ptr<Substitution> make_crs_substitution(const Triangles& triangles, const std::vector<LocalIndex>& parts,
                                                    Precision precision = Precision::double_precision,
                                                    Narrowing narrowing = Narrowing::none);

/// The same in chunks of `chunk` rows (one of sell_chunks), none of which spans two parts.
std::unique_ptr<Substitution> make_sell_substitution(const Triangles& triangles, const std::vector<LocalIndex>& parts,
                                                     int chunk, Precision precision = Precision::double_precision,
                                                     Narrowing narrowing = Narrowing::none);

}  // namespace minikrylov
