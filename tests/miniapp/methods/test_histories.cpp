// Residuals of every method against those of a host's build, which tests/data/histories.csv keeps: what runs on a
// device, or is emulated, computes the same to rounding.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <fstream>
#include <limits>
#include <map>
#include <sstream>

#include "tests/miniapp/systems.hpp"

namespace minikrylov::test {
namespace {

constexpr int compared_iterations = 12;

/// How all methods are run.
struct SetUp {
  const char* name;
  MatrixLayout layout;
  int width;
  PreconditionerChoice symmetric = PreconditionerChoice::jacobi, general = PreconditionerChoice::jacobi;
};

const SetUp set_ups[] = {
    {"sell", {}, 1},
    {"crs-m3", {.format = MatrixFormat::crs}, 3},
    {"sell-64-m16", {.chunk = 64, .sigma = 64}, 16},
    {"factored", {.ordering = OrderingChoice::red_black}, 1, PreconditionerChoice::ic0, PreconditionerChoice::sgs}};

/// Factors stay inside a rank, so that more ranks have others.
bool can_run(const SetUp& set_up, const CatalogueRow& row, int ranks) {
  return set_up.symmetric == PreconditionerChoice::jacobi ||
         (ranks == 1 && row.preconditioning == Preconditioning::any);
}

/// Of the method whose residuals are in the file: pipe2cg has them whether its products are powers or not.
std::string_view in_file(const CatalogueRow& row) { return row.needs == Needs::pairs_of_powers ? "pipe2cg" : row.name; }

/// How far a residual may be from that in the file, relative to it. A rounding of 1e-16 grows tenfold every other
/// iteration, and more in methods that pipeline.
double bound_of(int iteration) { return iteration < 8 ? 1e-9 : 1e-7; }

Problem problem_of(Family family) {
  return family == Family::cg ? make_problem(ProblemKind::poisson3d_7, {13, 11, 9})
                              : make_problem(ProblemKind::convection_diffusion, {13, 11, 9}, {.peclet = 20});
}

/// ‖r‖ of the last right-hand side, iteration by iteration.
std::vector<double> history_of(const CatalogueRow& row, const SetUp& set_up) {
  const bool cg = row.family == Family::cg;
  const Solved solved = Distributed(problem_of(row.family), set_up.layout)
                            .solve(row, {.preconditioner = cg ? set_up.symmetric : set_up.general,
                                         .width = set_up.width,
                                         .fixed_iterations = compared_iterations,
                                         .steps = cg ? 4 : 2});
  std::vector<double> history;
  for (int i = 0; i <= compared_iterations; ++i)
    history.push_back(solved.outcome.residual_history.at(static_cast<std::size_t>((i + 1) * set_up.width - 1)));
  return history;
}

/// Of the method's lines in the file.
std::string key_of(const CatalogueRow& row, const SetUp& set_up) {
  return std::string(in_file(row)) + ' ' + set_up.name;
}

constexpr const char* histories_file = MINIKRYLOV_TEST_DATA "/histories.csv";

std::map<std::string, std::vector<double>> read_histories() {
  std::map<std::string, std::vector<double>> histories;
  std::ifstream text(histories_file);
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream fields(line);
    std::string key;
    std::getline(fields, key, ',');
    for (std::string number; std::getline(fields, number, ',');) histories[key].push_back(std::stod(number));
  }
  return histories;
}

}  // namespace

TEST_CASE("every method has the residuals that a host has, to rounding", "[histories]") {
  const auto known = read_histories();
  const int ranks = Communicator().size();
  for (const SetUp& set_up : set_ups)
    for (const CatalogueRow& row : catalogue()) {
      if (!can_run(set_up, row, ranks)) continue;
      INFO(row.name << ", " << set_up.name);
      REQUIRE(known.contains(key_of(row, set_up)));
      const std::vector<double>& expected = known.at(key_of(row, set_up));
      const std::vector<double> history = history_of(row, set_up);
      REQUIRE(expected.size() == history.size());
      for (int i = 0; i <= compared_iterations; ++i) {
        INFO("iteration " << i);
        if (std::isnan(expected[i]))
          CHECK(std::isnan(history[i]));
        else
          CHECK(std::fabs(history[i] - expected[i]) <= bound_of(i) * expected[i]);
      }
    }
}

TEST_CASE("the file of residuals, written anew by a build for a host", "[.write-histories]") {
  if (!on_host || Communicator().size() > 1) SKIP("one rank of a host writes what others are compared with");
  std::ofstream text(histories_file);
  text << "# Residuals of iterations 0 to " << compared_iterations
       << ", of the last right-hand side: method, set-up, norms.\n"
       << "# Written by test_miniapp \"[.write-histories]\" in a build for a host, whose source says how each was "
          "run.\n";
  text.precision(std::numeric_limits<double>::max_digits10);  // whoever has the same file has the same bits
  for (const SetUp& set_up : set_ups)
    for (const CatalogueRow& row : catalogue()) {
      if (!can_run(set_up, row, 1) || in_file(row) != row.name) continue;
      text << key_of(row, set_up);
      for (const double norm : history_of(row, set_up)) text << ',' << norm;
      text << '\n';
    }
  REQUIRE(text.good());
}

}  // namespace minikrylov::test
