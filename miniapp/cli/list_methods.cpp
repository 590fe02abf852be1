// `minikrylov list methods`, and the page beside the methods.
#include "miniapp/cli/list_methods.hpp"

#include <fmt/ranges.h>

#include <vector>

#include "miniapp/cli/functions_of_s.hpp"
#include "miniapp/methods/catalogue.hpp"
#include "miniapp/methods/running/observed_costs.hpp"
#include "miniapp/report/table.hpp"

namespace minikrylov {
namespace {

const std::vector<std::string> headings = {
    "method", "reductions, each hidden behind", "A", "M", "set-up", "merged", "basic", "vectors", "source"};

constexpr const char* explanation =
    "Per iteration (of pipe2cg and pipe2cg-powers per 2, of s-step methods per s, here 4): global reductions, and\n"
    "what runs between start and finish of each; applications of the matrix A and of the preconditioner M (the\n"
    "set-up includes the initial residual); vectors read + written by fused kernels in the merged and the basic\n"
    "formulation, with dot products in separate kernels, and in brackets where the paper's grouping moves more\n"
    "(--grouping paper); work vectors besides b and x. All of it is observed.\n";

constexpr const char* of_s =
    "Of s-step methods per s steps, observed at s = 2, 4, 6, 8 and 10. Products need one halo exchange for both bases\n"
    "(--powers-halo deep), or one each (rounds). Of Chebyshev's basis 6s values replace the 2s² + 3s + 1 of YᵀY\n"
    "(ca-pcg: YᵀMY); where they are summed while powers are in cache (--fuse on), that saves a pass over 2s + 1\n"
    "vectors. With M a polynomial (chebyshev, newton), products come one by one, each followed by M.\n";

struct Letter {
  const char *letter, *meaning;
};

/// Notation used in the methods' files.
constexpr Letter letters[] = {
    {"A, M, b, x", "matrix, preconditioner, right-hand side, iterate"},
    {"r", "residual b - A x"},
    {"r0", "shadow residual: the first r, kept by BiCGStab methods"},
    {"u, z", "M⁻¹ r in CG methods: u where w = A u is kept as well (Ghysels & Vanroose), otherwise z"},
    {"w", "A u, or A r̂ in BiCGStab methods"},
    {"p", "search direction"},
    {"q, s",
     "A p: q where it is a product; s where it follows from a recurrence, and then q = M⁻¹ s. In BiCGStab methods s is "
     "the residual of the half step; in the pipelined ones s is A p, and q is that residual"},
    {"v", "A p in BiCGStab methods; A z in the pipelined ones; the Lanczos basis in plcg"},
    {"t", "A s in BiCGStab methods; A w in the pipelined ones"},
    {"y", "w - α z: A applied to the residual of the half step, in pipelined BiCGStab methods"},
    {"P, R, Z, Y",
     "bases [p, …, p_s(A) p] and [r, …, p_{s-1}(A) r] of s-step methods, and both side by side; in pipe2cg-powers Y is "
     "[z, p, c, z', p'] with p = M⁻¹ A z and c = M⁻¹ A p"},
    {"MP, MZ, MY", "M times P, Z and Y, where M is a polynomial"},
    {"a, c, e, G", "coordinates of p, r and of the change of x in Y, and YᵀY"},
    {"m, n", "M⁻¹ w and A m: what hides the reduction of pipecg"},
    {"f0", "Aᵀ r0"},
    {"α, β, ω", "step along p, share of the old direction in the new one, stabilising step"},
    {"γ, δ, ρ, …", "sums over ranks, defined in each method's file"},
    {"r̂, ŵ, …", "M⁻¹ r, M⁻¹ w, …; pipeprcg uses a tilde instead. In pipe2cg a prime means the previous iterate"},
};

std::string markdown_head(const std::vector<std::string>& names) {
  std::string text = fmt::format("| {} |\n|", fmt::join(names, " | "));
  for (std::size_t k = 0; k < names.size(); ++k) text += " --- |";
  return text + "\n";
}

std::string moved(const ObservedCosts& costs) {
  return fmt::format("{}+{}", costs.vectors_read, costs.vectors_written);
}

std::vector<std::string> cells_of(const CatalogueRow& row) {
  const ObservedCosts merged = observe_costs(row, {Formulation::merged, Fuse::no, Grouping::minimum});
  const ObservedCosts paper = observe_costs(row, {Formulation::merged, Fuse::no, Grouping::paper});
  const ObservedCosts basic = observe_costs(row, {Formulation::basic, Fuse::no, Grouping::minimum});
  std::vector<std::string> behind;
  for (const std::string& events : merged.hidden_behind) behind.push_back(hides(events));
  return {std::string(row.name),
          fmt::format("{}{}: {}", merged.reductions, merged.steps > 1 ? fmt::format(" per {}", merged.steps) : "",
                      fmt::join(behind, "; ")),
          std::to_string(merged.products),
          std::to_string(merged.preconditions),
          fmt::format("{} A {} M", merged.setup_products, merged.setup_preconditions),
          moved(merged) == moved(paper) ? moved(merged) : fmt::format("{} ({})", moved(merged), moved(paper)),
          moved(basic),
          std::to_string(merged.work_vectors),
          std::string(row.citation)};
}

}  // namespace

std::string list_methods() {
  TextTable table(headings);
  for (const CatalogueRow& row : catalogue()) table.add(cells_of(row));
  TextTable functions(headings_of_functions());
  for (const std::vector<std::string>& row : functions_of_s()) functions.add(row);
  return table.text(0) + "\n" + explanation + "\n" + functions.text(0) + "\n" + of_s;
}

std::string methods_page() {
  std::string text = markdown_head(headings);
  for (const CatalogueRow& row : catalogue()) text += fmt::format("| {} |\n", fmt::join(cells_of(row), " | "));
  text += fmt::format("\n{}\n{}", explanation, markdown_head(headings_of_functions()));
  for (const std::vector<std::string>& row : functions_of_s()) text += fmt::format("| {} |\n", fmt::join(row, " | "));
  text += fmt::format("\n{}\n| letter | meaning |\n| --- | --- |\n", of_s);
  for (const auto& [letter, meaning] : letters) text += fmt::format("| {} | {} |\n", letter, meaning);
  return text;
}

}  // namespace minikrylov
