// The system of a job, from its rows to the product and the network of its halo.
#pragma once
#include <string>

#include "comm/reduction/progress.hpp"
#include "miniapp/metadata/run_record.hpp"
#include "miniapp/settings/matrix_options.hpp"
#include "miniapp/settings/method_options.hpp"
#include "miniapp/settings/network_options.hpp"
#include "miniapp/solve/progress_line.hpp"
#include "miniapp/system/given_vectors.hpp"
#include "miniapp/system/product/operators.hpp"
#include "miniapp/system/source.hpp"
#include "miniapp/timing/triad.hpp"

namespace minikrylov {

/// The rows of a system with the vectors that are given for it.
struct GivenRows {
  SourcedRows sourced;
  GivenVectors vectors;
};

/// Assembles or reads the rows, and reads or makes the vectors, `asked` right-hand sides if they leave it open.
/// Collective; throws as source_rows() and given_vectors() do.
[[nodiscard]] GivenRows given_rows(const SystemSource& source, const VectorOptions& vectors, int asked,
                                   const Communicator& ranks, ProgressLine& progress);

/// `sourced` with `tuning` for its products, and with one matrix: the faster one where it has two. Collective.
[[nodiscard]] SourcedSystem ready_to_multiply(SourcedSystem sourced, const Tuning& tuning, int width,
                                              const Communicator& ranks, ProgressLine& progress);

/// Throws a SetupError if the system, from `file`, does not have the null space that is to be projected out.
void require_nullspace(Nullspace wanted, const System& system, const std::string& file);

/// A with the overlap and the tiles that are fastest, where `halo` leaves that open. `system` must outlive it, and not
/// be moved. Collective.
[[nodiscard]] DistributedMatrix fastest_product(const System& system, const HaloOptions& halo, int width,
                                                const RunRecord& machine, const CommonTriad& triad,
                                                const Communicator& ranks, ProgressLine& progress);

/// The matrix of inner iterations with the halo and the overlap of A; null where the system has none. As for A.
[[nodiscard]] std::unique_ptr<DistributedMatrix> inner_product(const System& system, const DistributedMatrix& A);

/// Sends the halos of `system` through the network of `options` from now on; returns what moves them, and sums of the
/// kind `sums`. Collective.
[[nodiscard]] Progress on_network(const System& system, const DistributedMatrix& A, const NetworkOptions& options,
                                  ReductionKind sums, const Communicator& ranks, ProgressLine& progress);

/// Lets A compute powers with the faster ghosts on the network of `system`, where that is left open. Collective.
void choose_ghosts(DistributedMatrix& A, const System& system, int width, const RunRecord& machine,
                   const Communicator& ranks, ProgressLine& progress);

/// `method` with the degree of its polynomial preconditioner chosen by measurement, where that is wanted. Collective.
[[nodiscard]] MethodOptions with_degree(MethodOptions method, const System& system, const DistributedMatrix& A,
                                        const Communicator& ranks, ProgressLine& progress);

/// x₀; without data if none is given. Collective.
[[nodiscard]] Vector guess_of(const System& system, const GivenVectors& given, const Communicator& ranks);

}  // namespace minikrylov
