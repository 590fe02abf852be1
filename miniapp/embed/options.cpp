// The command line of the study.
#include "miniapp/embed/options.hpp"

#include "miniapp/parsing/grid.hpp"
#include "miniapp/parsing/matrix_file.hpp"
#include "miniapp/parsing/reader.hpp"
#include "miniapp/parsing/words.hpp"

namespace minikrylov {
namespace {

constexpr int most_ranks = 1 << 16;

/// Options as entered.
struct WrittenStudy {
  std::string problem{name_of(ProblemKind::poisson3d_7)}, size = "auto", matrix, partition = "auto", output;
  std::vector<std::string> ranks;
  OverwritePolicy overwrite = OverwritePolicy::refuse;
  std::optional<double> message, byte, bandwidth;
};

void add_options(OptionReader& add, WrittenStudy& written) {
  add.group("Matrix");
  add.text("--problem", written.problem, "NAME", "the problem to assemble (see `minikrylov list problems`)",
           words_of<ProblemKind>());
  add.text("--size", written.size, "N|NxNyxNz", "points in each direction");
  add.text("--matrix", written.matrix, "FILE", "matrix file of matrix-market, .mtx or .mtx.gz");
  add.text(
      "--partition", written.partition, "graph|volume|block",
      "distribution of rows: METIS with few couplings cut or few values sent, or blocks; auto: graph if built with "
      "METIS");
  add.group("Ranks and machines");
  add.words("--ranks", written.ranks, "P[,P…]", "numbers of ranks; default: 2, 4, … 4096, as far as there are rows");
  add.real("--message-seconds", written.message,
           "time of an empty message on a custom machine; auto: the paper's machines, BlueGene/Q and XE6");
  add.real("--byte-seconds", written.byte, "additional time per byte of a message; auto: 1/2048 of an empty message");
  add.real("--core-bandwidth", written.bandwidth, "memory bandwidth per rank in bytes/s; auto: 2e9");
  add.text("--output", written.output, "FILE", "write comma-separated values for scripts/plot_embed_study.py");
  add.flag("--force", written.overwrite, OverwritePolicy::replace, "overwrite an existing output file");
}

std::vector<MessageModel> machines_of(const WrittenStudy& written, Complaints& complaints) {
  complaints.unless(written.message || (!written.byte && !written.bandwidth),
                    "--byte-seconds and --core-bandwidth have no effect (the paper's machines have their own) give "
                    "--message-seconds, too");
  if (!written.message) return {std::begin(paper_machines), std::end(paper_machines)};
  constexpr double typical_ratio = 2048, typical_bandwidth = 2e9;  // about those of the paper's BlueGene/Q
  const MessageModel machine{.name = "own",
                             .message_seconds = *written.message,
                             .byte_seconds = written.byte.value_or(*written.message / typical_ratio),
                             .core_bytes_per_second = written.bandwidth.value_or(typical_bandwidth)};
  complaints.unless(machine.message_seconds > 0 && machine.byte_seconds >= 0 && machine.core_bytes_per_second > 0,
                    "the machine is invalid (times and bandwidths must be positive) correct them");
  return {machine};
}

void finish(const WrittenStudy& written, EmbedStudyOptions& options, Complaints& complaints) {
  const std::optional<ProblemKind> kind = parse_choice<ProblemKind>(written.problem, complaints);
  const bool file = !written.matrix.empty();
  if (kind) options.kind = *kind;
  complaints.unless(!kind || file == (*kind == ProblemKind::matrix_market),
                    "--problem {} and --matrix \"{}\" do not go together (a file is the matrix of matrix-market) "
                    "give --problem matrix-market --matrix FILE, or neither",
                    written.problem, written.matrix);
  complaints.unless(!file || written.size == "auto",
                    "--size has no effect (the file says how large the matrix is) omit it");
  if (kind && !file) options.size = size_for(properties_of(*kind).dimensions, written.size, complaints);
  options.matrix_file = written.matrix;
  options.distribution = parse_partition(written.partition, complaints).rows;
  complaints.unless(options.distribution != RowDistribution::file,
                    "--partition {} is not possible (a study covers many numbers of ranks) use graph, volume or block",
                    written.partition);
  options.ranks = parse_wholes("--ranks", written.ranks, {2, most_ranks, "numbers of ranks to study"}, complaints);
  options.machines = machines_of(written, complaints);
  if (!written.output.empty()) options.file = written.output;
  options.overwrite = written.overwrite;
}

}  // namespace

std::variant<EmbedStudyOptions, std::string> parse_embed_study(std::span<const std::string> words,
                                                               Complaints& complaints) {
  CLI::App app(
      "Halos inside reductions (Selvitopi & Aykanat 2014) on many ranks: a model predicts messages, volume and\n"
      "time of CG with one reduction; nothing is run.",
      "minikrylov embed-study");
  expect_words(app);
  EmbedStudyOptions options;
  WrittenStudy written;
  OptionReader add(app);
  add_options(add, written);
  if (const std::optional<std::string> help = add.read(words, complaints)) return *help;
  complain_of_extras(app, complaints);
  add.convert(complaints);
  finish(written, options, complaints);
  return options;
}

}  // namespace minikrylov
