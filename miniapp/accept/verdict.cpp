// The rules of an acceptance run.
#include "miniapp/accept/verdict.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "miniapp/accept/workloads.hpp"

namespace minikrylov {
namespace {

using Reasons = std::vector<std::string>;

Reasons objections_to_emulation(const RunRecord& run) {
  Reasons reasons;
  if (run.emulated_latency) reasons.emplace_back("emulated latency");
  if (run.emulated_bandwidth) reasons.emplace_back("emulated bandwidth of messages");
  if (run.emulated_noise) reasons.emplace_back("emulated noise");
  if (run.device.ends_with(emulated_device)) reasons.emplace_back("emulated device");
  if (run.simulated) reasons.emplace_back("simulated ranks");
  return reasons;
}

/// Optimised, and without checks that cost time.
Reasons objections_to_build(const RunRecord& run) {
  Reasons reasons;
  constexpr std::string_view types[] = {"Release", "RelWithDebInfo"};
  if (std::find(std::begin(types), std::end(types), run.build_type) == std::end(types))
    reasons.push_back(fmt::format("debug build (its type is \"{}\", not Release or RelWithDebInfo)", run.build_type));
  for (const std::string_view flag : {"-fsanitize", "--coverage", "-O0"})
    if (run.compiler_flags.find(flag) != std::string::npos)
      reasons.push_back(fmt::format("debug build (compiled with {})", flag));
  if (run.kokkos_configuration.find("KOKKOS_ENABLE_DEBUG_BOUNDS_CHECK: yes") != std::string::npos)
    reasons.emplace_back("debug build (Kokkos checks bounds)");
  return reasons;
}

/// From the rules.
Reasons objections_to_deviations(const AcceptRecord& record) {
  Reasons reasons;
  if (record.size) reasons.push_back(fmt::format("other size ({} points in each direction)", *record.size));
  if (record.fixed_iterations)
    reasons.push_back(fmt::format("fewer iterations ({}, converged or not)", *record.fixed_iterations));
  if (const auto compressed = compressed_systems(record); compressed > 0)
    reasons.push_back(fmt::format("compressed matrices ({} of {})", compressed, record.systems.size()));
  // A set ends with a whole solve, hence a little early or late; up to 10 % early is accepted, as the page promises.
  constexpr double nearly = 0.9;
  const double seconds = std::min(record.asked_seconds, record.timed_seconds / nearly);
  if (!(seconds >= minimum_timed_seconds))
    reasons.push_back(fmt::format("timed for {:.3g} s (minimum {} s)",
                                  std::min(record.asked_seconds, record.timed_seconds), minimum_timed_seconds));
  return reasons;
}

Reasons objections_to_answers(const AcceptRecord& record) {
  Reasons reasons;
  for (const CheckRow& row : record.checks)
    if (row.result == CheckResult::failed)
      reasons.push_back(fmt::format("{}, {}: {} instead of {}", row.problem, row.check, row.finding, row.wanted));
  if (record.checks.empty()) reasons.emplace_back("nothing was checked");
  // The classical method must be right; a variant that is wrong is merely not counted.
  for (const PartRow& part : record.parts)
    for (const std::string& objection : part.classical.objections)
      reasons.push_back(fmt::format("{}, {}: {}", part.name, part.classical.method, objection));
  const std::size_t parts = parts_of_merit().size();
  if (record.parts.size() != parts)
    reasons.push_back(fmt::format("{} of {} parts were timed", record.parts.size(), parts));
  if (!(record.bytes_per_second > 0)) reasons.emplace_back("no figure of merit");
  return reasons;
}

}  // namespace

std::ptrdiff_t compressed_systems(const AcceptRecord& record) {
  return std::count_if(record.systems.begin(), record.systems.end(),
                       [](const SystemRow& row) { return row.compression != Compression::none; });
}

std::vector<std::string> objections_to(const AcceptRecord& record) {
  Reasons all;
  for (const Reasons& some : {objections_to_emulation(record.run), objections_to_deviations(record),
                              objections_to_build(record.run), objections_to_answers(record)})
    all.insert(all.end(), some.begin(), some.end());
  return all;
}

std::vector<std::string> remarks_on_time(const AcceptRecord& record) {
  constexpr double tolerance = 0.1, factor = 1.5;
  Reasons remarks;
  if (std::fabs(record.timed_seconds - record.asked_seconds) > tolerance * record.asked_seconds)
    remarks.push_back(fmt::format("the timed sets took {:.3g} s ({:.3g} s were asked for)", record.timed_seconds,
                                  record.asked_seconds));
  double taken = 0;
  for (const PhaseRow& phase : record.phases) taken += phase.seconds;
  if (taken > factor * record.expected_seconds || record.expected_seconds > factor * taken)
    remarks.push_back(fmt::format("the run took {:.3g} s ({:.3g} s were announced)", taken, record.expected_seconds));
  return remarks;
}

std::string result_line(const AcceptRecord& record) {
  if (record.objections.empty())
    return fmt::format("miniKrylov result is VALID, FOM {:.4g} GB/s", record.bytes_per_second / 1e9);
  return fmt::format("miniKrylov result is INVALID: {}", fmt::join(record.objections, "; "));
}

Acceptance acceptance_of(const AcceptRecord& record) {
  return record.objections.empty() && record.shortfalls.empty() ? Acceptance::accepted : Acceptance::refused;
}

}  // namespace minikrylov
