// The command line: one of the program's jobs with all its settings.
#pragma once
#include <span>
#include <string>
#include <variant>

#include "comm/runtime/communicator.hpp"
#include "miniapp/accept/settings.hpp"
#include "miniapp/cli/explain_options.hpp"
#include "miniapp/cli/list_topic.hpp"
#include "miniapp/embed/settings.hpp"
#include "miniapp/merging/settings.hpp"
#include "miniapp/methods/catalogue.hpp"
#include "miniapp/model/settings.hpp"
#include "miniapp/overlap/settings.hpp"
#include "miniapp/parsing/surroundings.hpp"
#include "miniapp/settings/solve_options.hpp"
#include "miniapp/tune/settings.hpp"

namespace minikrylov {

struct ListOptions {
  ListTopic topic = ListTopic::methods;
};

/// A request to only print a text: --help, --version, --dump-config.
struct PrintText {
  std::string text;
};

using Command =
    std::variant<SolveOptions, OverlapOptions, CalibrateOptions, PredictOptions, CompareOptions, AcceptOptions,
                 EmbedStudyOptions, TuneOptions, MergingOptions, ListOptions, ExplainOptions, PrintText>;

/// Parses the words after the program's name. Without any, the default job: poisson3d-7, 64³, pcg and pbicgstab with
/// jacobi, written to minikrylov-<date>-<time>.h5 where results can be written. Throws a SetupError with all
/// complaints. Not collective; the same on all ranks, except for complaints about files.
[[nodiscard]] Command parse_command_line(std::span<const char* const> words, const Surroundings& surroundings);

/// The same for all ranks. Collective: files are checked by rank 0, and all ranks throw alike.
[[nodiscard]] Command parse_command_line(std::span<const char* const> words, const Surroundings& surroundings,
                                         const Communicator& ranks);

}  // namespace minikrylov
