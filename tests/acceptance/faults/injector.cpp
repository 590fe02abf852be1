// Injects faults: decides when and where they strike.
#include "tests/acceptance/faults/injector.hpp"

#include <Kokkos_Core.hpp>
#include <impl/Kokkos_Profiling.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <map>
#include <set>
#include <unordered_set>
#include <vector>

#include "comm/runtime/communicator.hpp"
#include "kernels/core/digest.hpp"

namespace minikrylov::test {
namespace {

using Clock = std::chrono::steady_clock;

/// An array of the job.
struct Allocation {
  std::string label;
  std::uint64_t bytes = 0;
  long number = 0;  ///< in the job's order of allocations
};

struct State {
  Fault fault;
  bool armed = false;
  long strike = 0;  ///< index of the event at which the fault strikes
  Effect effect;
  std::map<char*, Allocation> arrays;  ///< made since the job began
  long allocations = 0;
  std::unordered_set<std::uint64_t> sound_sums;
  const double* flipped = nullptr;  ///< flipped word of a solution that has since been neither read nor reset
  Clock::time_point kernel_began;
  std::string kernel;  ///< label of the last one
  TimeBy time = TimeBy::clock;
  long events_passed = 0, clock_queries = 0;  ///< the latter since the last event
};

State& state() {
  static State the_state;
  return the_state;
}

/// In loops that wait for time to pass, the clock advances after this many queries.
constexpr long queries_per_tick = 20'000'000;

bool is_here(const Fault& fault) { return Communicator().rank() == fault.rank; }

void flip(void* word, int bit) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, word, sizeof bits);
  bits ^= std::uint64_t{1} << static_cast<unsigned>(bit);
  std::memcpy(word, &bits, sizeof bits);
}

void note(const std::string& where) {
  state().effect.struck = true;
  state().effect.where = where + " in " + state().kernel;
}

/// Records that a number differs from those of all sound runs.
void has_effect() {
  Effect& effect = state().effect;
  if (!effect.changed_something) effect.where += ", seen after " + state().kernel;
  effect.changed_something = true;
}

/// Whether products read the array: those of the matrix in either format, and the rows that it is converted from.
bool is_of_matrix(const std::string& label) {
  static const std::set<std::string> labels = {"values",        "columns", "first rows",
                                               "column begins", "offsets", "row offsets"};
  return labels.count(label) > 0;
}

/// Whether bits of the array may be flipped. Excludes those of the triad, by size: no solve reads them.
bool may_be_hit(const Allocation& array) {
  constexpr std::uint64_t most = 16U << 20U;
  return array.bytes >= sizeof(double) && array.bytes <= most && array.label.rfind("Kokkos", 0) != 0;
}

/// Flips a bit in one of the current arrays; false if there is none.
bool flip_in_memory() {
  State& s = state();
  std::map<long, char*> candidates;  // in the order of the program, not of addresses
  std::uint64_t words = 0;
  for (const auto& [address, array] : s.arrays)
    if (may_be_hit(array) && is_of_matrix(array.label) == (s.fault.kind == FaultKind::matrix)) {
      candidates[array.number] = address;
      words += array.bytes / sizeof(double);
    }
  if (candidates.empty()) return false;
  std::uint64_t word = s.fault.place % words;  // of a matrix any word; of vectors any vector, then any word
  char* address = nullptr;
  if (s.fault.kind == FaultKind::matrix) {
    for (const auto& [number, begin] : candidates) {
      const std::uint64_t here = s.arrays[begin].bytes / sizeof(double);
      address = begin;
      if (word < here) break;
      word -= here;
    }
  } else {
    address = std::next(candidates.begin(), static_cast<long>(s.fault.place % candidates.size()))->second;
    word = (s.fault.place >> 16U) % (s.arrays[address].bytes / sizeof(double));
  }
  const std::string& label = s.arrays[address].label;
  flip(address + word * sizeof(double), s.fault.bit);
  if (label == "x") s.flipped = reinterpret_cast<const double*>(address) + word;
  note(label);
  return true;
}

void kernel_begins(const char* name, std::uint32_t, std::uint64_t*) {
  State& s = state();
  s.events_passed += 1 + s.clock_queries / queries_per_tick;
  s.clock_queries = 0;
  if (!s.armed) return;
  const std::string_view label(name);
  if (s.flipped != nullptr && *s.flipped == 0) s.flipped = nullptr;  // a solve has begun with x = 0
  s.kernel = label;
  if (s.flipped != nullptr && label == "digest") has_effect();
  const bool memory = s.fault.kind == FaultKind::matrix || s.fault.kind == FaultKind::vectors;
  if (memory && !s.effect.struck && is_here(s.fault) && s.effect.events.kernels >= s.strike) flip_in_memory();
  ++s.effect.events.kernels;
  s.kernel_began = Clock::now();
}

void kernel_ends(std::uint64_t) {
  State& s = state();
  if (!s.armed || s.fault.kind != FaultKind::slow_rank || !is_here(s.fault)) return;
  if (s.effect.events.kernels < s.strike) return;
  if (!s.effect.struck) note("kernels take twice as long");
  s.effect.changed_something = true;
  const Clock::time_point until = Clock::now() + (Clock::now() - s.kernel_began);
  while (Clock::now() < until) {
  }
}

void allocated(Kokkos::Tools::SpaceHandle, const char* label, const void* address, std::uint64_t bytes) {
  State& s = state();
  if (s.armed) s.arrays[static_cast<char*>(const_cast<void*>(address))] = {label, bytes, s.allocations++};
}

