// The pre-flight check of the MPI library.
#include "miniapp/overlap/preflight.hpp"

#include <fmt/format.h>

#include "comm/reduction/reduction.hpp"
#include "comm/runtime/message_library.hpp"
#include "miniapp/overlap/measure.hpp"
#include "miniapp/overlap/placement.hpp"
#include "miniapp/report/table.hpp"
#include "miniapp/results/fields_readable.hpp"
#include "miniapp/timing/statistics.hpp"

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

/// Sums of the same terms by one kind of reduction. Their rounding depends on the order of the terms.
struct SumsOf {
  const char* name;
  std::vector<double> sums;
};

SumsOf sums_of(const char* name, ReductionKind kind, const Communicator& ranks) {
  const std::unique_ptr<Reduction> reduction = make_reduction(kind, ranks);
  SumsOf all{name, {}};
  for (int width = 1; width <= most_values; ++width) {
    std::vector<double> values;
    for (int k = 0; k < width; ++k) values.push_back(1.0 / (1 + k + width * ranks.rank()));
    reduction->start(values, "pre-flight");
    reduction->finish();
    all.sums.insert(all.sums.end(), values.begin(), values.end());
  }
  return all;
}

/// Those of `all` that the question is true of, as words; empty: of none.
template <class Question> std::string names_of(const std::vector<SumsOf>& all, const Question& question) {
  std::string names;
  for (const SumsOf& each : all)
    if (question(each)) names += (names.empty() ? "" : " and ") + std::string(each.name);
  return names;
}

PreflightRow check_bits(const std::vector<SumsOf>& all) {
  const std::string others = names_of(all, [&](const SumsOf& each) { return each.sums != all.front().sums; });
  const std::string name = fmt::format("bits of sums, 1 to {} doubles", most_values);
  if (others.empty()) return {name, "the same by all reductions", "residuals do not depend on --reduction"};
  return {name, "others than MPI_Allreduce: " + others, "residuals depend on --reduction, in their last digits"};
}

/// Ranks take decisions by what they all think is one number.
PreflightRow check_agreement(const std::vector<SumsOf>& all, const Communicator& ranks) {
  const std::string apart = names_of(all, [&](const SumsOf& each) {
    return ranks.reduce(each.sums, ReduceBy::minimum) != ranks.reduce(each.sums, ReduceBy::maximum);
  });
  const std::string name = fmt::format("a sum on all ranks, 1 to {} doubles", most_values);
  if (apart.empty()) return {name, "the same bits", "good"};
  return {name, "other bits by " + apart, "do not use it: ranks would take decisions apart"};
}

PreflightRow check_put(const Communicator& ranks) {
  const std::string objection = objection_to(PatternKind::put, ranks);
  if (objection.empty()) return {"a put of 8 bytes", "arrives", "good"};
  return {"a put of 8 bytes", "not possible", objection};
}

/// The median time of a sum, on the slowest rank.
double seconds_of_sum(const Communicator& ranks) {
  constexpr int samples = 9;
  std::vector<double> seconds;
  for (int k = 0; k < samples; ++k) {
    ranks.barrier();
    const double began = wall_time();
    (void)ranks.reduce(1.0, ReduceBy::sum);
    seconds.push_back(wall_time() - began);
  }
  return summarise(ranks.reduce(seconds, ReduceBy::maximum)).median;
}

}  // namespace

std::vector<PreflightRow> preflight(const Communicator& ranks) {
  std::vector<PreflightRow> rows;
  for (const SumMemory memory : {SumMemory::host, SumMemory::device})
    for (const SumBuffers buffers : {SumBuffers::two, SumBuffers::in_place})
      rows.push_back(check_sums(buffers, memory, ranks));
  const std::vector<SumsOf> sums{sums_of("MPI_Allreduce", ReductionKind::blocking, ranks),
                                 sums_of("MPI_Iallreduce", ReductionKind::nonblocking, ranks),
                                 sums_of("our own sums", ReductionKind::point_to_point, ranks)};
  rows.push_back(check_bits(sums));
  rows.push_back(check_agreement(sums, ranks));
  rows.push_back(check_put(ranks));
  rows.push_back(check_threads());
  for (const long bytes : {8L, 512L, 1L << 20}) rows.push_back(check_progress(bytes, ranks));
  const std::vector<Placement> where = placements(ranks);
  rows.push_back(judge_binding(where));
  rows.push_back(judge_crowding(where, seconds_of_sum(ranks)));
  return rows;
}

std::string report_preflight(const std::vector<PreflightRow>& rows) {
  TextTable table({"pre-flight check of the MPI library", "finding", "verdict"});
  for (const PreflightRow& row : rows) table.add({row.check, row.finding, row.verdict});
  return table.text(2);
}

}  // namespace minikrylov
