// The ranks of a run and the collectives of set-up and reporting.
#pragma once
#include <string>
#include <vector>

namespace minikrylov {

enum class ReduceBy { sum, minimum, maximum };

/// All ranks of the run. Every operation is collective and blocking, so not for timed loops.
class Communicator {
 public:
  [[nodiscard]] int rank() const;
  [[nodiscard]] int size() const;
  [[nodiscard]] double reduce(double value, ReduceBy by) const;  ///< same result on all ranks
  [[nodiscard]] std::vector<double> reduce(std::vector<double> values, ReduceBy by) const;  ///< element-wise
  [[nodiscard]] std::vector<double> gather(double value) const;                   ///< one per rank, on every rank
  [[nodiscard]] std::vector<std::string> gather(const std::string& value) const;  ///< one per rank, on every rank
  /// One per rank on rank 0, none elsewhere: for long texts, which would not fit everywhere.
  [[nodiscard]] std::vector<std::string> gather_on_root(const std::string& value) const;
  /// Sends lists[r] to rank r; returns the list from each rank.
  [[nodiscard]] std::vector<std::vector<int>> exchange(const std::vector<std::vector<int>>& lists) const;
  [[nodiscard]] std::vector<std::vector<double>> exchange(const std::vector<std::vector<double>>& lists) const;
  void barrier() const;
};

/// Seconds since an arbitrary time in the past, on this rank.
[[nodiscard]] double wall_time();

}  // namespace minikrylov
