// An acceptance run, phase by phase.
#include "miniapp/accept/job.hpp"

#include "comm/preflight.hpp"
#include "miniapp/accept/merit.hpp"
#include "miniapp/accept/timed.hpp"
#include "miniapp/accept/validate.hpp"
#include "miniapp/accept/verdict.hpp"
#include "miniapp/overlap/preflight.hpp"
#include "miniapp/results/fields_readable.hpp"
#include "miniapp/solve/job.hpp"
#include "miniapp/timing/progress_calls.hpp"

namespace minikrylov {
namespace {

/// Runs a phase and records its time.
template <class Work> auto phase(const char* name, AcceptRecord& record, const Communicator& ranks, const Work& work) {
  ranks.barrier();
  const double began = wall_time();
  auto found = work();
  record.phases.push_back({name, ranks.reduce(wall_time() - began, ReduceBy::maximum)});
  return found;
}

PlannedSizes choose_sizes(const AcceptOptions& options, const RunRecord& run) {
  PlannedSizes sizes;
  if (options.size) {
    sizes.large.fill(*options.size);
    sizes.small.fill(*options.size);
  } else {
    sizes = plan_sizes({run.ranks, run.threads, options.bytes_per_rank});
  }
  const double needed = bytes_needed(sizes, run.ranks);
  require(needed <= options.bytes_per_rank,
          "too little memory: about {} per rank are needed, {} are free (large systems and 16 right-hand sides) "
          "use more hosts, or try a smaller --size",
          readable_bytes(needed), readable_bytes(options.bytes_per_rank));
  return sizes;
}

std::vector<SystemRow> rows_of(const Benches& benches) {
  std::vector<SystemRow> rows;
  const auto add = [&rows](const auto& list, SystemScale scale) {
    for (const auto& bench : list) {
      rows.push_back(bench->row());
      rows.back().scale = scale;
    }
  };
  add(benches.large, SystemScale::large);
  add(benches.small, SystemScale::small);
  return rows;
}

NonblockingSums check_sums(const Communicator& ranks) {
  constexpr int most_values = 64;
  const SumCheck found = check_nonblocking_sums(SumBuffers::two, SumMemory::host, most_values, ranks);
  return found == SumCheck::wrong ? NonblockingSums::wrong : NonblockingSums::trusted;
}

TimedSets run_timed(const Benches& benches, const AcceptSurroundings& with) {
  const NonblockingSums sums = check_sums(with.ranks);
  for (const auto* list : {&benches.large, &benches.small})
    for (const auto& bench : *list) bench->system().halo->emulate(with.options.network.network);
  const Bench& first = *benches.large.front();
  const Progress moves_messages(
      chosen_progress(with.options.network, ReductionKind::nonblocking, first.A(), first.system(), with.ranks));
  for (const auto* list : {&benches.large, &benches.small})
    for (const auto& bench : *list) bench->system().halo->move_by(moves_messages);
  return run_timed_sets(benches, sums,
                        {with.options, with.ranks, with.triad, with.no_triad, with.progress, moves_messages});
}

void judge(const AcceptOptions& options, AcceptRecord& record) {
  const Merit merit = figure_of_merit(record.parts);
  record.bytes_per_second = merit.bytes_per_second;
  record.unknowns_per_second = merit.unknowns_per_second;
  record.objections = objections_to(record);
  if (options.requirements) {
    record.requirements = options.requirements->file;
    record.shortfalls = shortfalls_of(record, *options.requirements);
  }
  record.result_line = result_line(record);
}

}  // namespace

AcceptRecord run_accept_job(const AcceptOptions& options, RunRecord metadata, const Communicator& ranks) {
  AcceptRecord record;
  record.run = with_emulation(std::move(metadata), options.network);
  record.asked_seconds = options.seconds;
  record.size = options.size;
  record.fixed_iterations = options.fixed_iterations;
  record.signed_by = options.signed_by;
  const PlannedSizes sizes = choose_sizes(options, record.run);

  ProgressLine progress(ranks.rank() == 0 ? stderr : nullptr);
  progress.show("pre-flight check and memory bandwidth");
  const CommonTriad triad(ranks), no_triad(ranks, 1);
  record.preflight = phase("header", record, ranks, [&] {
    record.run.triad_bytes_per_second = triad.best();
    record.run.triad_source = "measured by this run";
    return preflight(ranks);
  });
  progress.show("setting up systems");
  const AcceptSurroundings with{options, ranks, triad, no_triad, progress};
  const Benches benches = phase("set-up", record, ranks, [&] { return set_up(sizes, ranks); });
  record.systems = rows_of(benches);
  record.checks = phase("validation", record, ranks, [&] { return validate(benches, with); });
  TimedSets sets = phase("timed sets", record, ranks, [&] { return run_timed(benches, with); });
  record.trials = std::move(sets.trials);
  record.parts = std::move(sets.parts);
  record.solves = std::move(sets.solves);
  record.timed_seconds = sets.seconds;
  judge(options, record);
  return record;
}

}  // namespace minikrylov
