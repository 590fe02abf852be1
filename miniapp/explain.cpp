// A method's algorithm as it runs: the labels of its kernels are its formulas, the engine counts what they move.
#include "miniapp/explain.hpp"

#include <fmt/ranges.h>

#include "miniapp/observed_costs.hpp"
#include "miniapp/report_table.hpp"

namespace minikrylov {
namespace {

using Kind = ObservedStep::Kind;

std::string what_of(const ObservedStep& step) {
  if (step.kind == Kind::sum_starts) return "start Σ " + step.label;
  if (step.kind == Kind::sum_finishes) return "finish Σ " + step.label;
  return step.label;
}

std::string reads_of(const ObservedStep& step) {
  if (step.kind == Kind::product) return "A";
  if (step.kind == Kind::precondition) return "M";
  return step.kind == Kind::sweep ? std::to_string(step.vectors_read) : "";
}

bool computes(const ObservedStep& step) { return step.kind != Kind::sum_starts && step.kind != Kind::sum_finishes; }

std::string table_of(const std::vector<ObservedStep>& steps) {
  TextTable table({"    what", "reads", "writes", "hides"});
  for (std::size_t k = 0; k < steps.size(); ++k) {
    const ObservedStep& step = steps[k];
    table.add({fmt::format("{:2}  {}", k + 1, what_of(step)), reads_of(step),
               step.kind == Kind::sweep ? std::to_string(step.vectors_written) : "",
               computes(step) ? fmt::format("{}", fmt::join(step.in_flight, "; ")) : ""});
  }
  return table.text(2);
}

}  // namespace

std::string explain(const CatalogueRow& row) {
  const Execution how{Formulation::merged, AttachDots::no, Grouping::least};
  const ObservedSteps steps = observe_steps(row, how);
  const ObservedCosts costs = observe_costs(row, how);
  std::string text = fmt::format("{}: {}", row.name, row.citation);
  text += row.classical == row.name ? ", the classical method of its family\n"
                                    : fmt::format(", a rearrangement of {}\n", row.classical);
  text += fmt::format("\nBefore the first residual norm is known\n{}", table_of(steps.setup));
  text += fmt::format("\n{}, merged, with M as an operation of its own\n{}",
                      steps.iterations == 1 ? "Each iteration" : fmt::format("Each {} iterations", steps.iterations),
                      table_of(steps.steady));
  text += fmt::format(
      "\n  and then the test for convergence. In all: {} A, {} M, {} vectors read and {} written by sweeps, "
      "{} sums over ranks,\n  {} work vectors besides b and x.\n",
      costs.products, costs.preconditions, costs.vectors_read, costs.vectors_written, costs.reductions,
      costs.work_vectors);
  text +=
      "\nreads, writes: vectors, as the engine counts them; A, M: one application of the matrix, of the preconditioner."
      "\nhides: the sums over ranks that are on their way meanwhile."
      "\nA formula in two lines is a list of statements with an operation in between. A diagonal M (jacobi) joins the"
      "\nsweeps, and dot products after a product run on the rows that it has just written.\n";
  return text;
}

}  // namespace minikrylov
