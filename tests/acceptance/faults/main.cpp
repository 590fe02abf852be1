// Acceptance runs with injected faults: many runs in one process, each with one fault; reports whether it was detected.
//   accept_faults <kind> <first seed> <faults> <points> <seconds>
// Prints a line per run: kind, seed, verdict (sound, alarm, found, missed, harmless, idle), where, and by which check.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "comm/runtime/runtime.hpp"
#include "miniapp/accept/job.hpp"
#include "miniapp/metadata/metadata.hpp"
#include "tests/acceptance/faults/injector.hpp"

namespace minikrylov::test {
namespace {

constexpr std::array kinds = {"none", "matrix", "vectors", "sums", "halos", "slow-rank", "allreduce"};

struct Wanted {
  FaultKind kind;
  std::uint64_t first;
  int count;
  AcceptOptions options;
};

Wanted read(int words, char** word) {
  if (words != 6) throw std::invalid_argument("usage: accept_faults KIND FIRST COUNT POINTS SECONDS");
  const auto kind = std::find(kinds.begin(), kinds.end(), std::string_view(word[1]));
  if (kind == kinds.end()) throw std::invalid_argument("no such kind");
  Wanted wanted{
      static_cast<FaultKind>(kind - kinds.begin()), std::strtoull(word[2], nullptr, 10), std::atoi(word[3]), {}};
  wanted.options.size = std::atoi(word[4]);
  wanted.options.seconds = std::atof(word[5]);
  wanted.options.bytes_per_rank = 1e10;
  return wanted;
}

/// The check that failed first; empty: none did.
std::string alarm_of(const AcceptRecord& record) {
  for (const CheckRow& row : record.checks)
    if (row.result == CheckResult::failed) return row.problem + ", " + row.check + ": " + row.finding;
  for (const PartRow& part : record.parts)
    for (const std::string& objection : part.classical.objections) return part.name + ": " + objection;
  return "";
}

/// Ends a run that hangs.
void give_up(int) {
  constexpr char text[] = "# hung\n";
  if (write(STDOUT_FILENO, text, sizeof text - 1) < 0) std::_Exit(3);
  std::_Exit(3);
}

struct Run {
  std::string alarm;
  Effect effect;
};

/// Seconds that a run may take: small systems take a few, and a rank is watched for about a minute before it is called
/// slow.
unsigned patience_with(FaultKind kind) { return kind == FaultKind::slow_rank ? 180 : 30; }

Run run_with(const Fault& fault, const Events& sound, const AcceptOptions& options, const RunRecord& metadata) {
  const Communicator ranks;
  alarm(patience_with(fault.kind));
  arm(fault, sound);
  const AcceptRecord record = run_accept_job(options, metadata, ranks);
  Effect effect = disarm();
  alarm(0);
  return {alarm_of(record), effect};
}

/// What a fault did on any rank.
struct Verdict {
  bool struck = false, changed_something = false;
  std::string where;
};

Verdict verdict_of(const Effect& effect, const Communicator& ranks) {
  Verdict verdict;
  for (const double struck : ranks.gather(effect.struck ? 1.0 : 0.0)) verdict.struck = verdict.struck || struck > 0;
  for (const double changed : ranks.gather(effect.changed_something ? 1.0 : 0.0))
    verdict.changed_something = verdict.changed_something || changed > 0;
  for (const std::string& where : ranks.gather(effect.where))
    if (verdict.where.empty()) verdict.where = where;
  return verdict;
}

void print(const Communicator& ranks, const std::string& kind, std::uint64_t seed, const char* word,
           const std::string& where, const std::string& alarm) {
  if (ranks.rank() != 0) return;
  std::printf("%s\t%llu\t%s\t%s\t%s\n", kind.c_str(), static_cast<unsigned long long>(seed), word, where.c_str(),
              alarm.c_str());
  std::fflush(stdout);
}

/// Runs without a fault, to learn the sums of sound runs and to find their minimum number of events.
Events learn(int runs, const Wanted& wanted, const RunRecord& metadata, const Communicator& ranks) {
  Events fewest{1L << 40, 1L << 40, 1L << 40};
  for (int k = 0; k < runs; ++k) {
    const Run run = run_with({}, {}, wanted.options, metadata);
    const auto minimum = [&](long mine, long so_far) {
      return std::min(so_far, static_cast<long>(ranks.reduce(static_cast<double>(mine), ReduceBy::minimum)));
    };
    fewest = {minimum(run.effect.events.kernels, fewest.kernels), minimum(run.effect.events.sums, fewest.sums),
              minimum(run.effect.events.halos, fewest.halos)};
    print(ranks, "none", wanted.first, run.alarm.empty() ? "sound" : "alarm", "", run.alarm);
  }
  return fewest;
}

int program(Runtime& runtime) {
  const Communicator ranks;
  const Wanted wanted = read(runtime.argument_count(), runtime.arguments());
  const RunRecord metadata =
      run_metadata(runtime, ranks, {runtime.arguments(), static_cast<std::size_t>(runtime.argument_count())});
  std::signal(SIGALRM, give_up);
  watch_kernels();
  // Fixed iterations that fit into a time are another number in each run, and have other sums.
  const bool by_time = wanted.kind == FaultKind::none || wanted.kind == FaultKind::slow_rank;
  if (!by_time) keep_time_by(TimeBy::events);
  const int sound_runs = by_time ? 4 : 2;
  const std::string kind = kinds[static_cast<std::size_t>(wanted.kind)];
  const Events sound = learn(wanted.kind == FaultKind::none ? wanted.count : sound_runs, wanted, metadata, ranks);
  if (wanted.kind == FaultKind::none) return 0;
  for (int k = 0; k < wanted.count; ++k) {
    const std::uint64_t seed = wanted.first + static_cast<std::uint64_t>(k);
    if (ranks.rank() == 0)
      std::printf("# %s %llu\n", kind.c_str(), static_cast<unsigned long long>(seed)), std::fflush(stdout);
    const Run run = run_with(make_fault(wanted.kind, seed, ranks.size()), sound, wanted.options, metadata);
    const Verdict verdict = verdict_of(run.effect, ranks);
    const char* word = !run.alarm.empty()          ? "found"
                       : !verdict.struck           ? "idle"
                       : verdict.changed_something ? "missed"
                                                   : "harmless";
    print(ranks, kind, seed, word, verdict.where, run.alarm);
  }
  return 0;
}

}  // namespace
}  // namespace minikrylov::test

int main(int argc, char** argv) { return minikrylov::run(argc, argv, minikrylov::test::program); }
