// Compares a product with its assembled rows.
#include "miniapp/accept/checks/products.hpp"

#include "kernels/core/arrays.hpp"
#include "problems/assemble.hpp"

namespace minikrylov {
namespace {

/// Global indices of the rows of a box in the grid's order, then of its ghosts.
Array<GlobalIndex> numbers_of(const Problem& problem, const Box& box, const std::vector<GlobalIndex>& of_ghosts) {
  const GridSize grid = problem.grid;
  const int dofs = problem.dofs();
  const auto rows = static_cast<std::size_t>(box.size().points() * dofs);
  const auto numbers = allocate<GlobalIndex>("global numbers", rows + of_ghosts.size());
  Kokkos::parallel_for(
      "global numbers", Kokkos::RangePolicy<Exec, Kokkos::IndexType<LocalIndex>>(0, static_cast<LocalIndex>(rows)),
      KOKKOS_LAMBDA(LocalIndex i) { numbers(i) = natural_index(grid, box.point(i / dofs)) * dofs + i % dofs; });
  Exec().fence("global numbers");
  Kokkos::deep_copy(Kokkos::subview(numbers, Kokkos::make_pair(rows, numbers.extent(0))),
                    Kokkos::View<const GlobalIndex*, Kokkos::HostSpace>(of_ghosts.data(), of_ghosts.size()));
  return numbers;
}

/// Counts rows of y that differ from A x; assembled row i is row place(i) of y.
struct CountWrong {
  Array<Offset> offsets;
  Array<LocalIndex> columns, place;
  Array<double> values, x, y;
  int width;

  KOKKOS_FUNCTION void operator()(LocalIndex i, LocalIndex& wrong) const {
    const LocalIndex at = place.extent(0) == 0 ? i : place(i);
    const Offset begin = offsets(i), end = offsets(i + 1);
    bool right = true;
    for (int j = 0; j < width; ++j) {
      double sum = 0, size = 0;
      for (Offset e = begin; e < end; ++e) {
        const double product = values(e) * x(Offset{columns(e)} * width + j);
        sum += product;
        size += Kokkos::fabs(product);
      }
      constexpr double epsilon = 0x1p-53;
      const double allowed = 2 * static_cast<double>(end - begin) * epsilon * size;
      right = right && Kokkos::fabs(y(Offset{at} * width + j) - sum) <= allowed;
    }
    if (!right) ++wrong;
  }
};

}  // namespace

ProductFinding compare_product(const Bench& bench, const Operator& A, const Communicator& ranks) {
  const BenchPlan& plan = bench.plan();
  const System& system = bench.system();
  const int width = plan.rhs;
  const Problem problem = make_problem(plan.problem, {plan.points, plan.points, plan.points});
  const Partition partition = make_partition(problem.grid, ranks.size(), {}, problem.dofs());
  const Box box = partition.box(ranks.rank());
  const Rows rows = assemble(problem, box);

  const Vector x = make_vector("x of a check", system.rows, system.ghosts, width),
               y = make_vector("A x", system.rows, system.ghosts, width);
  constexpr int first_column = 1;
  fill_pseudo_random(system.global_number, x, first_column);
  A.apply(x, y, {});

  const Array<LocalIndex>& place = system.ordering.new_of_old;
  const auto ghosts = static_cast<LocalIndex>(rows.ghosts.size());
  const Vector own = make_vector("x by numbers", rows.rows + ghosts, 0, width);
  fill_pseudo_random(numbers_of(problem, box, rows.ghosts), own, first_column);
  ProductFinding found;
  Kokkos::parallel_reduce("wrong rows", Kokkos::RangePolicy<Exec, Kokkos::IndexType<LocalIndex>>(0, rows.rows),
                          CountWrong{.offsets = rows.offsets,
                                     .columns = rows.columns,
                                     .place = place,
                                     .values = rows.values,
                                     .x = own.data,
                                     .y = y.data,
                                     .width = width},
                          found.wrong_rows);
  return found;
}

}  // namespace minikrylov
