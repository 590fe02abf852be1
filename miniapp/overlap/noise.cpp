// Times a fixed quantum of work repeatedly.
#include "miniapp/overlap/noise.hpp"

#include <numeric>

#include "miniapp/overlap/work.hpp"
#include "miniapp/timing/statistics.hpp"

namespace minikrylov {

NoiseRecord measure_noise(int quanta, double quantum_seconds, const Communicator& ranks) {
  Work work;
  const long elements = work.elements_for(quantum_seconds);
  std::vector<double> seconds(static_cast<std::size_t>(quanta));
  ranks.barrier();
  for (double& s : seconds) {
    const double began = wall_time();
    work.run(elements);
    s = wall_time() - began;
  }
  const Summary here = summarise(seconds);
  const double mean = std::accumulate(seconds.begin(), seconds.end(), 0.0) / quanta;
  return {.quantum_seconds = ranks.reduce(here.minimum, ReduceBy::maximum),
          .median_seconds = ranks.reduce(here.median, ReduceBy::maximum),
          .maximum_seconds = ranks.reduce(here.maximum, ReduceBy::maximum),
          .lost_share = ranks.reduce(1 - here.minimum / mean, ReduceBy::maximum),
          .seconds = ranks.reduce(seconds, ReduceBy::maximum)};
}

}  // namespace minikrylov
