// Panels: a few vectors as the columns of a tall matrix, whose number is known at run time only.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "kernels/core/coordinates.hpp"
#include "kernels/core/pinned_sums.hpp"
#include "kernels/core/vector.hpp"
#include "kernels/fusion/formulation.hpp"

namespace minikrylov {

/// Vectors of one shape.
struct Panel {
  std::vector<Vector> columns;
  std::string name;

  [[nodiscard]] int size() const { return static_cast<int>(columns.size()); }
  [[nodiscard]] Panel first(int count) const { return {{columns.begin(), columns.begin() + count}, name}; }
  /// Whether it begins with the same vector, as only panels of the same vectors do in a method.
  [[nodiscard]] bool is_same_as(const Panel& other) const {
    return columns.front().data.data() == other.columns.front().data.data();
  }
};

/// [P, R], called `name`.
[[nodiscard]] Panel joined(const Panel& P, const Panel& R, const char* name = "Y");

/// What the inner products of a panel are weighted by: (x, y) = f Σ wᵢᵖ xᵢ yᵢ with w = 1/diag(M⁻¹).
struct PanelWeights {
  Array<double> inverse{};  ///< 1/w, one per row; empty: all one
  int power = 1;            ///< p
  double factor = 1;        ///< f

  /// Whether the inner products are the same ones up to a factor.
  [[nodiscard]] bool is_multiple_of(const PanelWeights& other) const {
    return inverse.data() == other.inverse.data() && (inverse.extent(0) == 0 || power == other.power);
  }
};

/// The inner products (x_i, y_j) of two panels of one size. (x_i, y_j) = (x_j, y_i): Y is X, or a symmetric operator
/// has made it of X.
struct InnerProducts {
  Panel X, Y;
  PanelWeights weights{};

  /// Whether they are the same ones up to a factor.
  [[nodiscard]] bool is_multiple_of(const InnerProducts& other) const {
    return X.is_same_as(other.X) && Y.is_same_as(other.Y) && weights.is_multiple_of(other.weights);
  }
};

/// This rank's part of (x_i, y_j) for j ≤ i, in the order that Gram takes, for each of those wanted, which have as many
/// columns each; these are read once. The same bits with any number of threads. Of `how`, progress and tuning matter.
[[nodiscard]] std::vector<std::vector<double>> inner_products(std::span<const InnerProducts> wanted, PinnedSums& pinned,
                                                              const Execution& how = {});

/// Y c.
struct PanelProduct {
  const Panel& Y;
  const Coordinates& c;
};
inline PanelProduct operator*(const Panel& Y, const Coordinates& c) { return {Y, c}; }

/// y = Y c, or y = y + Y c.
struct PanelAssign {
  enum class From { nothing, old_value };
  Vector y;
  const char* name;
  From from;
  PanelProduct product;
};

/// Assigns combinations of one panel at once, so that columns of it may be among the vectors assigned; only the
/// right-hand sides where `running` is not zero. Of `how`, progress and tuning matter.
void assign(const std::vector<PanelAssign>& list, const Scalars& running, const Execution& how = {});

}  // namespace minikrylov
