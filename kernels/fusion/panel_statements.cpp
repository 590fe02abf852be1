// Running statements on panels, with their counts.
#include "kernels/fusion/panel_statements.hpp"

#include <algorithm>

namespace minikrylov {
namespace {

Formula::Line line(Formula::Line::Kind kind, const std::string& result, const std::string& text) {
  return {kind, result, result + " = " + text};
}

LocalGram gram_of(const GramStatement& s) {
  const auto& [X, Y, weights] = s.products;
  return {.size = Y.size(), .values = {}, .text = X.name + "ᵀ " + s.letter + Y.name};
}

Formula::Line line_of(const LocalGram& gram) { return {Formula::Line::Kind::update, "G", gram.text}; }

/// The kernel of a powers statement.
struct PowersKernel {
  std::vector<PowersChain> chains;
  Formula formula;

  explicit PowersKernel(const PowersStatement& s) {
    const std::string of = s.inverse_diagonal.extent(0) == 0 ? "A" : "M⁻¹ A";
    for (const Panel& panel : s.panels) {
      if (panel.size() < 2) continue;
      chains.emplace_back(panel.columns);
      formula.lines.push_back(
          line(Formula::Line::Kind::operation, panel.name,
               "[1 … p" + std::to_string(panel.size() - 1) + "(" + of + ")] " + panel.columns.front().data.label()));
    }
  }

  /// Returns moments, unless `sums` is null.
  std::vector<double> run(const PowersStatement& s, MomentSums* sums, TrafficMeter& meter, KernelRunner& runner,
                          const Execution& how) const {
    std::vector<double> moments;
    if (chains.empty()) return moments;
    for (const PowersChain& chain : chains) {
      const long products = static_cast<long>(chain.size()) - 1;
      meter.traffic.products += products;
      if (sums != nullptr) meter.traffic.products_fused += products;
    }
    const Powers powers = powers_of(s, sums);
    runner.run(
        formula, [&] { return s.A->powers_cost(powers); },
        [&] {
          s.A->apply_powers(powers, how.progress);
          if (sums != nullptr) moments = sums->total();
        });
    return moments;
  }

  /// Powers, and the moments for Gram matrices while these are in cache.
  std::vector<double> run_with(MomentSums& sums, const std::vector<LocalGram*>& grams, const PowersStatement& s,
                               TrafficMeter& meter, KernelRunner& runner, const Execution& how) {
    for (const LocalGram* gram : grams) formula.lines.push_back(line_of(*gram));
    return run(s, &sums, meter, runner, how);
  }

  /// The same moments in a pass of their own.
  std::vector<double> run_before(MomentSums& sums, const std::vector<LocalGram*>& grams, const PowersStatement& s,
                                 TrafficMeter& meter, KernelRunner& runner, const Execution& how) const {
    run(s, nullptr, meter, runner, how);
    Formula own;
    for (const LocalGram* gram : grams) own.lines.push_back(line_of(*gram));
    ++meter.traffic.launches;
    const Cost cost =
        meter.add({.reads = grams.front()->size, .writes = 0, .flops = 2 * grams.front()->moments->count()});
    std::vector<double> moments;
    runner.run(
        own, [&] { return cost; },
        [&] {
          sums.add_all(powers_of(s, nullptr), how.progress);
          moments = sums.total();
        });
    return moments;
  }

