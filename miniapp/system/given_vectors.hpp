// Right-hand sides, solutions and initial guesses given by the user.
#pragma once
#include "comm/runtime/communicator.hpp"
#include "miniapp/settings/vector_options.hpp"
#include "miniapp/system/description.hpp"
#include "miniapp/system/system.hpp"

namespace minikrylov {

/// Vectors of this rank's rows as assembled, with all columns of a row together, not scaled.
struct GivenVectors {
  int width = 1;                       ///< right-hand sides
  Array<double> rhs, solution, guess;  ///< empty: not given; otherwise of `width` columns
};

/// The number of right-hand sides: `asked`, or the columns of files, which must agree; then `asked` is 1, the default,
/// or the same. Throws a SetupError with all complaints about the headers of the files. `rows`: of the system; unset:
/// not known, and not compared. Not collective.
[[nodiscard]] int agreed_width(const VectorOptions& options, std::optional<GlobalIndex> rows, int asked);

/// Reads files on rank 0 and sends each rank the values of its rows, or makes random numbers, which depend only on
/// seed, global row and column. Collective. Throws a SetupError on all ranks if a file is unsuitable, or if a random
/// right-hand side of a singular matrix would have no solution.
[[nodiscard]] GivenVectors given_vectors(const VectorOptions& options, const AssembledRows& assembled, int asked,
                                         const Communicator& ranks);

/// `assembled` with the right-hand sides and solutions that are given instead of its own.
[[nodiscard]] AssembledRows with_vectors(AssembledRows assembled, const GivenVectors& given);

/// `description` with where b, x and x₀ of `system` come from.
[[nodiscard]] SystemDescription with_vectors(SystemDescription description, const VectorOptions& options,
                                             const System& system);

}  // namespace minikrylov
