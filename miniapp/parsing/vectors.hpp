// Options for right-hand sides, solutions and initial guesses.
#pragma once
#include "miniapp/parsing/reader.hpp"
#include "miniapp/settings/vector_options.hpp"

namespace minikrylov {

/// Options as entered.
struct WrittenVectors {
  std::string rhs_file, solution_file, guess = "zero";
  std::optional<int> rhs_seed;
};

/// Adds --rhs-file, --random-rhs, --solution-file and --x0. `written` must outlive the reader.
void add_vectors(OptionReader& add, WrittenVectors& written);

/// Where b, x and x₀ come from. Complains about options that contradict each other; opens no file.
[[nodiscard]] VectorOptions finish_vectors(const WrittenVectors& written, Complaints& complaints);

}  // namespace minikrylov
