// The options of `minikrylov merging`, one line each.
#include "miniapp/merging/options.hpp"

#include "kernels/core/numbers.hpp"
#include "miniapp/parsing/reader.hpp"
#include "miniapp/parsing/words.hpp"

namespace minikrylov {
namespace {

void check_numbers(std::string_view flag, const std::optional<double>& numbers, Complaints& complaints) {
  complaints.unless(numbers.value_or(1) >= 1 && numbers.value_or(1) <= 1e11,
                    "{} {} is invalid (it is the length of a vector) give a number from 1 to 1e11", flag,
                    numbers.value_or(1));
}

}  // namespace

std::variant<MergingOptions, std::string> parse_merging(std::span<const std::string> words, Complaints& complaints) {
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
  check_numbers("--memory-numbers", options.in_memory, complaints);
  check_numbers("--cache-numbers", options.in_cache, complaints);
  if (!output.empty()) options.file = output;
  return options;
}

}  // namespace minikrylov
