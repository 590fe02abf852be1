// Is each solve what the one before was, bit for bit?
#pragma once
#include <map>
#include <string>
#include <vector>

#include "comm/runtime/communicator.hpp"
#include "miniapp/accept/record.hpp"

namespace minikrylov {

/// Remembers what solves came to on this rank. By the same program with the same sums, solves of one system by one
/// method have the same residuals as far as both went, and where both went as far, the same solution.
class Repeats {
 public:
  /// Compares `solve` of the system `of` with those before it, and its repetitions with each other. Not collective.
  void add(const std::string& of, const SolveRecord& solve);
  /// One check per system, in the order in which they came. Collective.
  [[nodiscard]] std::vector<CheckRow> rows(const Communicator& ranks) const;

 private:
  struct Known {
    std::vector<double> history;                  ///< of residuals, the longest
    std::map<std::string, std::uint64_t> digest;  ///< by how long the solve was to be
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
