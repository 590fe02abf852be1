// The pre-flight check of the MPI library.
#include "miniapp/overlap/preflight.hpp"

#include <fmt/format.h>

#include "comm/runtime/message_library.hpp"
#include "miniapp/overlap/measure.hpp"
#include "miniapp/report/table.hpp"
#include "miniapp/results/fields_readable.hpp"

namespace minikrylov {
namespace {

constexpr int most_values = 64;

PreflightRow check_sums(SumBuffers buffers, SumMemory memory, const Communicator& ranks) {
  const std::string name = fmt::format("MPI_Iallreduce, {}, {} memory, 1 to {} doubles",
                                       buffers == SumBuffers::two ? "two buffers" : "in place",
                                       memory == SumMemory::host ? "host" : "device", most_values);
  switch (check_nonblocking_sums(buffers, memory, most_values, ranks)) {
    case SumCheck::right:
      return {name, "right", "good"};
    case SumCheck::wrong:
      return {name, std::string(wrong_sums),
              buffers == SumBuffers::in_place ? "not used by this program" : "do not use --reduction nonblocking"};
    default:
      return {name, "not possible", "not used by this program"};
  }
}

PreflightRow check_threads() {
  const bool possible = objection_to_progress_thread().empty();
  return {"thread level", granted_thread_level(),
          possible ? "--progress thread is possible" : "--progress thread is refused"};
}

/// Checks whether a reduction completes during a much longer computation without MPI calls.
PreflightRow check_progress(long bytes, const Communicator& ranks) {
  const OverlapPlan plan{.samples = 20, .budget = 0.1};
  const std::string name =
      fmt::format("progress without help, a sum of {}", readable_bytes(static_cast<double>(bytes)));
  if (ranks.size() == 1) return {name, "one rank", "nothing to hide"};
  for (const OverlapRow& row : measure_overlap({PatternKind::allreduce, bytes, ranks.size()}, plan, ranks))
    if (row.mode == OverlapMode::nonblocking)
      return {name, fmt::format("γ = {:.2f}", row.gamma),
              row.gamma < 0.5 ? "the library progresses by itself"
                              : "needs help: try --progress manual or thread, or the library's own progress thread"};
  return {name, "not measured", ""};
}

}  // namespace

std::vector<PreflightRow> preflight(const Communicator& ranks) {
  std::vector<PreflightRow> rows;
  for (const SumMemory memory : {SumMemory::host, SumMemory::device})
    for (const SumBuffers buffers : {SumBuffers::two, SumBuffers::in_place})
      rows.push_back(check_sums(buffers, memory, ranks));
  rows.push_back(check_threads());
  for (const long bytes : {8L, 512L, 1L << 20}) rows.push_back(check_progress(bytes, ranks));
  return rows;
}

std::string report_preflight(const std::vector<PreflightRow>& rows) {
  TextTable table({"pre-flight check of the MPI library", "finding", "verdict"});
  for (const PreflightRow& row : rows) table.add({row.check, row.finding, row.verdict});
  return table.text(2);
}

}  // namespace minikrylov
