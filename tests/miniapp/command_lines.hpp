// Parses command lines in tests, with a catalogue of four methods.
#pragma once
#include <fmt/format.h>

#include <catch2/catch_test_macros.hpp>
#include <string>
#include <utility>
#include <vector>

#include "miniapp/cli/options.hpp"
#include "problems/require.hpp"

namespace minikrylov {

inline constexpr CatalogueRow methods[] = {
    {"cg", nullptr, Family::cg, Preconditioning::none, "cg", ""},
    {.name = "pcg", .classical = "pcg", .carries = "q", .vectors = Vectors::doubles_or_singles},
    {"bicgstab", nullptr, Family::bicgstab, Preconditioning::none, "bicgstab", ""},
    {"pbicgstab", nullptr, Family::bicgstab, Preconditioning::any, "pbicgstab", ""},
};

inline Command parse(std::vector<const char*> words, int ranks = 1, double bytes = 1e12) {
  return parse_command_line(words, {methods, ranks, bytes});
}
inline SolveOptions solve(std::vector<const char*> words) { return std::get<SolveOptions>(parse(std::move(words))); }
inline std::string text_of(std::vector<const char*> words) { return std::get<PrintText>(parse(std::move(words))).text; }

inline std::vector<std::string> complaints_of(std::vector<const char*> words, int ranks = 1, double bytes = 1e12) {
  try {
    parse(std::move(words), ranks, bytes);
  } catch (const SetupError& error) {
    return error.messages();
  }
  return {};
}
/// The only complaint; fails if there is none or more than one.
inline std::string complaint_of(std::vector<const char*> words, int ranks = 1, double bytes = 1e12) {
  const std::vector<std::string> complaints = complaints_of(std::move(words), ranks, bytes);
  CAPTURE(complaints);
  CHECK(complaints.size() == 1);
  return complaints.empty() ? "" : complaints.front();
}
inline std::string names(const SolveOptions& options) {
  std::string text;
  for (const ChosenMethod& m : options.method.methods) text += fmt::format("{}/{} ", m.name, name_of(m.preconditioner));
  return text;
}

}  // namespace minikrylov
