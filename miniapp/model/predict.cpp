// Predictions for the methods of the catalogue.
#include "miniapp/model/predict.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "miniapp/methods/catalogue.hpp"
#include "miniapp/report/table.hpp"
#include "miniapp/results/fields_readable.hpp"

namespace minikrylov {
namespace {

/// What the curves of one plot have in common.
auto setting_of(const CurveRecord& c) { return std::tie(c.classical, c.model, c.data, c.gamma, c.rhs, c.alpha); }

using CurveGroup = std::vector<CurveRecord*>;

std::vector<CurveGroup> groups_of(std::vector<CurveRecord>& curves) {
  std::vector<CurveGroup> groups;
  for (CurveRecord& curve : curves) {
    const auto same = std::find_if(groups.begin(), groups.end(),
                                   [&](const CurveGroup& g) { return setting_of(*g.front()) == setting_of(curve); });
    (same == groups.end() ? groups.emplace_back() : *same).push_back(&curve);
  }
  return groups;
}

/// The curves compared with those of their group: equations (22) and (23).
std::vector<CurveRecord> compared(std::vector<CurveRecord> curves) {
  for (const CurveGroup& group : groups_of(curves)) {
    const auto classical =
        std::find_if(group.begin(), group.end(), [](const CurveRecord* c) { return c->method == c->classical; });
    const double one = (classical == group.end() ? group.front() : *classical)->seconds.front();
    for (std::size_t k = 0; k < group.front()->nodes.size(); ++k) {
      double best = group.front()->seconds[k];
      for (const CurveRecord* curve : group) best = std::min(best, curve->seconds[k]);
      for (CurveRecord* curve : group) {
        curve->relative_performance.push_back(best / curve->seconds[k]);
        curve->speedup.push_back(one / curve->seconds[k]);
      }
    }
  }
  return curves;
}

/// The curve of a method in one setting.
CurveRecord curve_of(const CatalogueRow& row, const MethodShape& shape, CurveRecord setting,
                     const PredictionPlan& plan) {
  MachineModel machine = plan.machine;
  machine.gamma = setting.gamma;
  Workload work = plan.workload;
  work.rhs = setting.rhs;
  work.alpha = setting.alpha;
  setting.method = row.name;
  setting.classical = row.classical;
  setting.nodes = node_counts(plan.most_nodes);
  const auto seconds = [&](PowersHalo halo, double nodes) {
    work.powers_halo = halo;
    return setting.model == TimeModel::data_transfer
               ? iteration_seconds(shape, work, machine, setting.data, nodes)
               : noisy_iteration_seconds(shape, work, machine, setting.data, nodes);
  };
  for (const double nodes : setting.nodes)
    setting.seconds.push_back(plan.powers_halo == PowersHalo::automatic
                                  ? std::min(seconds(PowersHalo::deep, nodes), seconds(PowersHalo::rounds, nodes))
                                  : seconds(plan.powers_halo, nodes));
  return setting;
}

/// "ca-cg (s = 4)"
std::string label_of(const CurveRecord& curve) {
  return curve.steps ? fmt::format("{} (s = {})", curve.method, *curve.steps) : curve.method;
}

/// The curves of a method, taking `steps` steps at a time if it is an s-step method.
std::vector<CurveRecord> curves_of(const CatalogueRow& row, std::optional<int> steps, const PredictionPlan& plan) {
  std::vector<CurveRecord> curves;
  const MethodShape shape = paper_shape_of(row, {.steps = steps.value_or(1), .basis = plan.basis}, plan.formulation);
  const bool emulated = row.preconditioning != Preconditioning::none && plan.workload.chebyshev_degree == 0;
  const std::vector<double> alphas = emulated ? plan.alphas : std::vector{0.0};
  for (const int rhs : plan.rhs)
    for (const double alpha : alphas)
      for (const DataIn data : plan.places) {
        CurveRecord setting;
        setting.steps = steps;
        if (steps) setting.basis = plan.basis;
        setting.data = data;
        setting.rhs = rhs;
        setting.alpha = alpha;
        for (const double gamma : plan.gammas) {
          setting.gamma = gamma;
          curves.push_back(curve_of(row, shape, setting, plan));
        }
        setting.model = TimeModel::loggops;
        setting.gamma = 0;
        curves.push_back(curve_of(row, shape, setting, plan));
      }
  return curves;
}

std::string best_in(const CurveGroup& group) {
  std::vector<std::string> ranges;
  const std::vector<double>& nodes = group.front()->nodes;
  std::string current;
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    const CurveRecord* best = *std::min_element(
        group.begin(), group.end(), [k](const auto* a, const auto* b) { return a->seconds[k] < b->seconds[k]; });
    if (label_of(*best) == current) continue;
    current = label_of(*best);
    ranges.push_back(ranges.empty() ? current : fmt::format("{} from {:.0f} nodes", current, nodes[k]));
  }
  return fmt::format("{}", fmt::join(ranges, ", "));
}

}  // namespace

