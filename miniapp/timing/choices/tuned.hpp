// The tuned choices: for each, its candidate values and the kernel by which they are compared.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/core/tuning.hpp"

namespace minikrylov {

/// The kernels that are timed.
enum class TunedKernel {
  product,
  block_product,
  wide_product,
  update,
  cached_update,
  two_updates,
  streamed_product,
  filling,
  look_ahead,
  panel
};

/// A member of Tuning.
struct TunedChoice {
  std::string_view name;
  TunedKernel kernel;
  Offset& (*of)(Tuning&);
  std::span<const Offset> few;   ///< candidates besides the default
  std::span<const Offset> more;  ///< further ones, where time does not matter
};

/// All choices.
[[nodiscard]] std::span<const TunedChoice> tuned_choices();

/// Its formula and system, for tables.
[[nodiscard]] std::string_view name_of(TunedKernel kernel);

/// "entries_ahead=512", for each choice.
[[nodiscard]] std::vector<std::string> texts_of(Tuning tuning);

/// The tuning that these words describe. Choices that they do not name keep their default, as do those with a value
/// that is no candidate.
[[nodiscard]] Tuning tuning_of(std::span<const std::string> texts);

/// A threshold in bytes that means "never": larger than anything.
inline constexpr Offset never = Offset{1} << 40;

}  // namespace minikrylov
