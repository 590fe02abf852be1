// The options of `minikrylov merging`, one line each.
#include "miniapp/merging/options.hpp"

#include <algorithm>

#include "kernels/core/numbers.hpp"
#include "miniapp/parsing/reader.hpp"
#include "miniapp/parsing/words.hpp"
#include "miniapp/results/fields_readable.hpp"

namespace minikrylov {
namespace {

/// The length of vectors that were asked for; `fewest`: the smallest number of right-hand sides.
void check_numbers(std::string_view flag, const std::optional<double>& numbers, int fewest,
                   const Surroundings& surroundings, Complaints& complaints) {
  constexpr double most_rows = 2e9, vectors = 3;
  const double length = numbers.value_or(1), most = most_rows * fewest, needed = vectors * sizeof(double) * length;
  complaints.unless(
      length >= 1 && length <= most,
      "{} {} is invalid (it is the length of a vector, of {:g} rows at most) give a number from 1 to {:g}", flag,
      length, most_rows, most);
  complaints.unless(length > most || needed <= surroundings.bytes_per_rank,
                    "{} {} is too large (three vectors of this length take {} per rank, {} are free) give fewer", flag,
                    length, readable_bytes(needed), readable_bytes(surroundings.bytes_per_rank));
}

}  // namespace

std::variant<MergingOptions, std::string> parse_merging(std::span<const std::string> words,
                                                        const Surroundings& surroundings, Complaints& complaints) {
  CLI::App app(
      "What merging vector updates gains: y = a x + b y, z = b x + a z, z = b y + c z in a kernel each, the first two\n"
      "in one, and all three in one, in memory and in cache, with m right-hand sides: Krasnopolsky 2019, figure 2 and\n"
      "table 1.",
      "minikrylov merging");
  expect_words(app);
  app.footer("Example:\n  mpirun -n 4 minikrylov merging --rhs 1,4,16 --output merging.h5");
  MergingOptions options;
  std::vector<std::string> rhs{"1", "4", "16"};
  std::string output;
  OptionReader add(app);
  add.words("--rhs", rhs, "M[,M…]", "numbers of right-hand sides; vectors have as many rows less");
  add.real("--memory-numbers", options.in_memory,
           "numbers in a vector of each rank in memory; auto: three of them are four times as large as all caches");
  add.real("--cache-numbers", options.in_cache,
           "numbers in a vector of each rank in cache; auto: three of them are half of each core's level-2 cache");
  add.whole("--samples", options.samples, {8, 100000, "samples of each time"}, "samples of each time");
  add.text("--output", output, "FILE", "write all measurements to this HDF5 file");
  add.flag("--force", options.overwrite, OverwritePolicy::replace, "overwrite an existing output file");
  if (const std::optional<std::string> help = add.read(words, complaints)) return *help;
  complain_of_extras(app, complaints);
  add.convert(complaints);
  options.rhs = parse_wholes("--rhs", rhs, {1, max_width, "right-hand sides"}, complaints);
  const int fewest = options.rhs.empty() ? 1 : *std::min_element(options.rhs.begin(), options.rhs.end());
  check_numbers("--memory-numbers", options.in_memory, fewest, surroundings, complaints);
  check_numbers("--cache-numbers", options.in_cache, fewest, surroundings, complaints);
  if (!output.empty()) options.file = output;
  return options;
}

}  // namespace minikrylov
