// How often manual progress calls MPI, chosen by measurement.
#pragma once
#include "kernels/fusion/operators.hpp"
#include "miniapp/settings/network_options.hpp"
#include "miniapp/system/system.hpp"

namespace minikrylov {

/// The progress of `options`. Where manual progress is wanted without a number of calls, tries 1, 3, 10, 30 and 100 per
/// loop over rows and takes the smallest for which a product overlapped with a sum of three values takes at most 3 %
/// more than the minimum time. The same on all ranks. Sums are those of `kind`; embedded ones are tried as
/// point-to-point. Afterwards nothing polls the halo. Collective.
[[nodiscard]] ProgressOptions chosen_progress(const NetworkOptions& options, ReductionKind kind, const Operator& A,
                                              const System& system, const Communicator& ranks);

}  // namespace minikrylov
