// How often manual progress calls the message library, found by measurement.
#pragma once
#include "kernels/fusion/operators.hpp"
#include "miniapp/settings/network_options.hpp"
#include "miniapp/system/system.hpp"

namespace minikrylov {

/// The progress of `options`; manual progress without a number of calls gets, of 1, 3, 10, 30 and 100 in each loop over
/// rows, the fewest with which a product and a sum of three numbers behind it take least time (to 3 %). The same on all
/// ranks. Sums are those of `kind`; embedded ones are tried as point-to-point. Collective; no Progress may be alive.
[[nodiscard]] ProgressOptions chosen_progress(const NetworkOptions& options, ReductionKind kind, const Operator& A,
                                              const System& system, const Communicator& ranks);

}  // namespace minikrylov
