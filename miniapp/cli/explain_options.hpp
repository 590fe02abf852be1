// The command line of `minikrylov explain`.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <variant>

#include "miniapp/methods/catalogue.hpp"
#include "miniapp/settings/names.hpp"
#include "problems/require.hpp"

namespace minikrylov {

struct ExplainOptions {
  const CatalogueRow* method = nullptr;
  int steps = 4;                             ///< s of s-step methods
  std::optional<Compression> compression{};  ///< whose codes are explained, too
};

/// Parses the words after "explain" into a job or a text to print.
[[nodiscard]] std::variant<ExplainOptions, std::string> parse_explain(std::span<const std::string> words,
                                                                      std::span<const CatalogueRow> methods,
                                                                      Complaints& complaints);

}  // namespace minikrylov
