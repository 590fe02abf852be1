// miniKrylov: argv → options → problem → partition → system → operator → methods → record → report and file.
#include <fmt/format.h>

#include "comm/runtime.hpp"
#include "comm/scatter.hpp"
#include "miniapp/embed/study.hpp"
#include "miniapp/explain.hpp"
#include "miniapp/facts.hpp"
#include "miniapp/facts_memory.hpp"
#include "miniapp/report.hpp"
#include "miniapp/report_list.hpp"
#include "miniapp/results/whole_file.hpp"
#include "miniapp/solve_job.hpp"

namespace minikrylov {
namespace {

/// The exit code of a job that ran, whatever came out.
constexpr int success = 0, failed_checks = 1;

void print_on_first_rank(const Communicator& ranks, const std::string& text) {
  if (ranks.rank() == 0) fmt::print("{}", text);
}

int perform(const SolveOptions& options, const RunRecord& facts, const Communicator& ranks) {
  const Record record = run_solve_job(options, facts, ranks);
  if (ranks.rank() == 0 && options.output.file) write_results(*options.output.file, record, options.output.overwrite);
  if (ranks.rank() == 0 && options.output.trace)
    write_text(*options.output.trace, record.trace, options.output.overwrite);
  print_on_first_rank(ranks, report(record));
  if (options.output.file) print_on_first_rank(ranks, fmt::format("Results are in {}\n", *options.output.file));
  if (options.output.trace) print_on_first_rank(ranks, fmt::format("The trace is in {}\n", *options.output.trace));
  return verdict_of(record) == Verdict::passed ? success : failed_checks;
}

int perform(const EmbedStudyOptions& options, const RunRecord&, const Communicator& ranks) {
  const EmbedStudy study = on_first_rank(ranks, [&] { return study_embedding(options); });
  if (ranks.rank() == 0 && options.file) {
    const std::string text = as_csv(study);
    write_whole_file(*options.file, std::as_bytes(std::span(text)), options.overwrite);
  }
  print_on_first_rank(ranks, report(study));
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
  const RunRecord facts = run_facts(runtime, ranks, words);
  const Surroundings surroundings{catalogue(), ranks.size(),
                                  free_bytes_per_rank(runtime.library().ranks_on_host, ranks)};
  const Command command = parse_command_line(words.subspan(1), surroundings, ranks);
  return std::visit([&](const auto& job) { return perform(job, facts, ranks); }, command);
}

}  // namespace
}  // namespace minikrylov

int main(int argc, char** argv) { return minikrylov::run(argc, argv, minikrylov::program); }
