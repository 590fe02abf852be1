// An acceptance run, phase by phase.
#include "miniapp/accept/job.hpp"

#include <fmt/format.h>

#include "comm/runtime/preflight.hpp"
#include "miniapp/accept/merit.hpp"
#include "miniapp/accept/timed.hpp"
#include "miniapp/accept/validate.hpp"
#include "miniapp/accept/verdict.hpp"
#include "miniapp/overlap/preflight.hpp"
#include "miniapp/results/fields_readable.hpp"
#include "miniapp/solve/run_machine.hpp"
#include "miniapp/timing/choices/known_tuning.hpp"
#include "miniapp/timing/choices/progress_calls.hpp"

namespace minikrylov {
namespace {

/// What a phase found, and how long it took.
template <class Found> struct Phase {
  Found found;
  PhaseRow row;
};

/// Runs one phase. Collective.
template <class Work> auto phase(const char* name, const Communicator& ranks, const Work& work) {
  ranks.barrier();
  const double began = wall_time();
  Phase<decltype(work())> done{work(), {name, 0}};
  done.row.seconds = ranks.reduce(wall_time() - began, ReduceBy::maximum);
  return done;
}

Resources resources_of(const AcceptOptions& options, const RunRecord& run) {
  return {.ranks = run.ranks,
          .threads = run.threads,
          .bytes_per_rank = options.bytes_per_rank,
          .cache_bytes = static_cast<double>(run.cache_bytes),
          .seconds = options.seconds};
}

PlannedSizes choose_sizes(std::optional<int> size, const Resources& resources) {
  const PlannedSizes sizes = size ? same_sizes(*size) : plan_sizes(resources);
  const double needed = bytes_needed(sizes, resources);
  require(needed <= resources.bytes_per_rank,
          "there is too little memory: {} per rank needed, {} free (large systems and 16 right-hand sides) "
          "use more hosts, or try a smaller --size",
          readable_bytes(needed), readable_bytes(resources.bytes_per_rank));
  return sizes;
}

/// MPI_Iallreduce is wrong in some releases of MPI libraries, and then not used here. Sums that are wrong only
/// sometimes are a failure of the machine.
struct NonblockingCheck {
  NonblockingSums sums;
  CheckRow row;
};

NonblockingCheck check_nonblocking(const std::vector<PreflightRow>& preflight, const Communicator& ranks) {
  constexpr int most_values = 64;  // lists of 1 to 64 values, as in the pre-flight check
  constexpr int times = 2;         // the pre-flight check was the first
  int wrong = preflight.front().finding == wrong_sums ? 1 : 0;
  for (int k = 1; k < times; ++k)
    if (check_nonblocking_sums(SumBuffers::two, SumMemory::host, most_values, ranks) == SumCheck::wrong) ++wrong;
  const bool consistent = wrong == 0 || wrong == times;
  return {wrong == 0 ? NonblockingSums::trusted : NonblockingSums::wrong,
          {.problem = "MPI",
           .check = "MPI_Iallreduce is consistently right or wrong",
           .finding = consistent ? (wrong == 0 ? "right" : "wrong: not used") : "sometimes wrong",
           .wanted = "consistent",
           .result = result_of(consistent)}};
}

std::vector<Trial> try_all(const Benches& benches, NonblockingSums sums, double asked_seconds,
                           const AcceptSurroundings& with, Repeats& repeats) {
  constexpr double share = 0.5;  // of the requested time; announced (expected_seconds) and documented
  const std::vector<Part> parts = parts_of_merit();
  const double seconds = share * asked_seconds / static_cast<double>(parts.size());
  std::vector<Trial> trials;
  for (std::size_t k = 0; k < parts.size(); ++k)
    trials.push_back(try_part(parts[k], *benches.of_parts[k], sums, seconds, with, repeats));
  return trials;
}

/// Results of trials, timed sets and closing checks.
struct Solves {
  std::vector<PhaseRow> phases;
  std::vector<CheckRow> checks;
  std::vector<TrialRow> trials;
  TimedSets sets;
};

/// Runs trials, timed sets of `seconds` in total and closing checks, on the emulated network if there is one.
Solves run_solves(const Benches& benches, NonblockingSums sums, double seconds, AcceptSurroundings with) {
  for (const auto& bench : benches.of_parts) bench->system().halo->emulate(with.network.network);
  const Bench& first = *benches.of_parts.front();
  with.moves_messages =
      Progress(chosen_progress(with.network, ReductionKind::nonblocking, first.A(), first.system(), with.ranks));
  for (const auto& bench : benches.of_parts) bench->system().halo->move_by(with.moves_messages);

  Repeats repeats;
  RankSpeeds speeds(with.ranks);
  speeds.look("before the trials");
  const auto trials = phase("trials", with.ranks, [&] { return try_all(benches, sums, seconds, with, repeats); });
  auto timed = phase("timed sets", with.ranks,
                     [&] { return run_timed_sets(benches, trials.found, seconds, with, repeats, speeds); });
  const auto closing = phase("closing checks", with.ranks, [&] {
    solve_again(benches, timed.found, with, repeats);
    const std::vector<CheckRow> checks = validate_again(benches, sums, with);
    speeds.look("at the end");
    return checks;
  });
  Solves solves{.phases = {trials.row, timed.row, closing.row},
                .checks = repeats.rows(with.ranks),
                .trials = {},
                .sets = std::move(timed.found)};
  solves.checks.insert(solves.checks.end(), closing.found.begin(), closing.found.end());
  solves.checks.push_back(speeds.row());
  for (const Trial& trial : trials.found)
    solves.trials.insert(solves.trials.end(), trial.rows.begin(), trial.rows.end());
  return solves;
}

std::vector<PartRow> rows_of(const TimedSets& sets, const std::vector<SystemRow>& systems) {
  const std::vector<Part> parts = parts_of_merit();
  std::vector<PartRow> rows;
  for (std::size_t k = 0; k < parts.size(); ++k)
    rows.push_back(part_row(name_of(parts[k]), systems[k].scale, sets.methods[2 * k], sets.methods[2 * k + 1]));
  return rows;
}

std::string announcement(const ExpectedSeconds& expected, double set_up) {
  return fmt::format(
      "minikrylov accept: estimated time {}: set-up {}, validation {}, trials {}, timed sets {}, closing checks {}",
      readable_seconds(set_up + expected.total()), readable_seconds(set_up), readable_seconds(expected.validation),
      readable_seconds(expected.trials), readable_seconds(expected.timed), readable_seconds(expected.closing));
}

template <class Row> void append(std::vector<Row>& rows, const std::vector<Row>& more) {
  rows.insert(rows.end(), more.begin(), more.end());
}

/// The record of what was asked for.
AcceptRecord record_of(const AcceptOptions& options, RunRecord metadata) {
  AcceptRecord record;
  record.run = with_emulation(std::move(metadata), options.network);
  record.asked_seconds = options.seconds;
  record.size = options.size;
  record.fixed_iterations = options.fixed_iterations;
  record.signed_by = options.signed_by;
  return record;
}

/// The record, whose systems are set up, with what was solved.
AcceptRecord with_solves(AcceptRecord record, Solves solves) {
  append(record.phases, solves.phases);
  append(record.checks, solves.checks);
  record.trials = std::move(solves.trials);
  record.parts = rows_of(solves.sets, record.systems);
  for (TimedMethod& method : solves.sets.methods) record.solves.push_back(std::move(method.timed));
  record.timed_seconds = solves.sets.seconds;
  return record;
}

/// The record with figure of merit and verdict.
AcceptRecord judged(AcceptRecord record, const std::optional<Requirements>& requirements) {
  const Merit merit = figure_of_merit(record.parts);
  record.bytes_per_second = merit.bytes_per_second;
  record.unknowns_per_second = merit.unknowns_per_second;
  record.objections = objections_to(record);
  if (requirements) {
    record.requirements = requirements->file;
    record.shortfalls = shortfalls_of(record, *requirements);
  }
  record.result_line = result_line(record);
  return record;
}

}  // namespace

AcceptRecord run_accept_job(const AcceptOptions& options, RunRecord metadata, const Communicator& ranks) {
  AcceptRecord record = record_of(options, std::move(metadata));
  const Resources resources = resources_of(options, record.run);
  const PlannedSizes sizes = choose_sizes(options.size, resources);

  ProgressLine progress(ranks.rank() == 0 ? stderr : nullptr);
  progress.show("pre-flight check and memory bandwidth");
  const CommonTriad triad(ranks, triad_elements(resources)), no_triad(ranks, 1);
  auto header = phase("header", ranks, [&] {
    record.run.triad_bytes_per_second = triad.best();
    return preflight(ranks);
  });
  record.preflight = std::move(header.found);
  record.phases = {header.row};
  const auto [nonblocking_sums, nonblocking] = check_nonblocking(record.preflight, ranks);
  record.checks = {check_sums("before anything else", nonblocking_sums, ranks), nonblocking};
  record.run.triad_source = "measured by this run";
  // Ranks that get different sums may deadlock.
  if (record.checks.front().result == CheckResult::failed) return judged(std::move(record), options.requirements);
  const KnownTuning tuning = known_tuning(options.tune, record.run, ranks);
  record.run = with_tuning(std::move(record.run), options.tune, tuning);
  const AcceptSurroundings with{.ranks = ranks,
                                .triad = triad,
                                .no_triad = no_triad,
                                .progress = progress,
                                .network = options.network,
                                .fixed_iterations = options.fixed_iterations,
                                .known_triad = record.run.triad_bytes_per_second};
  auto set_up_phase =
      phase("set-up", ranks, [&] { return set_up(sizes, tuning.values, resources.cache_bytes, ranks, progress); });
  Benches& benches = set_up_phase.found;
  const ExpectedSeconds expected =
      expected_seconds(sizes, options.seconds, {record.run.triad_bytes_per_second, benches.product_seconds});
  record.expected_seconds = header.row.seconds + set_up_phase.row.seconds + expected.total();
  progress.announce(announcement(expected, header.row.seconds + set_up_phase.row.seconds));
  const ValidationSizes of_validation{.compared = sizes.validation,
                                      .counted = options.size.value_or(KnownCounts{}.points)};
  auto validation = phase("validation", ranks, [&] { return validate(benches, of_validation, with); });
  Solves solves = run_solves(benches, nonblocking_sums, options.seconds, with);

  append(record.phases, {set_up_phase.row, validation.row});
  record.systems = std::move(benches.systems);
  record.formats = std::move(benches.formats);
  append(record.checks, benches.checks);
  append(record.checks, validation.found);
  return judged(with_solves(std::move(record), std::move(solves)), options.requirements);
}

}  // namespace minikrylov
