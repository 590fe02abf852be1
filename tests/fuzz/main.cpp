// Runs a reader on mutated files for a given time: the loop for compilers without libFuzzer. Each input depends only on
// its number, so that a failing one is reproduced by --seed NUMBER --runs 1.
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>
#include <string_view>

#include "tests/fuzz/inputs.hpp"

namespace {

using namespace minikrylov;

constexpr unsigned seconds_per_input = 100;
volatile std::sig_atomic_t failed = 0;
std::uint64_t number_of_input = 0;

/// Reports the failing input, then lets the signal take its course.
void name_input(int signal) {
  if (failed == 0)
    std::fprintf(stderr, "FAILED (signal %d): --seed %llu --runs 1\n", signal,
                 static_cast<unsigned long long>(number_of_input));
  failed = 1;
  std::signal(signal, SIG_DFL);
  raise(signal);
}

struct Wish {
  double seconds = 10;
  std::uint64_t seed = std::random_device()(), runs = std::numeric_limits<std::uint64_t>::max();
};

Wish wish_of(int argc, char** argv) {
  Wish wish;
  for (int k = 1; k + 1 < argc; k += 2) {
    const std::string_view name = argv[k];
    if (name == "--seconds") wish.seconds = std::strtod(argv[k + 1], nullptr);
    if (name == "--seed") wish.seed = std::strtoull(argv[k + 1], nullptr, 10);
    if (name == "--runs") wish.runs = std::strtoull(argv[k + 1], nullptr, 10);
  }
  return wish;
}

/// One to eight mutations of a sample: bits, bytes, numbers, and parts removed, duplicated or taken from another
/// sample.
std::string mutated(std::uint64_t number, const std::vector<std::string>& samples) {
  std::mt19937_64 random(number);
  const auto below = [&random](std::size_t most) { return most == 0 ? 0 : static_cast<std::size_t>(random() % most); };
  std::string input = samples[below(samples.size())];
  static constexpr std::string_view words[] = {"-1",   "0",   "2147483647", "2147483648", "99999999999999999999",
                                               "nan",  "inf", "1e999",      "%",          "\n",
                                               "\r",   " ",   "1 1 1\n",    "symmetric",  "pattern",
                                               "\x1b["};
  for (std::size_t changes = 1 + below(8); changes > 0; --changes) {
    const std::size_t at = below(input.size()), size = below(std::min<std::size_t>(64, input.size() - at));
    const std::string& other = samples[below(samples.size())];
    switch (below(8)) {
      case 0:
        if (!input.empty()) input[at] = static_cast<char>(input[at] ^ (1 << below(8)));
        break;
      case 1:
        if (!input.empty()) input[at] = static_cast<char>(random());
        break;
      case 2:
        input.erase(at, size);
        break;
      case 3:
        input.insert(at, input.substr(at, size));
        break;
      case 4:
        input.insert(at, words[below(std::size(words))]);
        break;
      case 5:
        input.resize(at);
        break;
      case 6:
        input.replace(at, size, other.substr(below(other.size()), size));
        break;
      default:
        for (std::size_t k = at; k < std::min(at + 8, input.size()); ++k)
          input[k] = static_cast<char>(below(2) == 0 ? 0xff : 0);
    }
  }
  return input;
}

}  // namespace

int main(int argc, char** argv) {
  const Wish wish = wish_of(argc, argv);
  start_fuzzing(argc, argv);
  const std::vector<std::string> samples = fuzz_samples();
  for (const int signal : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGALRM}) std::signal(signal, name_input);
  std::printf("--seed %llu, %g s\n", static_cast<unsigned long long>(wish.seed), wish.seconds);
  std::fflush(stdout);
  const auto began = std::chrono::steady_clock::now();
  std::uint64_t inputs = 0;
  for (; inputs < wish.runs; ++inputs) {
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - began;
    if (spent.count() > wish.seconds) break;
    number_of_input = wish.seed + inputs;
    const std::string input = mutated(number_of_input, samples);
    alarm(seconds_per_input);
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
    alarm(0);
  }
  std::printf("%llu inputs: %s\n", static_cast<unsigned long long>(inputs), fuzz_summary().c_str());
  stop_fuzzing();
  return EXIT_SUCCESS;
}
