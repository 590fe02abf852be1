// Passes over powers of vectors that nobody needs.
#include "miniapp/timing/choices/powers/passes.hpp"

namespace minikrylov {

PowersPasses::PowersPasses(const System& system, int width)
    : terms_(system.layout.powers, {.a = 0.5, .b = 0.25, .c = -0.125}) {
  const int powers = system.layout.powers;
  const auto vector = [&](const char* name, int slot) {
    return make_vector(name, system.rows, system.ghosts, width, slot);
  };
  for (int k = 0; k <= powers; ++k) y_.push_back(vector("y", k));
  for (int k = 0; k < powers; ++k) z_.push_back(vector("z", powers + 1 + k));
  chains_ = {PowersChain(y_), PowersChain(z_)};
}

Powers PowersPasses::pass(Wanted wanted) const {
  const std::size_t count = wanted == Wanted::all ? 2 : 1;
  return {.terms = terms_, .chains = {chains_.data(), count}, .wanted = wanted};
}

int PowersPasses::products(Wanted wanted) const {
  int products = 0;
  for (const PowersChain& chain : pass(wanted).chains) products += static_cast<int>(chain.size()) - 1;
  return products;
}

double seconds_of(const Powers& powers, const DistributedMatrix& A, const Communicator& ranks) {
  ranks.barrier();
  const double began = wall_time();
  A.apply_powers(powers, nullptr);
  return ranks.reduce(wall_time() - began, ReduceBy::maximum);
}

}  // namespace minikrylov
