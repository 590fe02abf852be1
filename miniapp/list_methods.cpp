// `minikrylov list methods`.
#include "miniapp/list_methods.hpp"

#include <fmt/format.h>

#include "miniapp/observed_costs.hpp"

namespace minikrylov {
namespace {

std::string reductions(const ObservedCosts& costs) {
  std::string text = std::to_string(costs.reductions);
  std::string behind;
  for (const std::string& events : costs.hidden_behind) behind += (behind.empty() ? "" : "; ") + hides(events);
  return text + " (" + behind + ")";
}

}  // namespace

std::string list_methods() {
  constexpr std::string_view line = "{:<16} {:<28} {:>2} {:>2} {:>9} {:>9} {:>9} {:>8}  {}\n";
  std::string text = fmt::format(fmt::runtime(line), "method", "reductions (hidden behind)", "A", "M", "set-up",
                                 "merged", "basic", "vectors", "source");
  for (const CatalogueRow& row : catalogue()) {
    const ObservedCosts merged = observe_costs(row, Formulation::merged, AttachDots::no);
    const ObservedCosts basic = observe_costs(row, Formulation::basic, AttachDots::no);
    text +=
        fmt::format(fmt::runtime(line), row.name, reductions(merged), merged.products, merged.preconditions,
                    fmt::format("{} A {} M", merged.setup_products, merged.setup_preconditions),
                    fmt::format("{}+{}", merged.vectors_read, merged.vectors_written),
                    fmt::format("{}+{}", basic.vectors_read, basic.vectors_written), merged.work_vectors, row.citation);
  }
  text +=
      "\nFor each iteration: global reductions and what runs between start and finish of each; applications of the "
      "matrix A\n"
      "and of the preconditioner M (the set-up includes the initial residual); vectors read + written by sweeps, in "
      "the\n"
      "merged and in the basic formulation, dot products not attached to products; work vectors besides b and x.\n";
  return text;
}

}  // namespace minikrylov
