// Builds the system of a job, and chooses by measurement what its options leave open.
#include "miniapp/solve/job_system.hpp"

#include "miniapp/solve/plan.hpp"
#include "miniapp/system/right_hand_sides.hpp"
#include "miniapp/timing/choices/compression.hpp"
#include "miniapp/timing/choices/polynomial_degree.hpp"
#include "miniapp/timing/choices/powers/ghosts.hpp"
#include "miniapp/timing/choices/powers/tiles.hpp"
#include "miniapp/timing/choices/progress_calls.hpp"
#include "problems/require.hpp"

namespace minikrylov {

GivenRows given_rows(const SystemSource& source, const VectorOptions& vectors, int asked, const Communicator& ranks,
                     ProgressLine& progress) {
  progress.show("assembling");
  SourcedRows sourced = source_rows(source, ranks);
  GivenVectors given = given_vectors(vectors, sourced.rows, asked, ranks);
  sourced.rows = with_vectors(std::move(sourced.rows), given);
  return {.sourced = std::move(sourced), .vectors = std::move(given)};
}

SourcedSystem ready_to_multiply(SourcedSystem sourced, const Tuning& tuning, int width, const Communicator& ranks,
                                ProgressLine& progress) {
  sourced.system.tuning = tuning;
  if (sourced.system.plain != nullptr) progress.show("measuring what compression gains");
  sourced.system = with_faster_matrix(std::move(sourced.system), width, ranks);
  return sourced;
}

void require_nullspace(Nullspace wanted, const System& system, const std::string& file) {
  require(wanted == Nullspace::none || system.nullspace == wanted,
          "--nullspace constant does not suit {} (its rows do not add up to zero, so constants are not in its null "
          "space) omit it",
          file);
}

DistributedMatrix fastest_product(const System& system, const HaloOptions& halo, int width, const RunRecord& machine,
                                  const CommonTriad& triad, const Communicator& ranks, ProgressLine& progress) {
  if (hands_out_chunks(halo.overlap) && !halo.chunk_rows) progress.show("measuring chunk sizes");
  const HaloOverlap overlap = overlap_of(halo, system, width, ranks);
  DistributedMatrix A(*system.matrix, *system.halo, system.ghost_groups, overlap, system.tuning);
  if (system.layout.powers > 1) {
    progress.show("measuring tiles for powers of the matrix");
    A.set_powers(fastest_powers(A, system, width, machine, triad, ranks));
  }
  return A;
}

std::unique_ptr<DistributedMatrix> inner_product(const System& system, const DistributedMatrix& A) {
  if (system.inner == nullptr) return nullptr;
  return std::make_unique<DistributedMatrix>(*system.inner, *system.halo, system.ghost_groups, A.overlap(),
                                             system.tuning);
}

Progress on_network(const System& system, const DistributedMatrix& A, const NetworkOptions& options, ReductionKind sums,
                    const Communicator& ranks, ProgressLine& progress) {
  system.halo->emulate(options.network);
  if (system.deep_halo != nullptr) system.deep_halo->emulate(options.network);
  if (options.progress.kind == ProgressKind::manual) progress.show("measuring how often to call for progress");
  const Progress moves_messages(chosen_progress(options, sums, A, system, ranks));
  system.halo->move_by(moves_messages);
  if (system.deep_halo != nullptr) system.deep_halo->move_by(moves_messages);
  return moves_messages;
}

void choose_ghosts(DistributedMatrix& A, const System& system, int width, const RunRecord& machine,
                   const Communicator& ranks, ProgressLine& progress) {
  if (system.layout.powers <= 1) return;
  progress.show("measuring ghosts for powers of the matrix");
  A.set_powers(with_faster_ghosts(A, system, width, machine, ranks));
}

MethodOptions with_degree(MethodOptions method, const System& system, const DistributedMatrix& A,
                          const Communicator& ranks, ProgressLine& progress) {
  if (method.preconditioning.degree_choice != DegreeChoice::fastest) return method;
  progress.show("measuring what products of a polynomial preconditioner cost and gain");
  method.preconditioning.chebyshev_degree = fastest_degree({method.preconditioning, system, A, ranks}, method.rhs);
  return method;
}

Vector guess_of(const System& system, const GivenVectors& given, const Communicator& ranks) {
  return given.guess.extent(0) > 0 ? make_guess(system, given.guess, given.width, ranks) : Vector{};
}

}  // namespace minikrylov
