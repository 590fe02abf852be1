// Times products with the plain and the compressed matrix alternately.
#include "miniapp/timing/choices/compression.hpp"

#include "miniapp/system/product/operators.hpp"
#include "miniapp/timing/choices/fastest.hpp"

namespace minikrylov {

System with_faster_matrix(System system, int width, const Communicator& ranks) {
  if (system.plain == nullptr) return system;
  constexpr int products = 5;
  const Vector x = make_vector("x", system.rows, system.ghosts, width), y = make_vector("y", system.rows, 0, width);
  const LocalMatrix* const candidates[] = {system.plain.get(), system.matrix.get()};
  const std::size_t fastest = first_of_the_fastest(std::size(candidates), [&](std::size_t k) {
    const DistributedMatrix A(*candidates[k], *system.halo, system.ghost_groups, {}, system.tuning);
    A.apply(x, y, {});  // plans its schedule
    ranks.barrier();
    const double start = wall_time();
    for (int product = 0; product < products; ++product) A.apply(x, y, {});
    return ranks.reduce(wall_time() - start, ReduceBy::maximum);
  });
  if (fastest == 0) {
    system.matrix = std::move(system.plain);
    system.coding.reset();
  }
  system.layout.compression = fastest == 0 ? Compression::none : Compression::lossless;
  system.plain.reset();
  return system;
}

}  // namespace minikrylov
