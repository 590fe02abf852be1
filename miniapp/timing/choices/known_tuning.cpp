// Measures tunings, and stores them for later runs.
#include "miniapp/timing/choices/known_tuning.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

#include "comm/runtime/communicator.hpp"
#include "miniapp/metadata/metadata.hpp"
#include "miniapp/timing/cached_text.hpp"
#include "miniapp/timing/choices/tuned_kernels.hpp"

namespace minikrylov {
namespace {

/// What the best tuning depends on.
std::string tuning_key(const RunRecord& run) {
  return fmt::format("version {}\nprocessor {}\ncaches {} {}\nranks {}, threads {}\n", run.version, run.processor,
                     run.l2_bytes, run.l3_bytes, run.ranks, run.threads);
}

std::vector<Offset> candidates_of(const TunedChoice& choice, Tune extent) {
  Tuning defaults;
  std::vector<Offset> values{choice.of(defaults)};
  values.insert(values.end(), choice.few.begin(), choice.few.end());
  if (extent == Tune::full) values.insert(values.end(), choice.more.begin(), choice.more.end());
  return values;
}

/// The shortest times of runs, on the slowest rank: other processes may use the machine, which only adds time.
std::vector<double> times_of_runs(const std::vector<std::function<void()>>& runs, Tune extent,
                                  const Communicator& ranks) {
  const Rounds rounds = extent == Tune::full ? Rounds{.warm_up = 2, .timed = 21} : Rounds{.warm_up = 1, .timed = 3};
  const auto seconds = [&](std::size_t k) {
    ranks.barrier();
    const double began = wall_time();
    runs[k]();
    return ranks.reduce(wall_time() - began, ReduceBy::maximum);
  };
  std::vector<double> best;
  for (const std::vector<double>& times : interleaved_times(runs.size(), seconds, rounds))
    best.push_back(*std::min_element(times.begin(), times.end()));
  return best;
}

/// Measures a choice, with all others as in `tuning`.
TunedTimes measure_choice(const TunedChoice& choice, Tune extent, TunedKernels& kernels, const Tuning& tuning,
                          const Communicator& ranks) {
  TunedTimes times{.choice = &choice, .values = candidates_of(choice, extent), .seconds = {}};
  std::vector<std::function<void()>> runs;
  for (const Offset value : times.values) {
    Tuning tried = tuning;
    choice.of(tried) = value;
    runs.push_back(kernels.run_of(choice.kernel, tried));
  }
  times.seconds = times_of_runs(runs, extent, ranks);
  times.chosen = first_of_the_fastest(times.seconds);
  return times;
}

/// The values stored by an earlier run, as rank 0 knows them. Collective.
KnownTuning stored_tuning(const RunRecord& run, const Communicator& ranks) {
  std::istringstream line(ranks.rank() == 0 ? read_cached("tuning", tuning_key(run)) : "");
  std::string date, word;
  std::vector<std::string> words;
  line >> date;
  while (line >> word) words.push_back(word);
  KnownTuning known{tuning_of(words), ""};
  if (ranks.reduce(static_cast<double>(words.size()), ReduceBy::maximum) == 0) return known;
  for (const TunedChoice& choice : tuned_choices()) {
    const double mine = ranks.rank() == 0 ? static_cast<double>(choice.of(known.values)) : 0;
    choice.of(known.values) = static_cast<Offset>(ranks.reduce(mine, ReduceBy::maximum));
  }
  known.source = ranks.rank() == 0 ? fmt::format("measured {}", date) : "measured";
  return known;
}

}  // namespace

MeasuredTuning measure_tuning(Tune extent, const Communicator& ranks) {
  MeasuredTuning measured;
  if (!on_host) return measured;
  TunedKernels kernels(ranks);
  for (const TunedChoice& choice : tuned_choices()) {
    const TunedTimes times = measure_choice(choice, extent, kernels, measured.values, ranks);
    choice.of(measured.values) = times.values[times.chosen];
    measured.choices.push_back(times);
  }
  if (extent != Tune::full) return measured;
  for (const TunedChoice& choice : tuned_choices()) {
    if (!measured.kernels.empty() && measured.kernels.back().kernel == choice.kernel) continue;
    const std::vector<double> seconds = times_of_runs(
        {kernels.run_of(choice.kernel, {}), kernels.run_of(choice.kernel, measured.values)}, extent, ranks);
    measured.kernels.push_back({choice.kernel, seconds[0], seconds[1]});
  }
  return measured;
}

KnownTuning known_tuning(Tune tune, const RunRecord& run, const Communicator& ranks) {
  if (tune == Tune::off || !on_host) return {{}, "defaults"};
  if (tune == Tune::automatic)
    if (KnownTuning stored = stored_tuning(run, ranks); !stored.source.empty()) return stored;
  const KnownTuning known{measure_tuning(tune, ranks).values, "measured by this run"};
  store_tuning(known.values, run, ranks);
  return known;
}

void store_tuning(const Tuning& tuning, const RunRecord& run, const Communicator& ranks) {
  if (ranks.rank() == 0)
    write_cached("tuning", tuning_key(run), fmt::format("{} {}", date_now(), fmt::join(texts_of(tuning), " ")));
}

RunRecord with_tuning(RunRecord run, Tune tune, const KnownTuning& known) {
  run.tuning = name_of(tune);
  run.tuning_source = known.source;
  run.tuned = texts_of(known.values);
  return run;
}

}  // namespace minikrylov
