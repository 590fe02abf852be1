// What options take, for programs that write command lines.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace minikrylov {

enum class OptionKind { flag, choice, whole, real, text, list };

/// What is known of an option before any word is read. Numbers lie between `least` and `most` (whole), or `above` and
/// `below`, both excluded (real).
struct OptionMetadata {
  std::string flag;  ///< empty: a word without one
  OptionKind kind;
  std::string type{}, usual{};       ///< what it takes and its default, as the help shows them
  std::vector<std::string> words{};  ///< that may be given; empty: any
  std::optional<long long> least{}, most{};
  std::optional<double> above{}, below{};
};

/// Copies of words, for OptionMetadata.
[[nodiscard]] std::vector<std::string> texts_of(std::span<const std::string_view> words);

/// [{"name": "--format", "kind": "choice", "type": "NAME", "default": "sell", "words": ["sell", …]}, …]
[[nodiscard]] std::string json_of(std::span<const OptionMetadata> options);

}  // namespace minikrylov
