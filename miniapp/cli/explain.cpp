// A method's algorithm as it runs: its formulas beside the observed costs.
#include "miniapp/cli/explain.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "miniapp/cli/method_text.hpp"
#include "miniapp/methods/running/observed_costs.hpp"
#include "miniapp/report/table.hpp"

namespace minikrylov {
namespace {

using Kind = ObservedStep::Kind;
using Steps = std::vector<ObservedStep>;

/// Short names of reductions in order of first appearance: Σ if there is only one, else Σ1, Σ2, …
class SumNames {
 public:
  explicit SumNames(const ObservedSteps& steps) {
    for (const Steps* part : {&steps.setup, &steps.steady})
      for (const ObservedStep& step : *part)
        if (step.kind == Kind::sum_starts && place_of(step.label) == labels_.size()) labels_.push_back(step.label);
  }
  [[nodiscard]] std::string of(const std::string& label) const {
    return labels_.size() == 1 ? "Σ" : fmt::format("Σ{}", place_of(label) + 1);
  }
  /// Names of reductions in flight; one listed twice is in flight twice.
  [[nodiscard]] std::string of_all(const std::vector<std::string>& labels) const {
    std::vector<std::string> names;
    for (const std::string& label : labels) names.push_back(of(label));
    return fmt::format("{}", fmt::join(names, ", "));
  }

 private:
  [[nodiscard]] std::size_t place_of(const std::string& label) const {
    return static_cast<std::size_t>(std::find(labels_.begin(), labels_.end(), label) - labels_.begin());
  }

  std::vector<std::string> labels_;
};

std::string what_of(const ObservedStep& step, const SumNames& sums) {
  if (step.kind == Kind::sum_starts) return fmt::format("start {}: {}", sums.of(step.label), step.label);
  if (step.kind == Kind::sum_finishes) return "finish " + sums.of(step.label);
  return step.label;
}

std::string reads_of(const ObservedStep& step) {
  if (step.kind == Kind::product) return "A";
  if (step.kind == Kind::precondition) return "M";
  return step.kind == Kind::fused_kernel ? std::to_string(step.vectors_read) : "";
}

std::string reduces_of(const ObservedStep& step) {
  if (step.kind != Kind::sum_starts) return "";
  return fmt::format("{} {}", step.values, step.values == 1 ? "value" : "values");
}

bool computes(const ObservedStep& step) { return step.kind != Kind::sum_starts && step.kind != Kind::sum_finishes; }

std::string table_of(const Steps& steps, const SumNames& sums) {
  TextTable table({"    what", "reads", "writes", "reduces", "hides"});
  for (std::size_t k = 0; k < steps.size(); ++k) {
    const ObservedStep& step = steps[k];
    table.add({fmt::format("{:2}  {}", k + 1, what_of(step, sums)), reads_of(step),
               step.kind == Kind::fused_kernel ? std::to_string(step.vectors_written) : "", reduces_of(step),
               computes(step) ? sums.of_all(step.in_flight) : ""});
    for (const std::string& formula : step.formulas) table.add({"      " + formula, "", "", "", ""});
  }
  return table.text(2);
}

/// Indents each line of text.
std::string indented(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    result += "  " + std::string(text.substr(0, end));
    text.remove_prefix(end);
  }
  return result;
}

std::string head_of(const CatalogueRow& row) {
  return fmt::format("{}: {}, {}\n{}  (miniapp/methods/{})\n", row.name, row.citation,
                     row.classical == row.name ? "the classical method of its family"
                                               : fmt::format("a rearrangement of {}", row.classical),
                     indented(comment_of_method(row.name)), file_of_method(row.name).name);
}

}  // namespace

std::string explain(const CatalogueRow& row, int steps_at_a_time) {
  const Execution how{Formulation::merged, Fuse::no, Grouping::minimum};
  const Observation observation{.steps = steps_at_a_time};
  const ObservedSteps steps = observe_steps(row, how, observation);
  const ObservedCosts costs = observe_costs(row, how, observation);
  const SumNames sums(steps);
  std::string text = head_of(row);
  text += fmt::format("\nBefore the first residual norm is known\n{}", table_of(steps.setup, sums));
  text += fmt::format("\n{}, merged, with M as a separate operation\n{}",
                      steps.iterations == 1 ? "Each iteration" : fmt::format("Each {} iterations", steps.iterations),
                      table_of(steps.steady, sums));
  text += fmt::format(
      "\n  followed by the stopping test. In total: {} A, {} M, {} vectors read and {} written by fused kernels, "
      "{} {} over ranks,\n  {} work vectors besides b and x.\n",
      costs.products, costs.preconditions, costs.vectors_read, costs.vectors_written, costs.reductions,
      costs.reductions == 1 ? "sum" : "sums", costs.work_vectors);
  text +=
      "\nreads, writes: vectors, as counted by the traffic counters; A, M: one application of matrix or preconditioner."
      "\nreduces: values summed over all ranks. hides: the reductions in flight meanwhile."
      "\nA diagonal M (jacobi) is fused with the statements around it, and dot products after a product run on the rows"
      "\nthat it has just written.\n";
  if (row.preconditioning == Preconditioning::any)
    text += "With --nullspace constant, each M also removes the mean of its result, by a blocking sum over ranks.\n";
  if (row.polynomial != nullptr)
    text += fmt::format("With a polynomial M (chebyshev, newton), another function runs: miniapp/methods/{}.\n",
                        file_of_method(fmt::format("{}-polynomial", row.name)).name);
  return text;
}

}  // namespace minikrylov
