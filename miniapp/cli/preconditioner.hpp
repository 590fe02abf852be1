// The options that only some preconditioners have.
#pragma once
#include "miniapp/parsing/reader.hpp"
#include "miniapp/settings/method_options.hpp"

namespace minikrylov {

/// What was written of them; unset: the default holds.
struct WrittenPreconditioning {
  std::optional<double> shift;
  std::optional<int> corrections, blocks, degree, cost;
  std::optional<Precision> precision;
};

void add_preconditioner(OptionReader& add, WrittenPreconditioning& written);

/// Sets method.preconditioning, and complains of what has no effect or makes no sense. method.methods must be set.
void finish_preconditioner(MethodOptions& method, const WrittenPreconditioning& written, Complaints& complaints);

}  // namespace minikrylov
