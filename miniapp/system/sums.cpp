// Chooses the reduction, and whether products send messages.
#include "miniapp/system/sums.hpp"

#include "comm/reduction/emulated.hpp"

namespace minikrylov {

Sums choose_sums(const SumChoice& choice, const System& system, const DistributedMatrix& A, const Preconditioner& M,
                 const Communicator& ranks) {
  const auto& [kind, mapping, network, progress] = choice;
  if (kind != ReductionKind::embedded) {
    auto plain = make_reduction(kind, ranks, network);
    return {nullptr, progressing(on_emulated_network(std::move(plain), kind, network), progress), nullptr};
  }
  Sums sums;
  sums.halo = std::make_unique<EmbeddedHalo>(embed(*system.halo, mapping, ranks));
  auto reduction = std::make_unique<EmbeddedReduction>(*sums.halo, network);
  sums.matrix = std::make_unique<EmbeddedMatrix>(A, M.inverse_diagonal(), *reduction);
  sums.reduction = std::move(reduction);
  return sums;
}

}  // namespace minikrylov
