// Options for right-hand sides, solutions and initial guesses.
#include "miniapp/parsing/vectors.hpp"

#include <limits>

namespace minikrylov {
namespace {

constexpr int largest_seed = std::numeric_limits<int>::max();

VectorOptions with_guess(VectorOptions vectors, const std::string& text, Complaints& complaints) {
  constexpr std::string_view random = "random";
  if (text == name_of(GuessSource::zero)) return vectors;
  if (text != random && !text.starts_with("random:")) {
    vectors.guess = GuessSource::file;
    vectors.guess_file = text;
    return vectors;
  }
  const auto seed = parse_whole(std::string_view(text).substr(std::min(text.size(), random.size() + 1)));
  const bool fits = seed && *seed >= 0 && *seed <= largest_seed;
  complaints.unless(fits, "--x0 {} is invalid (a random x0 needs a seed from 0 to {}) give one, like random:1", text,
                    largest_seed);
  vectors.guess = GuessSource::random;
  vectors.guess_seed = fits ? static_cast<int>(*seed) : 0;
  return vectors;
}

}  // namespace

void add_vectors(OptionReader& add, WrittenVectors& written) {
  add.text("--rhs-file", written.rhs_file, "FILE",
           "b from a Matrix Market array (.mtx or .mtx.gz), in the rows' global numbering; with several columns, all\n"
           "are solved together, and --rhs may be omitted");
  add.whole("--random-rhs", written.rhs_seed, {0, largest_seed, "a seed"},
            "seed of a b of pseudo-random numbers between 0 and 1, the same for any number of ranks; auto: not random");
  add.text("--solution-file", written.solution_file, "FILE",
           "x to measure errors against, likewise; without --rhs-file, b = A x");
  add.text("--x0", written.guess, "zero|random:SEED|FILE",
           "initial guess: zero, pseudo-random numbers between 0 and 1, or an array whose only column serves all\n"
           "right-hand sides; in any case, residuals are compared with ‖b‖ (if b = 0, with ‖b - A x0‖)");
}

VectorOptions finish_vectors(const WrittenVectors& written, Complaints& complaints) {
  complaints.unless(written.rhs_file.empty() || !written.rhs_seed,
                    "--random-rhs does not suit --rhs-file (there is one right-hand side) omit one of them");
  complaints.unless(written.solution_file.empty() || !written.rhs_seed,
                    "--random-rhs does not suit --solution-file (the solution of a random b is not known) omit one of "
                    "them");
  VectorOptions vectors{
      .rhs_file = written.rhs_file, .rhs_seed = written.rhs_seed.value_or(0), .solution_file = written.solution_file};
  if (written.rhs_seed)
    vectors.rhs = RhsSource::random;
  else if (!written.rhs_file.empty())
    vectors.rhs = RhsSource::file;
  else if (!written.solution_file.empty())
    vectors.rhs = RhsSource::solution;
  return with_guess(std::move(vectors), written.guess, complaints);
}

}  // namespace minikrylov
