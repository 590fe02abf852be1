// Options that only some preconditioners have.
#pragma once
#include "miniapp/parsing/reader.hpp"
#include "miniapp/settings/method_options.hpp"

namespace minikrylov {

/// The options as entered; unset: default.
struct WrittenPreconditioning {
  std::optional<double> shift;
  std::optional<int> corrections, blocks, degree, cost;
  std::optional<Precision> precision;
};

void add_preconditioner(OptionReader& add, WrittenPreconditioning& written);

/// Sets method.preconditioning; complains about ineffective or invalid options. method.methods must be set.
void finish_preconditioner(MethodOptions& method, const WrittenPreconditioning& written, Complaints& complaints);

}  // namespace minikrylov