std::vector<double> node_counts(double most) {
  std::vector<double> counts;
  for (int k = 0;; ++k) {
    const double n = k < 10 ? k + 1 : std::round(std::pow(10, 1 + (k - 9) / 24.0));
    if (n > most) break;
    if (counts.empty() || n > counts.back()) counts.push_back(n);
  }
  if (counts.empty() || counts.back() < most) counts.push_back(std::max(1.0, std::floor(most)));
  return counts;
}

std::vector<CurveRecord> predict(const PredictionPlan& plan) {
  std::vector<CurveRecord> curves;
  for (const std::string& name : plan.methods) {
    const bool polynomial = plan.workload.chebyshev_degree > 0;
    const CatalogueRow& found = *find_method(name);
    const CatalogueRow row = polynomial ? found.with_polynomial() : found;
    std::vector<std::optional<int>> steps{std::nullopt};
    if (row.needs == Needs::basis) steps.assign(plan.steps.begin(), plan.steps.end());
    for (const std::optional<int> s : steps) {
      const std::vector<CurveRecord> more = curves_of(row, s, plan);
      curves.insert(curves.end(), more.begin(), more.end());
    }
  }
  return compared(std::move(curves));
}

std::string best_methods(const std::vector<CurveRecord>& curves) {
  std::vector<CurveRecord> copy = curves;
  std::string text;
  for (const CurveGroup& group : groups_of(copy)) {
    const CurveRecord& c = *group.front();
    const std::string overlap = c.model == TimeModel::loggops ? "with noise" : fmt::format("γ = {:.3g}", c.gamma);
    text +=
        fmt::format("  {} and variants, {}, {}, {} right-hand side{}, α = {:.3g}, data in {}: {}\n", c.classical,
                    name_of(c.model), overlap, c.rhs, c.rhs > 1 ? "s" : "", c.alpha, name_of(c.data), best_in(group));
  }
  return text;
}

namespace {

/// The curves of the first setting, to which the advice refers.
std::vector<CurveRecord> of_first_setting(const PredictionPlan& plan, const std::vector<CurveRecord>& curves) {
  std::vector<CurveRecord> chosen;
  for (const CurveRecord& c : curves)
    if (c.model == TimeModel::data_transfer && c.gamma == plan.machine.gamma && c.rhs == plan.rhs.front() &&
        (c.alpha == 0 || c.alpha == plan.alphas.front()) && c.data == plan.places.front())
      chosen.push_back(c);
  return chosen;
}

}  // namespace

std::string advice(const PredictionPlan& plan, const std::vector<CurveRecord>& curves) {
  std::vector<CurveRecord> chosen = of_first_setting(plan, curves);
  std::vector<std::string> parts;
  for (const CurveGroup& group : groups_of(chosen))
    parts.push_back(fmt::format("among {} and its variants use {}", group.front()->classical, best_in(group)));
  return fmt::format("On {} (γ = {:.3g}, data {}): {}.", plan.machine.name, plan.machine.gamma,
                     plan.places.front() == DataIn::by_size ? "in cache where it fits" : name_of(plan.places.front()),
                     fmt::join(parts, "; "));
}

std::string table_of(const PredictionPlan& plan, const std::vector<CurveRecord>& curves) {
  const std::vector<CurveRecord> chosen = of_first_setting(plan, curves);
  std::vector<std::string> headings{"seconds per iteration by number of nodes"};
  std::vector<std::size_t> places;
  for (std::size_t k = 0; !chosen.empty() && k < chosen.front().nodes.size(); ++k) {
    const double decade = std::log10(chosen.front().nodes[k]);
    if (decade != std::round(decade)) continue;
    headings.push_back(fmt::format("{:.0f}", chosen.front().nodes[k]));
    places.push_back(k);
  }
  TextTable table(headings);
  for (const CurveRecord& c : chosen) {
    std::vector<std::string> cells{label_of(c)};
    for (const std::size_t k : places) cells.push_back(readable_seconds(c.seconds[k]));
    table.add(cells);
  }
  return table.text(2);
}

}  // namespace minikrylov
