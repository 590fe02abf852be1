// User settings of right-hand sides, solutions and initial guesses.
#pragma once
#include <string>

#include "miniapp/settings/named.hpp"

namespace minikrylov {

/// Where b comes from.
enum class RhsSource { problem, solution, file, random };
template <> struct Names<RhsSource> {
  static constexpr std::string_view noun = "right-hand side";
  static constexpr std::array table = {
      Name<RhsSource>{"problem", RhsSource::problem, "the problem's own; further columns are A x for random x"},
      Name<RhsSource>{"solution", RhsSource::solution, "A x for the solution x in a file"},
      Name<RhsSource>{"file", RhsSource::file, "the columns of a file"},
      Name<RhsSource>{"random", RhsSource::random, "pseudo-random numbers between 0 and 1"},
  };
};

/// Where the solution that errors are measured against comes from.
enum class SolutionSource { none, problem, file };
template <> struct Names<SolutionSource> {
  static constexpr std::string_view noun = "solution";
  static constexpr std::array table = {
      Name<SolutionSource>{"none", SolutionSource::none, "it is not known"},
      Name<SolutionSource>{"problem", SolutionSource::problem, "known of the problem"},
      Name<SolutionSource>{"file", SolutionSource::file, "the columns of a file"},
  };
};

/// Where x₀ comes from.
enum class GuessSource { zero, random, file };
template <> struct Names<GuessSource> {
  static constexpr std::string_view noun = "initial guess";
  static constexpr std::array table = {
      Name<GuessSource>{"zero", GuessSource::zero, "x₀ = 0"},
      Name<GuessSource>{"random", GuessSource::random, "pseudo-random numbers between 0 and 1"},
      Name<GuessSource>{"file", GuessSource::file, "the columns of a file"},
  };
};

struct VectorOptions {
  RhsSource rhs = RhsSource::problem;
  std::string rhs_file{};
  int rhs_seed = 0;             ///< of a random one
  std::string solution_file{};  ///< empty: as the problem knows it
  GuessSource guess = GuessSource::zero;
  std::string guess_file{};
  int guess_seed = 0;  ///< of a random one
};

}  // namespace minikrylov
