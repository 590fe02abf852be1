// s-step methods: blocks are shorter where rounding spoils the basis, and get longer again where it no longer does.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "kernels/core/arrays.hpp"
#include "tests/miniapp/systems.hpp"

namespace minikrylov::test {
namespace {

/// A diagonal matrix with the eigenvalues 1 … 100, and b, of which two eigenvectors are all but a millionth: a basis
/// has two columns that differ by more than rounding errors until iterates have these components of the solution.
AssembledRows nearly_two_eigenvectors(const Communicator& ranks) {
  constexpr LocalIndex rows = 200;
  SparseMatrix matrix{.rows = rows, .offsets = {0}, .columns = {}, .values = {}};
  for (LocalIndex i = 0; i < rows; ++i) {
    matrix.columns.push_back(i);
    matrix.values.push_back(1 + 99.0 * i / (rows - 1));
    matrix.offsets.push_back(i + 1);
  }
  AssembledRows assembled = as_assembled(scatter_rows(matrix, block_owners(rows, ranks.size()), ranks));
  const auto numbers = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), assembled.global_number);
  std::vector<double> b;
  for (LocalIndex i = 0; i < assembled.rows.rows; ++i)
    b.push_back(numbers(i) == rows / 5 || numbers(i) == 2 * rows / 5 ? 1 : 1e-6);
  assembled.rows.rhs = array_of("b", b);
  return assembled;
}

std::int64_t blocks_of(const Solved& solved) { return std::count(solved.events.begin(), solved.events.end(), 'S'); }

}  // namespace

TEST_CASE("blocks get longer again once the basis is good", "[s-step]") {
  const Communicator ranks;
  const Distributed system(nearly_two_eigenvectors(ranks));
  constexpr int steps = 8, all = 60;
  for (const char* name : {"ca-cg", "ca-pcg"}) {
    INFO(name);
    const auto solved = [&](int iterations) {
      return system.solve(
          *find_method(name),
          {.preconditioner = PreconditionerChoice::none, .fixed_iterations = iterations, .steps = steps});
    };
    const Solved first = solved(steps), whole = solved(all);
    const int smallest = first.outcome.smallest_steps.value();
    CHECK(smallest <= 2);
    CHECK(whole.outcome.smallest_steps == smallest);  // reached within the first iterations
    CHECK(whole.outcome.iterations == all);
    CHECK(whole.true_relative_residuals[0] < 1e-9);
    // If blocks only got shorter, those after the shortest would have at most `smallest` iterations each.
    const auto later = blocks_of(whole) - blocks_of(first);
    CHECK(later < (all - 2 * steps) / smallest);
    CHECK(later <= 10);  // of 3, 4 … 7 iterations, then of 8
  }
}

}  // namespace minikrylov::test
