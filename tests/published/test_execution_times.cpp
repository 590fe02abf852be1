// Krasnopolsky 2019: the execution-time model, built from the catalogue, compared with the paper's numbers.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <map>

#include "miniapp/methods/catalogue.hpp"
#include "miniapp/model/times.hpp"

namespace minikrylov {
namespace {

using Times = std::map<std::string_view, double>;

/// Observed once, since that runs the method.
const MethodShape& shape(std::string_view name) {
  static std::map<std::string_view, MethodShape> known;
  if (!known.contains(name)) known[name] = paper_shape_of(*find_method(name));
  return known[name];
}

/// The time on one node, without communication, which is negligible there (section 3.2.1).
double on_a_node(std::string_view method, const MachineModel& machine, int rhs) {
  MachineModel alone = machine;
  alone.local_short = alone.local_long = alone.global = {};
  // The preconditioner is a copy of a vector: one read, one write.
  return iteration_seconds(shape(method), {.rows = 8e6, .nonzeros_per_row = 7, .rhs = rhs, .alpha = 2}, alone,
                           DataIn::memory, 1);
}

/// The paper prints two or three digits.
void check(const MachineModel& machine, int rhs, const Times& table) {
  for (const auto& [method, seconds] : table) {
    const double model = on_a_node(method, machine, rhs);
    INFO(machine.name << " m = " << rhs << " " << method << ": " << model << ", the paper has " << seconds);
    CHECK(std::abs(model - seconds) <= 0.03 * seconds);
  }
}

constexpr std::string_view unpreconditioned[] = {"bicgstab", "ibicgstab", "pipebicgstab"};

/// 1000² cells, 5-point stencil, m = 1; a message is a line of the grid.
double figure6(std::string_view method, double gamma, DataIn where, double nodes) {
  MachineModel machine = load_machine("lomonosov");
  machine.gamma = gamma;
  return iteration_seconds(shape(method), {.rows = 1e6, .nonzeros_per_row = 5, .message_bytes = 8000}, machine, where,
                           nodes);
}

std::string_view best(double gamma, DataIn where, double nodes) {
  return *std::min_element(std::begin(unpreconditioned), std::end(unpreconditioned), [&](auto a, auto b) {
    return figure6(a, gamma, where, nodes) < figure6(b, gamma, where, nodes);
  });
}

/// The first number of nodes on which `method` is the best; 0 if it is on none up to 1000.
int best_from(std::string_view method, double gamma, DataIn where) {
  for (int nodes = 1; nodes <= 1000; ++nodes)
    if (best(gamma, where, nodes) == method) return nodes;
  return 0;
}

}  // namespace

TEST_CASE("Krasnopolsky 2019, table 5: the model's times on a node of Lomonosov") {
  const MachineModel machine = load_machine("lomonosov");
  check(machine, 1,
        {{"bicgstab", 0.106},
         {"ibicgstab", 0.109},
         {"pipebicgstab", 0.12},
         {"pbicgstab", 0.115},
         {"rbicgstab", 0.119},
         {"ppipebicgstab", 0.143}});
  check(machine, 4,
        {{"bicgstab", 0.3},
         {"ibicgstab", 0.32},
         {"pipebicgstab", 0.36},
         {"pbicgstab", 0.34},
         {"rbicgstab", 0.35},
         {"ppipebicgstab", 0.45}});
}

TEST_CASE("Krasnopolsky 2019, table 6: the model's times on a node of Lomonosov-2") {
  const MachineModel machine = load_machine("lomonosov-2");
  check(machine, 1,
        {{"bicgstab", 0.057},
         {"ibicgstab", 0.059},
         {"pipebicgstab", 0.065},
         {"pbicgstab", 0.062},
         {"rbicgstab", 0.064},
         {"ppipebicgstab", 0.077}});
  check(machine, 4,
        {{"bicgstab", 0.16},
         {"ibicgstab", 0.17},
         {"pipebicgstab", 0.19},
         {"pbicgstab", 0.18},
         {"rbicgstab", 0.19},
         {"ppipebicgstab", 0.24}});
  check(machine, 16,
        {{"bicgstab", 0.59},
         {"ibicgstab", 0.62},
         {"pipebicgstab", 0.71},
         {"pbicgstab", 0.66},
         {"rbicgstab", 0.7},
         {"ppipebicgstab", 0.9}});
}

TEST_CASE("Krasnopolsky 2019, equations (13) to (19): the sums of each method, and what hides them") {
  const std::map<std::string_view, std::vector<int>> sums{{"bicgstab", {1, 3, 1}},  {"ibicgstab", {7}},
                                                          {"pipebicgstab", {3, 4}}, {"pbicgstab", {1, 3, 1}},
                                                          {"rbicgstab", {1, 4}},    {"ppipebicgstab", {3, 4}}};
  for (const auto& [method, expected] : sums) {
    INFO(method);
    std::vector<int> values;
    for (const ModelStep& step : shape(method).steps)
      if (step.kind == ModelStep::Kind::sum_starts) values.push_back(step.values);
    std::vector<int> a = expected, b = values;
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    CHECK(a == b);
  }
}

TEST_CASE("Krasnopolsky 2019, equations (16) and (18) by hand") {
  const MachineModel m = load_machine("lomonosov");
  const double b = 33.8e9, p = 64, n = 1e6, rhs = 4, vec = 8 * n * rhs / (b * p);
  const double mul = n * (8 * rhs * 6 + 4 * 16) / (b * p), local = 3.2e-6 + 2e-9 * 8000 * rhs;
  const auto global = [&](double l) { return 3.5e-6 + 1.7e-6 * std::pow(l, 0.21) * std::pow(p, 0.54); };
  const double spmv = std::max(mul, local), gamma = 0.5, prec = 20 * vec;
  MachineModel half = m;
  half.gamma = gamma;
  const Workload work{.rows = n, .nonzeros_per_row = 5, .rhs = 4, .alpha = 20, .message_bytes = 8000};
  const auto hidden = [&](double calc, double l) { return std::max(calc + gamma * global(l), global(l)); };
  const double pipelined = 26 * vec + hidden(spmv, 24 * rhs) + hidden(spmv, 32 * rhs);
  const double reordered = 21 * vec + 2 * spmv + hidden(prec, 8 * rhs) + hidden(prec, 32 * rhs);
  CHECK(std::abs(iteration_seconds(shape("pipebicgstab"), work, half, DataIn::memory, p) / pipelined - 1) < 1e-12);
  CHECK(std::abs(iteration_seconds(shape("rbicgstab"), work, half, DataIn::memory, p) / reordered - 1) < 1e-12);
}

TEST_CASE("Krasnopolsky 2019, figure 6: which method is the best, by nodes and overlap") {
  // On one node "about 5 %" and "about 15 % relative performance degradation".
  const double one = figure6("bicgstab", 1, DataIn::memory, 1);
  CHECK(figure6("ibicgstab", 1, DataIn::memory, 1) / one > 1.04);
  CHECK(figure6("ibicgstab", 1, DataIn::memory, 1) / one < 1.05);
  CHECK(std::abs(one / figure6("pipebicgstab", 1, DataIn::memory, 1) - 0.85) < 0.01);
  for (const DataIn where : {DataIn::memory, DataIn::cache}) {
    INFO((where == DataIn::memory ? "memory" : "cache"));
    CHECK(best(1, where, 1) == "bicgstab");
    const int from = best_from("ibicgstab", 1, where);
    CHECK(from >= 8);
    CHECK(from <= 20);
    for (int nodes = from; nodes <= 1000; ++nodes) CHECK(best(1, where, nodes) == "ibicgstab");
    const int pipelined_from = best_from("pipebicgstab", 0, where);
    CHECK(pipelined_from >= 20);
    CHECK(pipelined_from <= 50);
    for (int nodes = pipelined_from; nodes < pipelined_from + 30; ++nodes)
      CHECK(best(0, where, nodes) == "pipebicgstab");
  }
}

}  // namespace minikrylov
