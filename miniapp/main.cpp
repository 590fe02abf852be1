// miniKrylov: argv → options → problem → partition → system → operator → methods → record → report and file.
#include <algorithm>

#include "comm/partition/scatter.hpp"
#include "comm/runtime/runtime.hpp"
#include "comm/runtime/simulation.hpp"
#include "miniapp/accept/fields.hpp"
#include "miniapp/accept/job.hpp"
#include "miniapp/accept/verdict.hpp"
#include "miniapp/cli/compressions.hpp"
#include "miniapp/cli/explain.hpp"
#include "miniapp/cli/list.hpp"
#include "miniapp/cli/options.hpp"
#include "miniapp/embed/study.hpp"
#include "miniapp/merging/fields.hpp"
#include "miniapp/merging/job.hpp"
#include "miniapp/metadata/memory.hpp"
#include "miniapp/metadata/metadata.hpp"
#include "miniapp/model/fields.hpp"
#include "miniapp/model/job.hpp"
#include "miniapp/overlap/fields.hpp"
#include "miniapp/overlap/job.hpp"
#include "miniapp/report/report.hpp"
#include "miniapp/results/dump.hpp"
#include "miniapp/results/publish.hpp"
#include "miniapp/results/results.hpp"
#include "miniapp/results/whole_file.hpp"
#include "miniapp/solve/job.hpp"
#include "miniapp/timing/choices/known_tuning.hpp"
#include "miniapp/tune/job.hpp"

namespace minikrylov {
namespace {

/// Exit codes of a job that ran to its end.
constexpr int success = 0, failed_checks = 1;

/// Writes the parts of the system that are asked for.
SystemUse dumps_of(const OutputOptions& output, const Communicator& ranks) {
  SystemUse use;
  if (output.matrix)
    use.rows = [&](const AssembledRows& rows) { dump_matrix(*output.matrix, rows, output.overwrite, ranks); };
  if (output.rhs)
    use.sides = [&](const System& system, const RightHandSides& sides) {
      dump_rhs(*output.rhs, system, sides, output.overwrite, ranks);
    };
  return use;
}

int perform(const SolveOptions& options, const RunRecord& metadata, const Communicator& ranks) {
  const Record record = run_solve_job(options, metadata, ranks, dumps_of(options.output, ranks));
  const OverwritePolicy policy = options.output.overwrite;
  constexpr auto already_written = [](const auto&) {};
  Publisher out(ranks);
  out.print(report(record));
  out.write(options.output.matrix, "The matrix is in", already_written);
  out.write(options.output.rhs, "The right-hand side is in", already_written);
  out.write(options.output.file, "Results are in",
            [&](const auto& path) { write_results(path, contents_of(record), policy); });
  out.write(options.output.trace, "The trace is in", [&](const auto& path) { write_text(path, record.trace, policy); });
  out.finish();
  return verdict_of(record) == Verdict::passed ? success : failed_checks;
}

int perform(const EmbedStudyOptions& options, const RunRecord&, const Communicator& ranks) {
  const EmbedStudy study = on_first_rank(ranks, [&] { return study_embedding(options); });
  Publisher out(ranks);
  out.print(report(study));
  out.write(options.file, "The table is in",
            [&](const auto& path) { write_text(path, as_csv(study), options.overwrite); });
  out.finish();
  return success;
}

/// Prints and writes the results of a job.
template <class Options, class Found>
int publish(const Options& options, const Found& record, const Communicator& ranks) {
  Publisher out(ranks);
  out.print(report(record));
  out.write(options.file, "Results are in",
            [&](const auto& path) { write_results(path, contents_of(record), options.overwrite); });
  out.finish();
  return success;
}

int perform(const OverlapOptions& options, const RunRecord& metadata, const Communicator& ranks) {
  return publish(options, run_overlap_job(options, metadata, ranks), ranks);
}

int perform(const AcceptOptions& options, const RunRecord& metadata, const Communicator& ranks) {
  const AcceptRecord record = run_accept_job(options, metadata, ranks);
  const std::string text = report(record);
  // The result line stays last, where scripts look for it.
  const std::size_t last = text.rfind(record.result_line);
  Publisher out(ranks);
  out.print(text.substr(0, last));
  out.write(options.text, "The report is in", [&](const auto& path) { write_text(path, text, options.overwrite); });
  out.write(options.file, "Results are in",
            [&](const auto& path) { write_results(path, contents_of(record), options.overwrite); });
  out.print("\n" + text.substr(std::min(last, text.size())));
  out.finish();
  return acceptance_of(record) == Acceptance::accepted ? success : failed_checks;
}

int perform(const PredictOptions& options, const RunRecord& metadata, const Communicator& ranks) {
  return publish(options, run_predict_job(options, metadata), ranks);
}

int perform(const CompareOptions& options, const RunRecord& metadata, const Communicator& ranks) {
  return publish(options, on_first_rank(ranks, [&] { return run_compare_job(options, metadata); }), ranks);
}

int perform(const CalibrateOptions& options, const RunRecord& metadata, const Communicator& ranks) {
  const std::string machine = run_calibrate_job(metadata, ranks);
  Publisher out(ranks);
  out.print(machine);
  out.write(options.file, "# The machine is in",
            [&](const auto& path) { write_text(path, machine, options.overwrite); });
  out.finish();
  return success;
}

int perform(const MergingOptions& options, const RunRecord& metadata, const Communicator& ranks) {
  return publish(options, run_merging_job(options, metadata, ranks), ranks);
}

int perform(const TuneOptions&, const RunRecord& metadata, const Communicator& ranks) {
  Publisher out(ranks);
  out.print(report(run_tune_job(metadata, ranks)));
  out.finish();
  return success;
}

int print(const std::string& text, const Communicator& ranks) {
  Publisher out(ranks);
  out.print(text);
  out.finish();
  return success;
}

int perform(const ListOptions& options, const RunRecord&, const Communicator& ranks) {
  return print(list_of(options.topic), ranks);
}

int perform(const ExplainOptions& options, const RunRecord&, const Communicator& ranks) {
  const std::string of_codes = options.compression ? explain_codes(*options.compression) : "";
  return print(explain(*options.method, options.steps) + of_codes, ranks);
}

int perform(const PrintText& text, const RunRecord&, const Communicator& ranks) { return print(text.text, ranks); }

int program(Runtime& runtime) {
  const Communicator ranks;
  const std::span<const char* const> words(runtime.arguments(), runtime.argument_count());
  const RunRecord metadata = with_tuning(run_metadata(runtime, ranks, words), Tune::off, {{}, "defaults"});
  const Surroundings surroundings{.methods = catalogue(),
                                  .ranks = ranks.size(),
                                  .bytes_per_rank = free_bytes_per_rank(runtime.library().ranks_on_host, ranks),
                                  .objection_to_progress_thread = objection_to_progress_thread(),
                                  .bytes_of_host = free_bytes_of_host(),
                                  .objections_to_reserved_cores = runtime.objections_to_reserved_cores(),
                                  .reserved_cores = runtime.reserved_cores(),
                                  .simulator = simulator()};
  const Command command = parse_command_line(words.subspan(1), surroundings, ranks);
  return std::visit([&](const auto& job) { return perform(job, metadata, ranks); }, command);
}

}  // namespace
}  // namespace minikrylov

int main(int argc, char** argv) { return minikrylov::run(argc, argv, minikrylov::program); }
