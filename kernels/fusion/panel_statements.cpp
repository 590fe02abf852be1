// Running statements on panels, with their counts.
#include "kernels/fusion/panel_statements.hpp"

namespace minikrylov {
namespace {

Formula::Line line(Formula::Line::Kind kind, const std::string& result, const std::string& text) {
  return {kind, result, result + " = " + text};
}

}  // namespace

void run_on_panels(const PowersStatement& s, TrafficMeter& meter, KernelRunner& runner, ProgressHook* progress) {
  std::vector<PowersChain> chains;
  Formula formula;
  const std::string of = s.inverse_diagonal.extent(0) == 0 ? "A" : "M⁻¹ A";
  for (const Panel& panel : s.panels) {
    if (panel.size() < 2) continue;
    chains.emplace_back(panel.columns);
    meter.traffic.products += panel.size() - 1;
    formula.lines.push_back(
        line(Formula::Line::Kind::operation, panel.name,
             "[1 … p" + std::to_string(panel.size() - 1) + "(" + of + ")] " + panel.columns.front().data.label()));
  }
  if (chains.empty()) return;
  const Powers powers{s.terms, chains, s.inverse_diagonal};
  runner.run(
      formula, [&] { return s.A->powers_cost(powers); }, [&] { s.A->apply_powers(powers, progress); });
}

LocalGram run_on_panels(const GramStatement& s, TrafficMeter& meter, KernelRunner& runner, ProgressHook* progress) {
  const int n = s.Y.size();
  ++meter.traffic.launches;
  const Cost cost = meter.add({.reads = n, .writes = 0, .flops = 2 * Gram::count(n)});
  LocalGram local{n, {}, s.Y.name + "ᵀ " + s.letter + s.Y.name};
  Formula formula;
  formula.lines.push_back({Formula::Line::Kind::update, "G", local.text});
  runner.run(
      formula, [&] { return cost; }, [&] { local.packed = inner_products(s.Y, s.weights, progress); });
  return local;
}

void run_on_panels(const CombineStatement& s, TrafficMeter& meter, KernelRunner& runner, ProgressHook* progress) {
  Formula formula;
  int keeps = 0;
  for (const PanelAssign& one : s.list) {
    const bool adds = one.from == PanelAssign::From::old_value;
    keeps += adds ? 1 : 0;
    const std::string name = one.name;
    formula.lines.push_back(
        line(Formula::Line::Kind::update, name, (adds ? name + " + " : "") + one.product.Y.name + " c"));
  }
  const int n = s.list.front().product.Y.size(), assigned = static_cast<int>(s.list.size());
  ++meter.traffic.launches;
  const Cost cost = meter.add({.reads = n + keeps, .writes = assigned, .flops = 2 * n * assigned});
  runner.run(
      formula, [&] { return cost; }, [&] { assign(s.list, s.running, progress); });
}

}  // namespace minikrylov