void freed(Kokkos::Tools::SpaceHandle, const char* label, const void* address, std::uint64_t) {
  State& s = state();
  if (std::string_view(label) == "x") s.flipped = nullptr;
  s.arrays.erase(static_cast<char*>(const_cast<void*>(address)));
}

double share_of(std::uint64_t random) { return static_cast<double>(random >> 11U) * 0x1p-53; }

long event_at(double moment, long events) {
  return static_cast<long>(moment * static_cast<double>(std::max(1L, events)));
}

}  // namespace

Fault make_fault(FaultKind kind, std::uint64_t seed, int ranks) {
  std::uint64_t state_of_random = mixed(seed * 8 + static_cast<std::uint64_t>(kind) + 1);
  const auto random = [&] { return state_of_random = mixed(state_of_random + 0x9e3779b97f4a7c15U); };
  Fault fault;
  fault.kind = kind;
  fault.seed = seed;
  fault.rank = static_cast<int>(random() % static_cast<std::uint64_t>(ranks));
  fault.moment = share_of(random());
  fault.place = random();
  fault.bit = static_cast<int>(random() % 64);
  fault.on_all_ranks = random() % 2 == 0;
  fault.how = static_cast<WrongSum>(random() % 6);
  constexpr double minimum = -12, maximum = -1;  // powers of ten
  fault.share = std::pow(10.0, minimum + (maximum - minimum) * share_of(random()));
  if (kind == FaultKind::allreduce && random() % 2 == 0) fault.moment = 0;  // from the beginning
  return fault;
}

void keep_time_by(TimeBy what) { state().time = what; }

double time_of(double real) {
  constexpr double seconds_per_event = 0x1p-20;  // differences are exact
  State& s = state();
  if (s.time == TimeBy::clock) return real;
  const long ticks = s.events_passed + ++s.clock_queries / queries_per_tick;
  return seconds_per_event * static_cast<double>(ticks);
}

void arm(const Fault& fault, const Events& of_sound_job) {
  State& s = state();
  s.fault = fault;
  s.effect = {};
  s.arrays.clear();
  s.allocations = 0;
  s.flipped = nullptr;
  switch (fault.kind) {
    case FaultKind::sums:
    case FaultKind::allreduce:
      s.strike = event_at(fault.moment, of_sound_job.sums);
      break;
    case FaultKind::halos:
      s.strike = event_at(fault.moment, of_sound_job.halos);
      break;
    default:
      s.strike = event_at(fault.moment, of_sound_job.kernels);
  }
  s.armed = true;
}

Effect disarm() {
  state().armed = false;
  return state().effect;
}

void watch_kernels() {
  namespace Tools = Kokkos::Tools::Experimental;
  Tools::set_begin_parallel_for_callback(kernel_begins);
  Tools::set_begin_parallel_reduce_callback(kernel_begins);
  Tools::set_begin_parallel_scan_callback(kernel_begins);
  Tools::set_end_parallel_for_callback(kernel_ends);
  Tools::set_end_parallel_reduce_callback(kernel_ends);
  Tools::set_end_parallel_scan_callback(kernel_ends);
  Tools::set_allocate_data_callback(allocated);
  Tools::set_deallocate_data_callback(freed);
}

void before_sum(double* values, int count) {
  State& s = state();
  if (!s.armed) return;
  if (s.fault.kind == FaultKind::sums && s.fault.on_all_ranks && is_here(s.fault) && s.effect.events.sums == s.strike &&
      !s.effect.struck) {
    flip(values + s.fault.place % static_cast<std::uint64_t>(count), s.fault.bit);
    note("a term");
  }
}

void after_sum(double* values, int count) {
  State& s = state();
  if (!s.armed) return;
  if (s.fault.kind == FaultKind::sums && !s.fault.on_all_ranks && is_here(s.fault) &&
      s.effect.events.sums == s.strike && !s.effect.struck) {
    flip(values + s.fault.place % static_cast<std::uint64_t>(count), s.fault.bit);
    note("a sum");
  }
  const bool is_struck = s.fault.kind == FaultKind::sums && s.effect.events.sums == s.strike;
  ++s.effect.events.sums;
  Digest digest;
  digest.add(std::span<const double>(values, static_cast<std::size_t>(count)));
  // The struck sum itself does not count, only its consequences.
  const bool is_new = !is_struck && s.effect.struck && s.sound_sums.count(digest.value()) == 0;
  if (s.fault.kind == FaultKind::none)
    s.sound_sums.insert(digest.value());
  else if (is_new)
    has_effect();
}

void after_message(double* values, int count) {
  State& s = state();
  if (!s.armed) return;
  if (s.fault.kind == FaultKind::halos && is_here(s.fault) && s.effect.events.halos == s.strike && !s.effect.struck) {
    flip(values + s.fault.place % static_cast<std::uint64_t>(count), s.fault.bit);
    note("a message");
  }
  ++s.effect.events.halos;
}

const Fault* wrong_allreduce(int count) {
  State& s = state();
  if (!s.armed || s.fault.kind != FaultKind::allreduce || s.effect.events.sums < s.strike) return nullptr;
  constexpr int few = 4, rarely = 100;
  if (s.fault.how == WrongSum::long_lists && count < few) return nullptr;
  if (s.fault.how == WrongSum::now_and_then &&
      mixed(static_cast<std::uint64_t>(s.effect.events.sums) + s.fault.seed) % rarely != 0)
    return nullptr;
  if (!s.effect.struck) note("MPI_Allreduce");
  s.effect.changed_something = true;
  return &s.fault;
}

}  // namespace minikrylov::test
