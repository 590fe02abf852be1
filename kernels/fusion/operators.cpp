// Costs of products, and matrix powers by successive products: the default for operators without a faster way.
#include "kernels/fusion/operators.hpp"

#include "kernels/schedule/powers_moments.hpp"

namespace minikrylov {

Cost cost_of_product(const Operator& A, const Vector& x, const Vector& y) {
  Cost cost = A.cost(x.width);
  cost.bytes_read -= (8.0 - bytes_of(x.precision())) * x.capacity() * x.width;
  cost.bytes_written -= (8.0 - bytes_of(y.precision())) * static_cast<double>(y.elements());
  return cost;
}

void Operator::apply_powers(const Powers& powers, ProgressHook* progress) const {
  for (int k = 1; k <= powers.powers(); ++k)
    for (const PowersChain& chain : powers.chains) {
      if (k >= static_cast<int>(chain.size())) continue;
      apply(chain[k - 1], chain[k], {.progress = progress});
      finish_all_rows(powers, chain, k);
    }
  if (powers.moments != nullptr) powers.moments->add_all(powers, progress);
}

Cost Operator::powers_cost(const Powers& powers) const {
  Cost all;
  for (const PowersChain& chain : powers.chains)
    for (int k = 1; k < static_cast<int>(chain.size()); ++k) {
      const double read_again = 8 * static_cast<double>(chain[0].elements());  // by a separate loop
      all = all + cost(chain[0].width) + cost_of_term(powers, chain, k) + Cost{read_again, 0, 0};
    }
  if (powers.moments != nullptr) all = all + MomentSums::cost(powers, MomentSums::Reads::again);
  return all;
}

}  // namespace minikrylov
