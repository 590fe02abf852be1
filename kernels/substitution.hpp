// Forward and backward substitution, colour by colour: z = (D + U)⁻¹ D (L + D)⁻¹ r.
#pragma once
#include <memory>
#include <vector>

#include "kernels/profile.hpp"
#include "kernels/triangles.hpp"
#include "kernels/vector.hpp"

namespace minikrylov {

enum class SweepDirection { forward, backward };

/// The two sweeps; a format says how one of them goes over one part.
///   forward   zᵢ = (rᵢ - Σ lᵢⱼ zⱼ) / dᵢ    parts ascending
///   backward  zᵢ = zᵢ - Σ uᵢⱼ zⱼ / dᵢ      parts descending, those without entries of U left out
/// Rows of a part are computed in parallel if they are not coupled (colours), otherwise one after the other by one
/// thread: correct, but slow, as in the natural ordering.
class Substitution {
 public:
  virtual ~Substitution() = default;

  [[nodiscard]] LocalIndex rows() const { return parts_.empty() ? 0 : parts_.back().end; }

  /// z ← (D + U)⁻¹ D (L + D)⁻¹ r on this rank's rows; what z held does not matter. Shapes must agree. Asynchronous on a
  /// device.
  void solve(const Vector& r, const Vector& z) const;

  /// Bytes that one solve() must move: both triangles as stored, and in each sweep the diagonal, what it reads and z.
  [[nodiscard]] Cost cost(int width) const;
  /// Of both triangles and the diagonal.
  [[nodiscard]] Offset allocated_bytes() const { return triangle_bytes() + 8 * Offset{rows()}; }

 protected:
  explicit Substitution(std::vector<SweepPart> parts) : parts_(std::move(parts)) {}

  /// One sweep over part p. Backward, `from` is z.
  virtual void sweep(SweepDirection direction, std::size_t p, const Vector& from, const Vector& z) const = 0;
  [[nodiscard]] virtual Offset triangle_bytes() const = 0;

  [[nodiscard]] const SweepPart& part(std::size_t p) const { return parts_[p]; }

 private:
  std::vector<SweepPart> parts_;
};

/// D⁻¹, first touched part by part.
Array<double> inverse_diagonal_of(const Triangles& triangles, const std::vector<SweepPart>& parts);

/// Triangles in compressed rows; shares their columns and values. Throws std::invalid_argument if there are 2³¹ entries
/// or more.
std::unique_ptr<Substitution> make_crs_substitution(const Triangles& triangles, const std::vector<LocalIndex>& parts);

/// Triangles in chunks of `chunk` rows (one of sell_chunks), none of which lies in two parts.
std::unique_ptr<Substitution> make_sell_substitution(const Triangles& triangles, const std::vector<LocalIndex>& parts,
                                                     int chunk);

}  // namespace minikrylov
