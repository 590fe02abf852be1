// The command line: selects one of the program's jobs.
#include "miniapp/cli/options.hpp"

#include <fmt/chrono.h>
#include <fmt/ranges.h>

#include <ctime>
#include <functional>

#include "miniapp/accept/options.hpp"
#include "miniapp/cli/check/check_memory.hpp"
#include "miniapp/cli/check/check_vectors.hpp"
#include "miniapp/cli/check/collisions.hpp"
#include "miniapp/cli/solve.hpp"
#include "miniapp/embed/options.hpp"
#include "miniapp/merging/options.hpp"
#include "miniapp/metadata/version.hpp"
#include "miniapp/model/options.hpp"
#include "miniapp/overlap/options.hpp"
#include "miniapp/parsing/nearest.hpp"
#include "miniapp/parsing/reader.hpp"
#include "miniapp/results/fields_readable.hpp"
#include "miniapp/results/results.hpp"
#include "miniapp/results/whole_file.hpp"
#include "miniapp/tune/options.hpp"
#include "problems/file_text.hpp"
#include "problems/matrix_market.hpp"
#include "problems/printable.hpp"

namespace minikrylov {
namespace {

constexpr std::string_view commands[] = {"solve", "accept",  "overlap", "model",  "embed-study",
                                         "tune",  "merging", "list",    "explain"};

std::string general_help() {
  CLI::App app(
      "miniKrylov: CG and BiCGStab methods, measured.\nWithout arguments: assembles poisson3d-7 at 64x64x64, solves it "
      "by pcg and pbicgstab, "
      "prints a report,\nand writes minikrylov-<date>-<time>.h5.",
      "minikrylov");
  app.add_subcommand("solve", "assemble a problem, solve, check, time and report (may be omitted before options)");
  app.add_subcommand("accept", "the acceptance run: checks, timed sets, one figure of merit, VALID or not");
  app.add_subcommand("overlap", "measure how much communication is hidden by computation, and check the MPI library");
  app.add_subcommand("model", "model the costs of methods at scale: calibrate, predict, compare");
  app.add_subcommand("embed-study", "model what halos inside reductions save on thousands of ranks");
  app.add_subcommand("tune", "measure which prefetch distances, streamed stores and block sizes suit this processor");
  app.add_subcommand("merging", "measure what merging vector updates gains, in memory and in cache");
  app.add_subcommand("list", fmt::format("list the choices of a topic: {}", fmt::join(words_of<ListTopic>(), ", ")));
  app.add_subcommand("explain", "show what a method does per iteration, line by line, and what hides its sums");
  app.set_version_flag("--version", version::number, "print the version");
  app.footer("minikrylov solve --help lists the options of a job.");
  return app.help();
}

std::string version_text() {
  return fmt::format("miniKrylov {} ({}, {})\n{}, {}, flags {}\n", version::number, version::git_hash,
                     version::git_state, version::compiler, version::build_type, version::compiler_flags);
}

/// The job of an empty command line.
std::vector<std::string> default_job() {
  std::vector<std::string> words{"--problem", "poisson3d-7", "--size", "64", "--method", "pcg,pbicgstab"};
  if (results_support() == ResultsSupport::hdf5) {
    words.emplace_back("--output");
    words.push_back(fmt::format("minikrylov-{:%Y%m%d-%H%M%S}.h5", fmt::localtime(std::time(nullptr))));
  }
  return words;
}

Command parse_list(std::span<const std::string> words, Complaints& complaints) {
  constexpr auto topics = words_of<ListTopic>();
  const std::string help = fmt::format("minikrylov list TOPIC\n\nTopics:{}\n", explained<ListTopic>());
  if (!words.empty() && (words[0] == "--help" || words[0] == "-h")) return PrintText{help};
  complaints.unless(words.size() == 1, "list takes one topic ({} were given) give one of {}", words.size(),
                    fmt::join(topics, ", "));
  if (words.size() != 1) return PrintText{};
  return ListOptions{parse_choice<ListTopic>(words[0], complaints).value_or(ListTopic::methods)};
}

Command as_command(std::string text) { return PrintText{std::move(text)}; }
template <class Job> Command as_command(Job job) { return job; }

/// A job, or the text requested instead.
template <class... Job> Command as_command(const std::variant<Job...>& parsed) {
  return std::visit([](const auto& job) { return as_command(job); }, parsed);
}

Command parse(std::span<const std::string> words, const Surroundings& surroundings, Complaints& complaints) {
  if (words.empty()) return parse_solve(default_job(), surroundings, complaints);
  if (words[0] == "--help" || words[0] == "-h") return PrintText{general_help()};
  if (words[0] == "--version") return PrintText{version_text()};
  if (words[0] == "list") return parse_list(words.subspan(1), complaints);
  if (words[0] == "explain") return as_command(parse_explain(words.subspan(1), surroundings.methods, complaints));
  if (words[0] == "solve") return parse_solve(words.subspan(1), surroundings, complaints);
  if (words[0] == "accept") return as_command(parse_accept(words.subspan(1), surroundings, complaints));
  if (words[0] == "overlap") return as_command(parse_overlap(words.subspan(1), surroundings, complaints));
  if (words[0] == "model") return as_command(parse_model(words.subspan(1), complaints));
  if (words[0] == "embed-study") return as_command(parse_embed_study(words.subspan(1), complaints));
  if (words[0] == "tune") return as_command(parse_tune(words.subspan(1), complaints));
  if (words[0] == "merging") return as_command(parse_merging(words.subspan(1), surroundings, complaints));
  if (words[0].starts_with("-")) return parse_solve(words, surroundings, complaints);
  complaints.unless(false, "there is no command \"{}\" (unknown name) {}", words[0], suggestion(words[0], commands));
  return PrintText{};
}

Command parse(std::span<const char* const> words, const Surroundings& surroundings, Complaints& complaints) {
  return parse(std::vector<std::string>(words.begin(), words.end()), surroundings, complaints);
}

/// Checks by its first lines that a matrix can be read and fits into the memory of the host that reads it.
void check_matrix(ProblemKind kind, const std::string& file, const Surroundings& surroundings, Complaints& complaints) {
  if (kind != ProblemKind::matrix_market || file.empty()) return;
  try {
    const double needed = market_bytes(read_market_header(file));
    complaints.unless(needed <= surroundings.bytes_of_host,
                      "too little memory: about {} are needed to read {}, {} are free (by the sizes in its header) "
                      "use a host with more, or a smaller matrix",
                      readable_bytes(needed), file, readable_bytes(surroundings.bytes_of_host));
  } catch (const SetupError& error) {
    complaints.add(error);
  }
}

void check_readable(const std::string& file, Complaints& complaints) {
  try {
    if (!file.empty()) require_readable(file);
  } catch (const SetupError& error) {
    complaints.add(error);
  }
}

std::vector<FileOfJob> files_of(const SolveOptions& job) {
  return {{"--config", job.job_file, FileRole::read},
          {"--matrix", job.problem.matrix_file, FileRole::read},
          {"--partition", job.partition.file, FileRole::read},
          {"--rhs-file", job.vectors.rhs_file, FileRole::read},
          {"--solution-file", job.vectors.solution_file, FileRole::read},
          {"--x0", job.vectors.guess_file, FileRole::read},
          {"--output", job.output.file.value_or(""), FileRole::written},
          {"--trace", job.output.trace.value_or(""), FileRole::written},
          {"--dump-matrix", job.output.matrix.value_or(""), FileRole::written},
          {"--dump-rhs", job.output.rhs.value_or(""), FileRole::written}};
}

std::vector<FileOfJob> files_of(const AcceptOptions& job) {
  return {{"--require", job.requirements ? job.requirements->file : "", FileRole::read},
          {"--output", job.file.value_or(""), FileRole::written},
          {"--text", job.text, FileRole::written}};
}

std::vector<FileOfJob> files_of(const EmbedStudyOptions& job) {
  return {{"--matrix", job.matrix_file, FileRole::read}, {"--output", job.file.value_or(""), FileRole::written}};
}

std::vector<FileOfJob> files_of(const PredictOptions& job) {
  return {{"--machine", job.machine_file, FileRole::read}, {"--output", job.file.value_or(""), FileRole::written}};
}

std::vector<FileOfJob> files_of(const CompareOptions& job) {
  std::vector<FileOfJob> files{{"--machine", job.machine_file, FileRole::read},
                               {"--output", job.file.value_or(""), FileRole::written}};
  for (const std::string& path : job.results) files.push_back({"--results", path, FileRole::read});
  return files;
}

template <class Job> std::vector<FileOfJob> files_of(const Job&) { return {}; }

void check_files(const Command& command, const Surroundings& surroundings, Complaints& complaints) {
  std::visit(
      [&](const auto& job) {
        using Job = std::decay_t<decltype(job)>;
        complain_of_collisions(files_of(job), complaints);
        std::string objection, of_text;
        if constexpr (std::is_same_v<Job, SolveOptions>) {
          check_matrix(job.problem.kind, job.problem.matrix_file, surroundings, complaints);
          check_readable(job.partition.file, complaints);
          if (job.output.file) objection = objection_to(*job.output.file, job.output.overwrite);
          check_vectors(job, surroundings, complaints);
          const std::array texts = {job.output.trace, job.output.matrix, job.output.rhs};
          for (const std::optional<std::string>& text : texts)
            if (text && of_text.empty()) of_text = objection_to_file(*text, job.output.overwrite);
        } else if constexpr (std::is_same_v<Job, AcceptOptions>) {
          if (job.file) objection = objection_to(*job.file, job.overwrite);
          if (!job.text.empty()) of_text = objection_to_file(job.text, job.overwrite);
        } else if constexpr (std::is_same_v<Job, EmbedStudyOptions>) {
          check_matrix(job.kind, job.matrix_file, surroundings, complaints);
          check_memory_of_study(job.kind, job.size, surroundings, complaints);
          if (job.file) objection = objection_to_file(*job.file, job.overwrite);
        } else if constexpr (std::is_same_v<Job, CalibrateOptions>) {
          if (job.file) objection = objection_to_file(*job.file, job.overwrite);  // text files need no HDF5
        } else if constexpr (requires { job.file; }) {
          if (job.file) objection = objection_to(*job.file, job.overwrite);
        }
        complaints.unless(objection.empty(), "{}", objection);
        complaints.unless(of_text.empty(), "{}", of_text);
      },
      command);
}

/// One complaint per line, whatever characters it contains.
std::string printable_lines(const Complaints& complaints) {
  std::string lines;
  for (const std::string& message : complaints.messages()) lines += (lines.empty() ? "" : "\n") + printable(message);
  return lines;
}

/// Ranks that were started with different words would wait for each other in vain. Collective.
void require_same_words(std::span<const char* const> words, const Communicator& ranks) {
  const std::string mine = fmt::format("{}", fmt::join(words, "\n"));
  const auto mark = static_cast<double>(std::hash<std::string>()(mine) >> 11U);  // exact in 53 bits
  const std::vector<double> ends = ranks.reduce(std::vector<double>{-mark, mark}, ReduceBy::maximum);
  if (-ends[0] == ends[1]) return;
  const std::vector<std::string> of_ranks = ranks.gather(mine);  // of all ranks, which takes memory on each
  for (std::size_t rank = 0; rank < of_ranks.size(); ++rank)
    require(of_ranks[rank] == of_ranks.front(),
            "rank {} was started with other arguments than rank 0 (all ranks work on one job) start them alike", rank);
}

}  // namespace

Command parse_command_line(std::span<const char* const> words, const Surroundings& surroundings) {
  Complaints complaints;
  Command command = parse(words, surroundings, complaints);
  check_files(command, surroundings, complaints);
  complaints.raise();
  return command;
}

Command parse_command_line(std::span<const char* const> words, const Surroundings& surroundings,
                           const Communicator& ranks) {
  require_same_words(words, ranks);
  Complaints complaints;
  Command command = parse(words, surroundings, complaints);
  if (ranks.rank() == 0) check_files(command, surroundings, complaints);
  const std::string of_rank_0 = ranks.gather(printable_lines(complaints)).front();
  if (!of_rank_0.empty()) throw SetupError(split(of_rank_0, '\n'));
  complaints.raise();
  return command;
}

}  // namespace minikrylov
