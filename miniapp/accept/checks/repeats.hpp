// Checks that repeated solves agree bitwise.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "comm/runtime/communicator.hpp"
#include "miniapp/accept/record.hpp"

namespace minikrylov {

/// Remembers the outcomes of solves on this rank. With the same program and the same order of sums, all solves of a
/// system by one method have the same residuals as far as both run (but for the iterate that a tolerance ends at, whose
/// norms may be computed otherwise), and the same solution if both run equally far.
class Repeats {
 public:
  /// Compares `solve` of the system `of` with earlier ones, and its repetitions with each other. Not collective.
  void add(const std::string& of, const SolveRecord& solve);
  /// One check per system, in order of first appearance. Collective.
  [[nodiscard]] std::vector<CheckRow> rows(const Communicator& ranks) const;

 private:
  struct Known {
    std::vector<double> history;                  ///< of residuals, the longest
    std::map<std::string, std::uint64_t> digest;  ///< by the requested length of the solve
  };
  struct OfSystem {
    std::map<std::string, Known> known;  ///< by method and reduction
    std::vector<std::string> methods;    ///< in their order
    std::map<std::string, int> differ;   ///< solves, by method and reduction
    int solves = 0;
  };
  std::vector<std::string> order_;
  std::map<std::string, OfSystem> systems_;
};

}  // namespace minikrylov
