// The collectives of set-up and reporting in a build without MPI.
#include "comm/runtime/communicator.hpp"

#include <chrono>

#include "problems/require.hpp"

namespace minikrylov {

int Communicator::rank() const { return 0; }

int Communicator::size() const { return 1; }

double Communicator::reduce(double value, ReduceBy /*by*/) const { return value; }

std::vector<double> Communicator::reduce(std::vector<double> values, ReduceBy /*by*/) const { return values; }

std::vector<double> Communicator::gather(double value) const { return {value}; }

std::vector<std::string> Communicator::gather(const std::string& value) const { return {value}; }

std::vector<std::string> Communicator::gather_on_root(const std::string& value) const { return {value}; }

std::vector<std::vector<int>> Communicator::exchange(const std::vector<std::vector<int>>& lists) const {
  require(lists.size() == 1, "{} lists for 1 ranks (each rank gets one) pass one per rank", lists.size());
  return lists;
}

std::vector<std::vector<double>> Communicator::exchange(const std::vector<std::vector<double>>& lists) const {
  require(lists.size() == 1, "{} lists for 1 ranks (each rank gets one) pass one per rank", lists.size());
  return lists;
}

void Communicator::barrier() const {}

double wall_time() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace minikrylov
