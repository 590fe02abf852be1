// Which sums, and whether products send anything.
#include "miniapp/system/sums.hpp"

#include "comm/emulated.hpp"
#include "comm/progress.hpp"

namespace minikrylov {

Sums choose_sums(ReductionKind kind, Mapping mapping, const System& system, const DistributedMatrix& A,
                 const Preconditioner& M, const Communicator& ranks) {
  if (kind != ReductionKind::embedded)
    return {nullptr, progressing(on_emulated_network(make_reduction(kind, ranks), kind)), nullptr};
  Sums sums;
  sums.halo = std::make_unique<EmbeddedHalo>(embed(*system.halo, mapping, ranks));
  auto reduction = std::make_unique<EmbeddedReduction>(*sums.halo);
  sums.matrix = std::make_unique<EmbeddedMatrix>(A, M.inverse_diagonal(), *reduction);
  sums.reduction = std::move(reduction);
  return sums;
}

}  // namespace minikrylov
