// Checks the files of right-hand sides, solutions and initial guesses.
#include "miniapp/cli/check/check_vectors.hpp"

#include "miniapp/results/fields_readable.hpp"
#include "miniapp/system/given_vectors.hpp"
#include "problems/market/array.hpp"
#include "problems/matrix_market.hpp"

namespace minikrylov {
namespace {

/// The rows of the system; nothing if its problem is invalid, of which others complain.
std::optional<GlobalIndex> rows_of_system(const ProblemOptions& problem) {
  try {
    if (problem.kind == ProblemKind::matrix_market) return read_market_header(problem.matrix_file).rows;
    return make_problem(problem.kind, problem.size, problem.parameters).rows();
  } catch (const SetupError&) {
    return std::nullopt;
  }
}

/// Each number as it is read, and as it is sent to its owner.
double bytes_to_read(const std::string& file) {
  if (file.empty()) return 0;
  const ArrayHeader header = read_array_header(file);
  return 2 * sizeof(double) * static_cast<double>(header.rows) * static_cast<double>(header.columns);
}

}  // namespace

void check_vectors(const SolveOptions& job, const Surroundings& surroundings, Complaints& complaints) {
  const VectorOptions& vectors = job.vectors;
  if (vectors.rhs_file.empty() && vectors.solution_file.empty() && vectors.guess_file.empty()) return;
  try {
    static_cast<void>(agreed_width(vectors, rows_of_system(job.problem), job.method.rhs));
    const double needed =
        bytes_to_read(vectors.rhs_file) + bytes_to_read(vectors.solution_file) + bytes_to_read(vectors.guess_file);
    complaints.unless(needed <= surroundings.bytes_of_host,
                      "too little memory: about {} are needed to read right-hand sides and solutions, {} are free (by "
                      "the sizes in their headers) use a host with more, or fewer columns",
                      readable_bytes(needed), readable_bytes(surroundings.bytes_of_host));
  } catch (const SetupError& error) {
    complaints.add(error);
  }
}

}  // namespace minikrylov
