// Derives from a job's settings what to build.
#pragma once
#include "miniapp/methods/running/catalogue_row.hpp"
#include "miniapp/settings/solve_options.hpp"
#include "miniapp/system/product/operators.hpp"
#include "miniapp/system/source.hpp"

namespace minikrylov {

/// The source of the system, and which methods and preconditioners need it symmetric.
[[nodiscard]] SystemSource source_of(const ProblemOptions& problem, const PartitionOptions& partition,
                                     const MethodOptions& method);

/// How to order and store the matrix, and what to keep for preconditioners.
[[nodiscard]] MatrixLayout layout_of(const MatrixOptions& matrix, const OrderingOptions& ordering,
                                     const HaloOptions& halo, const MethodOptions& method);

/// Terms of a method's basis: s, or 2s where a step has two products.
[[nodiscard]] int basis_length(std::string_view method, int steps);

/// How many powers of A the method's own products compute at once: the terms of its basis, 2 in pairs, or 1, as where
/// each is followed by an application of a polynomial M.
[[nodiscard]] int powers_at_once(const CatalogueRow& row, int steps, PreconditionerChoice M);

/// How products with `width` vectors hide their halo; measures the chunk size unless it is given. Collective.
[[nodiscard]] HaloOverlap overlap_of(const HaloOptions& options, const System& system, int width,
                                     const Communicator& ranks);

}  // namespace minikrylov
