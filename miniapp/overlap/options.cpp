// The options of `minikrylov overlap`, one line each.
#include "miniapp/overlap/options.hpp"

#include "kernels/core/types.hpp"
#include "miniapp/parsing/reader.hpp"
#include "miniapp/parsing/words.hpp"
#include "miniapp/results/fields_readable.hpp"

namespace minikrylov {
namespace {

constexpr int largest_message = 1 << 30;

/// Lists of values, as entered.
struct WrittenBenchmark {
  std::vector<std::string> patterns{};  ///< none: all that are possible
  std::vector<std::string> ranks{};     ///< none: 2, 4, … and all
  std::vector<std::string> sizes{"8", "64", "512", "4096", "32768", "262144", "1048576", "4194304"};
  std::vector<std::string> tests{"10", "20", "50", "100"};
  int rhs = 1;
  std::string output;
};

/// Halo-like patterns have a message in and out, and a window for puts, for each of two neighbours.
void check_memory_of(int bytes, const Surroundings& surroundings, Complaints& complaints) {
  constexpr double buffers = 6;
  complaints.unless(buffers * bytes <= surroundings.bytes_per_rank,
                    "--sizes {} is too large (messages from and to two neighbours take {} per rank, {} are free) give "
                    "smaller ones",
                    bytes, readable_bytes(buffers * bytes), readable_bytes(surroundings.bytes_per_rank));
}

void finish(OverlapPlan& plan, const WrittenBenchmark& written, const Surroundings& surroundings,
            Complaints& complaints) {
  const int ranks = surroundings.ranks;
  complaints.unless(surroundings.simulator.empty(), "overlap does not run on simulated ranks ({}) run it on real ranks",
                    simulated_allreduce);
  plan.impossible = written.patterns.empty() ? Impossible::leave_out : Impossible::refuse;
  if (written.patterns.empty())
    for (const auto& name : Names<PatternKind>::table) plan.patterns.push_back(name.value);
  for (const std::string& word : written.patterns)
    if (const auto kind = parse_choice<PatternKind>(word, complaints)) plan.patterns.push_back(*kind);
  plan.ranks = written.ranks.empty()
                   ? numbers_of_ranks(ranks)
                   : parse_wholes("--ranks", written.ranks, {1, ranks, "ranks of this run"}, complaints);
  for (const int bytes :
       parse_wholes("--sizes", written.sizes, {8, largest_message, "bytes of a message"}, complaints)) {
    complaints.unless(bytes % 8 == 0, "--sizes {} is invalid (messages are made of doubles) give multiples of 8",
                      bytes);
    check_memory_of(bytes, surroundings, complaints);
    plan.bytes.push_back(bytes);
  }
  plan.tests = parse_wholes("--tests", written.tests, {1, 10000, "points at which MPI_Test is called"}, complaints);
  for (long k = 1; k <= 10; ++k) plan.allreduce_bytes.push_back(8 * written.rhs * k);
}

}  // namespace

std::variant<OverlapOptions, std::string> parse_overlap(std::span<const std::string> words,
                                                        const Surroundings& surroundings, Complaints& complaints) {
  CLI::App app(
      "How much of a communication does computation hide here, and with which kind of progress? Compares blocking\n"
      "with non-blocking communication, without help, with MPI_Test and with a thread, after Krasnopolsky 2019,\n"
      "appendix C. To try the MPI library's own progress thread, run again with MPICH_ASYNC_PROGRESS=1 (MPICH) or\n"
      "I_MPI_ASYNC_PROGRESS=1 (Intel MPI); Open MPI 4 and 5 have none for collectives, but may use UCX or hardware\n"
      "that progresses.",
      "minikrylov overlap");
  expect_words(app);
  app.footer("Example:\n  mpirun -n 64 minikrylov overlap --pattern allreduce --rhs 4 --output overlap.h5");
  OverlapOptions options;
  WrittenBenchmark written;
  OptionReader add(app);
  add.flag("--preflight", options.extent, OverlapExtent::preflight,
           "only check the MPI library: are its sums correct, does it progress by itself");
  add.words("--pattern", written.patterns, "NAME[,NAME…]",
            "what is communicated; default: all that the MPI library is able to:" + explained<PatternKind>(),
            words_of<PatternKind>());
  add.words("--ranks", written.ranks, "N[,N…]",
            "numbers of communicating ranks, the others wait; default: 2, 4, … and all");
  add.words("--sizes", written.sizes, "BYTES[,BYTES…]", "message sizes, multiples of 8");
  add.whole("--rhs", written.rhs, {1, max_width, "right-hand sides"},
            "m: allreduce also sums m k numbers, k = 1 to 10, as methods do");
  add.words("--tests", written.tests, "N[,N…]", "parts of the computation, between which MPI_Test is called");
  add.whole("--samples", options.plan.samples, {8, 100000, "samples of each time"}, "samples of each time");
  add.real("--seconds", options.plan.budget, 0, 1e4,
           "time limit for each pattern, number of ranks and size, which reduces the samples to no fewer than 8");
  add.text("--output", written.output, "FILE", "write all measurements to this HDF5 file");
  add.flag("--force", options.overwrite, OverwritePolicy::replace, "overwrite an existing output file");
  if (const std::optional<std::string> help = add.read(words, complaints)) return *help;
  complain_of_extras(app, complaints);
  add.convert(complaints);
  finish(options.plan, written, surroundings, complaints);
  if (!written.output.empty()) options.file = written.output;
  return options;
}

}  // namespace minikrylov
