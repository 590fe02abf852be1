// Times products with the plain and the compressed matrix alternately.
#include "miniapp/timing/choices/compression.hpp"

#include "miniapp/system/product/operators.hpp"
#include "miniapp/timing/choices/fastest.hpp"

namespace minikrylov {
namespace {

/// Of some products with each of the two matrices, in this order: plain, compressed. Collective.
std::vector<double> product_times(const System& system, int width, const Communicator& ranks) {
  constexpr int products = 5;
  const Vector x = make_vector("x", system.rows, system.ghosts, width), y = make_vector("y", system.rows, 0, width);
  const LocalMatrix* const candidates[] = {system.plain.get(), system.matrix.get()};
  return median_times(std::size(candidates), [&](std::size_t k) {
    const DistributedMatrix A(*candidates[k], *system.halo, system.ghost_groups, {}, system.tuning);
    A.apply(x, y, {});  // plans its schedule
    Exec().fence("planned");
    ranks.barrier();
    const double start = wall_time();
    for (int product = 0; product < products; ++product) A.apply(x, y, {});
    Exec().fence("products");
    return ranks.reduce(wall_time() - start, ReduceBy::maximum);
  });
}

}  // namespace

System with_matrix_of_times(System system, const std::vector<double>& times) {
  const double plain = times[0], coded = times[1];
  system.coding->gain = coded > 0 ? plain / coded : 1;  // simulated time may stand still
  system.coding->kept = first_of_the_fastest(times) == 0 ? KeptForm::plain : KeptForm::coded;
  if (system.coding->kept == KeptForm::plain) system.matrix = std::move(system.plain);
  system.layout.compression = system.coding->kept == KeptForm::plain ? Compression::none : Compression::lossless;
  system.plain.reset();
  return system;
}

System with_faster_matrix(System system, int width, const Communicator& ranks) {
  if (system.plain == nullptr) return system;
  const std::vector<double> times = product_times(system, width, ranks);
  return with_matrix_of_times(std::move(system), times);
}

}  // namespace minikrylov
