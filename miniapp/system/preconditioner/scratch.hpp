// Work vectors of a preconditioner, per number of right-hand sides.
#pragma once
#include <map>
#include <string>

#include "kernels/fusion/kernels.hpp"

namespace minikrylov {

/// Kernels, a residual r - A z, and a second vector per width; each set is allocated on first use and kept.
class ScratchByWidth {
 public:
  struct Scratch {
    Kernels kernels;
    Vector residual, second;
  };

  /// `rows` and `ghosts`: of each vector. `second`: label of the second vector's memory.
  ScratchByWidth(LocalIndex rows, LocalIndex ghosts, std::string second)
      : rows_(rows), ghosts_(ghosts), second_(std::move(second)) {}

  /// For operands with `width` right-hand sides. Not collective.
  [[nodiscard]] Scratch& operator()(int width) {
    if (const auto found = made_.find(width); found != made_.end()) return found->second;
    const auto vector = [&](const std::string& name) { return make_vector(name, rows_, ghosts_, width); };
    Scratch scratch{Kernels(rows_, width), vector("r - A z"), vector(second_)};
    return made_.emplace(width, std::move(scratch)).first->second;
  }

 private:
  LocalIndex rows_, ghosts_;
  std::string second_;
  std::map<int, Scratch> made_;
};

}  // namespace minikrylov