 private:
  [[nodiscard]] Powers powers_of(const PowersStatement& s, MomentSums* sums) const {
    return {.terms = s.terms,
            .chains = chains,
            .inverse_diagonal = s.inverse_diagonal,
            .wanted = Wanted::all,
            .moments = sums};
  }
};

std::vector<double> multiplied(std::vector<double> values, double factor) {
  for (double& value : values) value *= factor;
  return values;
}

/// Whether Y consists of the panels of powers of which moments are known.
bool have_moments(const PowersStatement& s, const PowersKernel& kernel, const GramStatement& gram) {
  if (kernel.chains.size() != 2 || kernel.chains[0].size() != kernel.chains[1].size() + 1) return false;
  const std::size_t columns = kernel.chains[0].size() + kernel.chains[1].size();
  const auto& [X, Y, weights] = gram.products;
  return columns == Y.columns.size() && X.is_same_as(Y) && are_chebyshev(s.terms) &&
         weights.is_multiple_of(s.symmetric_in);
}

/// Columns that all of these read.
int columns_read_by(const std::vector<InnerProducts>& all) {
  std::vector<const Panel*> distinct;
  int count = 0;
  for (const InnerProducts& one : all)
    for (const Panel* panel : {&one.X, &one.Y}) {
      if (std::any_of(distinct.begin(), distinct.end(), [&](const Panel* p) { return p->is_same_as(*panel); }))
        continue;
      distinct.push_back(panel);
      count += panel->size();
    }
  return count;
}

/// Gram matrices of as many columns each, which are read once.
void sum_all(const std::vector<GramStatement>& grams, const std::vector<LocalGram*>& to, TrafficMeter& meter,
             KernelRunner& runner, PinnedSums& pinned, const Execution& how) {
  std::vector<InnerProducts> wanted;  // different ones
  Formula formula;
  for (std::size_t k = 0; k < grams.size(); ++k) {
    const auto& [X, Y, weights] = grams[k].products;
    const InnerProducts own{X, Y, {weights.inverse, weights.power}};
    if (std::none_of(wanted.begin(), wanted.end(), [&](const InnerProducts& w) { return w.is_multiple_of(own); }))
      wanted.push_back(own);
    formula.lines.push_back(line_of(*to[k]));
  }
  ++meter.traffic.launches;
  const Cost cost = meter.add({.reads = columns_read_by(wanted),
                               .writes = 0,
                               .flops = 2 * Gram::count(to.front()->size) * static_cast<int>(wanted.size())});
  runner.run(
      formula, [&] { return cost; },
      [&] {
        const auto sums = inner_products(wanted, pinned, how);
        for (std::size_t k = 0; k < grams.size(); ++k)
          for (std::size_t w = 0; w < wanted.size(); ++w)
            if (wanted[w].is_multiple_of(grams[k].products))
              to[k]->values = multiplied(sums[w], grams[k].products.weights.factor);
      });
}

/// The same in one pass, or in one each.
void sum_in_passes(GramPasses passes, const std::vector<GramStatement>& grams, const std::vector<LocalGram*>& to,
                   TrafficMeter& meter, KernelRunner& runner, PinnedSums& pinned, const Execution& how) {
  if (passes == GramPasses::each)
    for (std::size_t k = 0; k < grams.size(); ++k) sum_all({grams[k]}, {to[k]}, meter, runner, pinned, how);
  else if (!grams.empty())
    sum_all(grams, to, meter, runner, pinned, how);
}

}  // namespace

void run_on_panels(const PowersStatement& s, TrafficMeter& meter, KernelRunner& runner, const Execution& how) {
  PowersKernel(s).run(s, nullptr, meter, runner, how);
}

LocalGram run_on_panels(const GramStatement& s, TrafficMeter& meter, KernelRunner& runner, PinnedSums& pinned,
                        const Execution& how) {
  LocalGram local = gram_of(s);
  sum_all({s}, {&local}, meter, runner, pinned, how);
  return local;
}

std::vector<LocalGram> run_on_panels(const std::vector<GramStatement>& grams, GramPasses passes, TrafficMeter& meter,
                                     KernelRunner& runner, PinnedSums& pinned, const Execution& how) {
  std::vector<LocalGram> found;
  std::vector<LocalGram*> to;
  for (const GramStatement& gram : grams) found.push_back(gram_of(gram));
  for (LocalGram& local : found) to.push_back(&local);
  sum_in_passes(passes, grams, to, meter, runner, pinned, how);
  return found;
}

std::vector<LocalGram> run_on_panels(const PowersStatement& s, const std::vector<GramStatement>& grams,
                                     GramPasses passes, MomentSums* sums, TrafficMeter& meter, KernelRunner& runner,
                                     PinnedSums& pinned, const Execution& how) {
  PowersKernel kernel(s);
  std::vector<LocalGram> found;
  for (const GramStatement& gram : grams) found.push_back(gram_of(gram));
  std::vector<GramStatement> left;
  std::vector<LocalGram*> left_to, of_moments;
  for (std::size_t k = 0; k < grams.size(); ++k) {
    if (sums != nullptr && have_moments(s, kernel, grams[k])) {
      found[k].moments = MomentLayout{static_cast<int>(kernel.chains.front().size())};
      found[k].text = "moments of " + found[k].text;
      of_moments.push_back(&found[k]);
    } else {
      left.push_back(grams[k]);
      left_to.push_back(&found[k]);
    }
  }
  if (!of_moments.empty()) {
    sums->begin(kernel.chains, s.symmetric_in.inverse);
    const std::vector<double> moments = passes == GramPasses::none
                                            ? kernel.run_with(*sums, of_moments, s, meter, runner, how)
                                            : kernel.run_before(*sums, of_moments, s, meter, runner, how);
    for (std::size_t k = 0; k < grams.size(); ++k)
      if (found[k].moments) found[k].values = multiplied(moments, grams[k].products.weights.factor);
  } else {
    kernel.run(s, nullptr, meter, runner, how);
  }
  sum_in_passes(passes, left, left_to, meter, runner, pinned, how);
  return found;
}

void run_on_panels(const CombineStatement& s, TrafficMeter& meter, KernelRunner& runner, const Execution& how) {
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
      formula, [&] { return cost; }, [&] { assign(s.list, s.running, how); });
}

}  // namespace minikrylov
