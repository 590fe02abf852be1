// What settings of Kokkos and OpenMP may be.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace minikrylov::library {

/// A whole number, maybe between blanks; none if the text is anything else.
[[nodiscard]] std::optional<long> whole(std::string_view text);

/// What a setting may be, in words and as a test.
struct Values {
  std::string_view what;
  std::string give;
  std::function<bool(const std::string&)> contain;
};

/// Whole numbers, both ends included.
struct Range {
  long minimum, maximum;
};

/// A whole number; `what` says of what.
[[nodiscard]] Values one_of(const Range& range, std::string_view what);
/// Whole numbers separated by commas.
[[nodiscard]] Values several_of(const Range& range, std::string_view what);
/// A size as OpenMP reads it: a whole number, and B, K (as without a unit), M or G.
[[nodiscard]] Values stacks();
/// Nothing but that all threads run each loop.
[[nodiscard]] Values always_all_threads();
[[nodiscard]] Values truth();
[[nodiscard]] Values ways_to_choose_devices();
/// Any but an empty one.
[[nodiscard]] Values any_text();

}  // namespace minikrylov::library
