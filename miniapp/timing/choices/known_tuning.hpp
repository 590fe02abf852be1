// The tuning of this processor, measured once per version of the program.
#pragma once
#include "miniapp/metadata/run_record.hpp"
#include "miniapp/settings/tune_options.hpp"
#include "miniapp/timing/choices/fastest.hpp"
#include "miniapp/timing/choices/tuned.hpp"

namespace minikrylov {

class Communicator;

/// The measurements of a choice: its values, the default first, and the shortest time of its kernel with each.
struct TunedTimes {
  const TunedChoice* choice;
  std::vector<Offset> values;
  std::vector<double> seconds;
  std::size_t chosen = 0;  ///< the default, unless another is more than 3 % faster
};

/// The shortest time of a kernel with the defaults, and with all chosen values.
struct TunedKernelTimes {
  TunedKernel kernel = TunedKernel::product;
  double defaults = 0, chosen = 0;
};

/// The measurements of a tuning.
struct MeasuredTuning {
  Tuning values;  ///< those chosen
  std::vector<TunedTimes> choices;
  std::vector<TunedKernelTimes> kernels;
};

/// Measures choice by choice on the slowest rank, with earlier choices made and later ones at their defaults; the same
/// on all ranks. Tune::full: all candidates, then each kernel as a whole; otherwise only TunedChoice::few. On a
/// device, where the choices have no effect, nothing is measured. Collective.
[[nodiscard]] MeasuredTuning measure_tuning(Tune extent, const Communicator& ranks);

/// A tuning and its source.
struct KnownTuning {
  Tuning values;
  std::string source;  ///< "defaults", "measured by this run", or "measured 2026-01-02T03:04:05Z"
};

/// off: the defaults. auto: what an earlier run of this version has measured on this processor model with as many ranks
/// and threads and stored (see cached_text.hpp), otherwise measured and stored now; full: always. Collective.
[[nodiscard]] KnownTuning known_tuning(Tune tune, const RunRecord& run, const Communicator& ranks);

/// Stores a tuning for later runs of `auto`. Collective.
void store_tuning(const Tuning& tuning, const RunRecord& run, const Communicator& ranks);

/// `run` with the tuning added.
[[nodiscard]] RunRecord with_tuning(RunRecord run, Tune tune, const KnownTuning& known);

}  // namespace minikrylov
