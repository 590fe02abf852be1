// Ghost zones several rows deep: matrix powers with one exchange, at the price of redundant work.
#pragma once
#include <memory>
#include <vector>

#include "comm/halo/halo.hpp"
#include "kernels/core/crs_arrays.hpp"
#include "kernels/schedule/powers.hpp"

namespace minikrylov {

/// Other ranks' rows up to `depth` couplings away from this rank's, in layers, with their matrix rows except those of
/// the last layer. With all of y_0 on them, y_k is computed here on the layers up to depth - k (J. Demmel, M. Hoemmen,
/// M. Mohiyuddin, K. Yelick, Avoiding communication in sparse matrix computations, IPDPS 2008, "PA1"). Each row is
/// summed in its owner's order, so that results have the bits of an exchange per power.
class DeepHalo {
 public:
  /// The matrix of this rank, ordered, and its ghosts as Halo takes them. Collective.
  DeepHalo(const CrsArrays& ordered, const std::vector<Ghost>& ghosts, const Array<LocalIndex>& new_of_old,
           const Array<LocalIndex>& old_of_new, int depth, const Communicator& ranks, GpuAwareMpi gpu_aware);

  [[nodiscard]] int depth() const { return static_cast<int>(layer_ends_.size()); }
  /// Ghosts in all layers; the first ones are those of a single product, in the same order.
  [[nodiscard]] LocalIndex ghosts() const { return layer_ends_.back(); }
  /// Redundant rows, computed in addition to this rank's in `powers` powers of one chain.
  [[nodiscard]] Offset redundant_rows(int powers) const;

  /// Messages, and rows in them, that this rank sends to fill the layers of one vector.
  [[nodiscard]] int messages() const { return halos_.front()->messages(); }
  [[nodiscard]] Offset rows_sent() const { return halos_.front()->rows_sent(); }

  /// Fills all layers of y. Collective.
  void exchange(const Vector& y) const;
  /// Fills those of y_0 of both chains, whose messages travel at the same time. Collective.
  void start(const Powers& powers) const;
  void finish(const Powers& powers) const;
  /// y_k on the layers where y_{s-1} needs it.
  void compute(const Powers& powers, int k) const;

  /// The exchange of the first chain, for observers: that of the other one is in flight at the same time.
  [[nodiscard]] Halo& of_first_chain() { return *halos_.front(); }
  /// As the functions of Halo, for all its exchanges.
  void emulate(const EmulatedNetwork& network) const;
  void move_by(const Progress& progress) const;

 private:
  void reorder(const Vector& y) const;

  LocalIndex rows_ = 0;
  std::vector<LocalIndex> layer_ends_;        ///< in ghosts
  Array<LocalIndex> place_;                   ///< among the layers, of each ghost by owner
  CrsArrays rim_;                             ///< the rows of all layers but the last; columns as those of the matrix
  std::vector<std::unique_ptr<Halo>> halos_;  ///< one per chain, as each has one exchange in flight at most
};

}  // namespace minikrylov
