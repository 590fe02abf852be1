// In which numbers the factors of a preconditioner are stored.
#pragma once

namespace minikrylov {

/// Sums are of double precision in both: so M⁻¹ stays linear and symmetric to rounding errors, on which methods with
/// recurrences for M⁻¹ r rely.
enum class Precision { double_precision, single_precision };

}  // namespace minikrylov
