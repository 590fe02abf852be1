// Options that only some preconditioners have.
#pragma once
#include "miniapp/parsing/reader.hpp"
#include "miniapp/settings/method_options.hpp"

namespace minikrylov {

/// The options as entered; unset: default.
struct WrittenPreconditioning {
  std::optional<double> shift;
  std::optional<int> corrections, blocks, cost;
  std::string degree;  ///< a number, or auto
  std::optional<Precision> precision;
};

void add_preconditioner(OptionReader& add, WrittenPreconditioning& written);

/// The options with what was entered; complains of what is invalid or has no effect on these methods.
[[nodiscard]] PreconditionerOptions finish_preconditioner(PreconditionerOptions how,
                                                          const std::vector<ChosenMethod>& methods,
                                                          const WrittenPreconditioning& written,
                                                          Complaints& complaints);

}  // namespace minikrylov
