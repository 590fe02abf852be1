// miniKrylov: argv → options → problem → partition → system → operator → methods → record → report and file.
#include <fmt/format.h>

#include "comm/runtime.hpp"
#include "comm/scatter.hpp"
#include "miniapp/accept/fields.hpp"
#include "miniapp/accept/job.hpp"
#include "miniapp/accept/verdict.hpp"
#include "miniapp/cli/explain.hpp"
#include "miniapp/cli/list.hpp"
#include "miniapp/cli/options.hpp"
#include "miniapp/embed/study.hpp"
#include "miniapp/metadata/memory.hpp"
#include "miniapp/metadata/metadata.hpp"
#include "miniapp/model/fields.hpp"
#include "miniapp/model/job.hpp"
#include "miniapp/overlap/fields.hpp"
#include "miniapp/overlap/job.hpp"
#include "miniapp/report/report.hpp"
#include "miniapp/results/results.hpp"
#include "miniapp/results/whole_file.hpp"
#include "miniapp/solve/job.hpp"

namespace minikrylov {
namespace {

/// The exit code of a job that ran, whatever came out.
constexpr int success = 0, failed_checks = 1;

void print_on_first_rank(const Communicator& ranks, const std::string& text) {
  if (ranks.rank() == 0) fmt::print("{}", text);
}

int perform(const SolveOptions& options, const RunRecord& metadata, const Communicator& ranks) {
  const Record record = run_solve_job(options, metadata, ranks);
  if (ranks.rank() == 0 && options.output.file)
    write_results(*options.output.file, contents_of(record), options.output.overwrite);
  if (ranks.rank() == 0 && options.output.trace)
    write_text(*options.output.trace, record.trace, options.output.overwrite);
  print_on_first_rank(ranks, report(record));
  if (options.output.file) print_on_first_rank(ranks, fmt::format("Results are in {}\n", *options.output.file));
  if (options.output.trace) print_on_first_rank(ranks, fmt::format("The trace is in {}\n", *options.output.trace));
  return verdict_of(record) == Verdict::passed ? success : failed_checks;
}

int perform(const EmbedStudyOptions& options, const RunRecord&, const Communicator& ranks) {
  const EmbedStudy study = on_first_rank(ranks, [&] { return study_embedding(options); });
  if (ranks.rank() == 0 && options.file) write_text(*options.file, as_csv(study), options.overwrite);
  print_on_first_rank(ranks, report(study));
  return success;
}

/// Writes and prints what a job found.
template <class Options, class Found>
int publish(const Options& options, const Found& record, const Communicator& ranks) {
  if (ranks.rank() == 0 && options.file) write_results(*options.file, contents_of(record), options.overwrite);
  print_on_first_rank(ranks, report(record));
  if (options.file) print_on_first_rank(ranks, fmt::format("Results are in {}\n", *options.file));
  return success;
}

int perform(const OverlapOptions& options, const RunRecord& metadata, const Communicator& ranks) {
  return publish(options, run_overlap_job(options, metadata, ranks), ranks);
}

int perform(const AcceptOptions& options, const RunRecord& metadata, const Communicator& ranks) {
  const AcceptRecord record = run_accept_job(options, metadata, ranks);
  const std::string text = report(record);
  if (ranks.rank() == 0) {
    if (options.file) write_results(*options.file, contents_of(record), options.overwrite);
    write_text(options.text, text, options.overwrite);
    // The last line stays the last one, for those who look for it.
    const std::size_t last = text.rfind(record.result_line);
    fmt::print("{}The report is in {}{}\n{}", text.substr(0, last), options.text,
               options.file ? fmt::format(", results are in {}", *options.file) : "", text.substr(last));
  }
  return acceptance_of(record) == Acceptance::accepted ? success : failed_checks;
}

int perform(const PredictOptions& options, const RunRecord& metadata, const Communicator& ranks) {
  return publish(options, run_predict_job(options, metadata), ranks);
}

int perform(const CompareOptions& options, const RunRecord& metadata, const Communicator& ranks) {
  return publish(options, run_compare_job(options, metadata), ranks);
}

int perform(const CalibrateOptions& options, const RunRecord& metadata, const Communicator& ranks) {
  const std::string machine = run_calibrate_job(metadata, ranks);
  if (ranks.rank() == 0 && options.file) write_text(*options.file, machine, options.overwrite);
  print_on_first_rank(ranks, machine);
  return success;
}

int perform(const ListOptions& options, const RunRecord&, const Communicator& ranks) {
  if (ranks.rank() == 0) fmt::print("{}", list_of(options.topic));
  return success;
}

int perform(const ExplainOptions& options, const RunRecord&, const Communicator& ranks) {
  if (ranks.rank() == 0) fmt::print("{}", explain(*options.method));
  return success;
}

int perform(const PrintText& text, const RunRecord&, const Communicator& ranks) {
  print_on_first_rank(ranks, text.text);
  return success;
}

int program(Runtime& runtime) {
  const Communicator ranks;
  const std::span<const char* const> words(runtime.arguments(), runtime.argument_count());
  const RunRecord metadata = run_metadata(runtime, ranks, words);
  const Surroundings surroundings{catalogue(), ranks.size(),
                                  free_bytes_per_rank(runtime.library().ranks_on_host, ranks),
                                  objection_to_progress_thread()};
  const Command command = parse_command_line(words.subspan(1), surroundings, ranks);
  return std::visit([&](const auto& job) { return perform(job, metadata, ranks); }, command);
}

}  // namespace
}  // namespace minikrylov

int main(int argc, char** argv) { return minikrylov::run(argc, argv, minikrylov::program); }
