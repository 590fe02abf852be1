// Thread counts requested by the user, checked before Kokkos and OpenMP see them.
#include "comm/runtime/thread_counts.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <thread>

#include "problems/require.hpp"

namespace minikrylov {
namespace {

std::optional<long> whole(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

struct Range {
  long minimum, maximum;
  std::string_view what;
};

/// More threads than the hardware has only wait for each other, and each needs a stack.
Range threads() {
  constexpr long enough_for_tests = 256;
  return {1, std::max(enough_for_tests, 4L * static_cast<long>(std::thread::hardware_concurrency())), "threads"};
}

void check(std::string_view name, std::string_view value, const Range& range, Complaints& complaints) {
  const std::optional<long> number = whole(value);
  complaints.unless(number && *number >= range.minimum && *number <= range.maximum,
                    "{}={} is invalid ({}) give a whole number from {} to {}, or unset it", name, value, range.what,
                    range.minimum, range.maximum);
}

/// One number, or one per level of nesting.
void check_list(std::string_view name, std::string_view values, const Range& range, Complaints& complaints) {
  for (std::size_t comma = 0; comma != std::string_view::npos;) {
    comma = values.find(',');
    check(name, values.substr(0, comma), range, complaints);
    values.remove_prefix(comma == std::string_view::npos ? values.size() : comma + 1);
  }
}

}  // namespace

std::vector<std::string> complaints_about_threads(int argc, const char* const* argv) {
  constexpr Range devices{0, 1023, "a device"}, limits{1, 1L << 31, "threads"};
  const std::pair<std::string_view, Range> words[] = {{"--kokkos-num-threads", threads()},
                                                      {"--kokkos-device-id", devices}};
  const std::pair<const char*, Range> variables[] = {
      {"KOKKOS_NUM_THREADS", threads()}, {"KOKKOS_DEVICE_ID", devices}, {"OMP_THREAD_LIMIT", limits}};
  Complaints complaints;
  if (const char* value = std::getenv("OMP_NUM_THREADS")) check_list("OMP_NUM_THREADS", value, threads(), complaints);
  for (const auto& [name, range] : variables)
    if (const char* value = std::getenv(name)) check(name, value, range, complaints);
  for (int k = 1; k < argc; ++k)
    for (const auto& [name, range] : words) {
      const std::string_view word = argv[k];
      if (word.starts_with(name) && word.substr(name.size()).starts_with('='))
        check(name, word.substr(name.size() + 1), range, complaints);
    }
  return complaints.messages();
}

}  // namespace minikrylov
