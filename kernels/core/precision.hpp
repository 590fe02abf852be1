// The precision in which the factors of a preconditioner are stored.
#pragma once

namespace minikrylov {

/// Arithmetic is double precision in both cases, so M⁻¹ stays linear and symmetric up to rounding, as methods with
/// recurrences for M⁻¹ r require.
enum class Precision { double_precision, single_precision };

}  // namespace minikrylov
