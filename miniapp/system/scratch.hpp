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

  /// `ghosts`: of each vector. `second`: label of the second vector's memory.
  ScratchByWidth(LocalIndex ghosts, std::string second) : ghosts_(ghosts), second_(std::move(second)) {}

  /// For operands with the rows and width of `like`. Not collective.
  [[nodiscard]] Scratch& operator()(const Vector& like) {
    if (const auto found = made_.find(like.width); found != made_.end()) return found->second;
    const auto vector = [&](const std::string& name) { return make_vector(name, like.rows, ghosts_, like.width); };
    Scratch scratch{Kernels(like.rows, like.width), vector("r - A z"), vector(second_)};
    return made_.emplace(like.width, std::move(scratch)).first->second;
  }

 private:
  LocalIndex ghosts_;
  std::string second_;
  std::map<int, Scratch> made_;
};

}  // namespace minikrylov
