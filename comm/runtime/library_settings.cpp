// What the user asks of Kokkos and OpenMP, checked before these see it.
#include "comm/runtime/library_settings.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <thread>

#include "comm/runtime/setting_values.hpp"
#include "kernels/core/types.hpp"
#include "problems/require.hpp"

#ifdef _OPENMP
#include <omp.h>
#endif

namespace minikrylov {
namespace {

/// Whether an argument may stand without a value.
enum class Alone { refused, allowed };

struct Setting {
  const char* variable = nullptr;  ///< null: none
  std::string_view argument;       ///< empty: none
  library::Values values;
  Alone alone = Alone::refused;
};

/// More threads than the hardware has only wait for each other, and each needs a stack.
library::Range threads() {
  constexpr long enough_for_tests = 256;
  return {1, std::max(enough_for_tests, 4L * static_cast<long>(std::thread::hardware_concurrency()))};
}

/// All settings whose invalid values abort, or end in fewer threads than are counted on.
std::vector<Setting> settings() {
  using namespace library;
  constexpr Range devices{0, 1023}, limits{1, 1L << 31};
  return {{"OMP_NUM_THREADS", "", several_of(threads(), "threads, per level of nesting")},
          {"OMP_THREAD_LIMIT", "", one_of(limits, "threads")},
          {"OMP_MAX_ACTIVE_LEVELS", "", one_of(limits, "levels of loops with several threads, of which we need one")},
          {"OMP_DYNAMIC", "", always_all_threads()},
          {"OMP_STACKSIZE", "", stacks()},
          {"KOKKOS_NUM_THREADS", "--kokkos-num-threads", one_of(threads(), "threads")},
          {"KOKKOS_DEVICE_ID", "--kokkos-device-id", one_of(devices, "a device")},
          {"KOKKOS_VISIBLE_DEVICES", "", several_of(devices, "devices")},
          {"KOKKOS_MAP_DEVICE_ID_BY", "--kokkos-map-device-id-by", ways_to_choose_devices()},
          {"KOKKOS_DISABLE_WARNINGS", "--kokkos-disable-warnings", truth(), Alone::allowed},
          {"KOKKOS_PRINT_CONFIGURATION", "--kokkos-print-configuration", truth(), Alone::allowed},
          {"KOKKOS_TUNE_INTERNALS", "--kokkos-tune-internals", truth(), Alone::allowed},
          {nullptr, "--kokkos-tools-libs", any_text()},
          {nullptr, "--kokkos-tools-library", any_text()},
          {nullptr, "--kokkos-tools-args", any_text()}};
}

void check_variable(const Setting& setting, Complaints& complaints) {
  if (setting.variable == nullptr) return;
  const char* const value = std::getenv(setting.variable);
  if (value == nullptr) return;
  complaints.unless(setting.values.contain(value), "{}={} is invalid ({}) give {}, or unset it", setting.variable,
                    value, setting.values.what, setting.values.give);
}

/// Kokkos takes each word that begins with the argument for it.
void check_argument(const Setting& setting, std::string_view word, Complaints& complaints) {
  if (setting.argument.empty() || !word.starts_with(setting.argument)) return;
  const std::string rest(word.substr(setting.argument.size()));
  const bool alone = rest.empty() && setting.alone == Alone::allowed;
  complaints.unless(alone || (rest.starts_with('=') && setting.values.contain(rest.substr(1))),
                    "{} is invalid ({}) give {} as {}=…, or omit it", word, setting.values.what, setting.values.give,
                    setting.argument);
}

constexpr bool threads_are_kokkos() {
#if defined(_OPENMP) && defined(KOKKOS_ENABLE_OPENMP)
  return on_host;
#else
  return false;
#endif
}

/// Two names of the same setting.
void check_tools(Complaints& complaints) {
  const char *const old = std::getenv("KOKKOS_PROFILE_LIBRARY"), *const now = std::getenv("KOKKOS_TOOLS_LIBS");
  if (old == nullptr || now == nullptr) return;
  complaints.unless(std::string_view(old) == now,
                    "KOKKOS_PROFILE_LIBRARY={} and KOKKOS_TOOLS_LIBS={} differ (they are one setting) unset one", old,
                    now);
}

/// The last word after the flag, or behind its =.
std::optional<std::string_view> reserve_word(int argc, const char* const* argv) {
  std::optional<std::string_view> found;
  for (int k = 1; k < argc; ++k) {
    const std::string_view word(argv[k]);
    if (word == reserve_flag) found = k + 1 < argc ? argv[k + 1] : "";
    if (word.starts_with(reserve_flag) && word.substr(reserve_flag.size()).starts_with('='))
      found = word.substr(reserve_flag.size() + 1);
  }
  return found;
}

}  // namespace

// What cannot be a number of cores is refused like the words of other options, with those.
int cores_to_reserve(int argc, const char* const* argv) {
  const long number = library::whole(reserve_word(argc, argv).value_or("0")).value_or(0);
  return number > 0 && number <= most_reserved_cores ? static_cast<int>(number) : 0;
}

int usual_threads() {
  const char* const asked = std::getenv("OMP_NUM_THREADS");
  if (asked != nullptr) {
    const std::string_view list(asked);
    if (const auto first = library::whole(list.substr(0, list.find(',')))) return static_cast<int>(*first);
  }
#ifdef _OPENMP
  return omp_get_max_threads();
#else
  return 1;
#endif
}

std::vector<std::string> complaints_about_reserved_cores(int argc, const char* const* argv) {
  const int number = cores_to_reserve(argc, argv), threads = usual_threads();
  if (number == 0) return {};
  Complaints complaints;
  complaints.unless(number < threads,
                    "{} {} is invalid (a rank has {} threads, of which one must compute) give a whole number from 0 to "
                    "{}, or more threads by OMP_NUM_THREADS",
                    reserve_flag, number, threads, threads - 1);
  const bool set = std::getenv("KOKKOS_NUM_THREADS") != nullptr || std::any_of(argv, argv + argc, [](const char* each) {
                     return std::string_view(each).starts_with("--kokkos-num-threads");
                   });
  complaints.unless(!set,
                    "{} does not go together with Kokkos' own number of threads (both say how many compute) use "
                    "OMP_NUM_THREADS",
                    reserve_flag);
  complaints.unless(threads_are_kokkos(), "{} has no effect (this build computes without OpenMP threads) omit it",
                    reserve_flag);
  return complaints.messages();
}

std::vector<std::string> complaints_about_libraries(int argc, const char* const* argv) {
  Complaints complaints;
  const std::vector<Setting> all = settings();
  for (const Setting& setting : all) check_variable(setting, complaints);
  for (int k = 1; k < argc; ++k)
    for (const Setting& setting : all) check_argument(setting, argv[k], complaints);
  check_tools(complaints);
  return complaints.messages();
}

}  // namespace minikrylov
