// The values that options accept, for programs that generate command lines.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace minikrylov {

enum class OptionKind { flag, choice, whole, real, text, list };

/// The metadata of an option. Numbers lie between `minimum` and `maximum` (whole), or `above` and `below`, both
/// excluded (real).
struct OptionMetadata {
  std::string flag;  ///< empty: a word without one
  OptionKind kind;
  std::string type{}, usual{};       ///< what it takes and its default, as the help shows them
  std::vector<std::string> words{};  ///< that may be given; empty: any
  std::optional<long long> minimum{}, maximum{};
  std::optional<double> above{}, below{};
};

/// Copies of words, for OptionMetadata.
[[nodiscard]] std::vector<std::string> texts_of(std::span<const std::string_view> words);

/// [{"name": "--format", "kind": "choice", "type": "NAME", "default": "sell", "words": ["sell", …]}, …]
[[nodiscard]] std::string json_of(std::span<const OptionMetadata> options);

}  // namespace minikrylov
