// Powers of M⁻¹ A with M times each, where only M⁻¹ can be applied, against plain loops.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <cmath>

#include "tests/kernels/statement_samples.hpp"

namespace minikrylov {
namespace {

Panel filled_panel(const char* name, int count, LocalIndex rows, int width) {
  Panel panel{{}, name};
  for (int k = 0; k < count; ++k) {
    panel.columns.push_back(make_vector(name, rows, 3, width));
    upload(numbers(k + name[0], (Offset{rows} + 3) * width), panel.columns.back());
  }
  return panel;
}

}  // namespace

TEST_CASE("powers by images are those of plain loops, of frozen right-hand sides, too", "[panel]") {
  const auto rows = GENERATE(as<LocalIndex>(), 1, 33, 1000);
  const int width = GENERATE(1, 3), count = GENERATE(1, 2, 5);
  const std::vector<PowersTerm> terms{
      {.a = 0.5, .b = -0.25}, {.a = 2, .b = 0, .c = -1}, {.a = 1}, {.a = 1, .b = 3, .c = 2}};
  const Triple A;
  const Scaling M(rows, PreconditionerKind::general);
  const Panel V = filled_panel("V", count, rows, width), W = filled_panel("W", count, rows, width);
  std::vector<HostVector> v{download(V.columns[0])}, w{download(W.columns[0])};
  long read = 0;
  for (int k = 1; k < count; ++k) {
    const PowersTerm& term = terms[k - 1];
    const bool has_before = k > 1 && term.c != 0;
    read += 1 + (term.b != 0 ? 1 : 0) + (has_before ? 1 : 0);
    HostVector image, column;
    for (Offset e = 0; e < Offset{rows} * width; ++e) {
      image.push_back(term.a * 3 * v[k - 1][e] + term.b * w[k - 1][e] + (has_before ? term.c * w[k - 2][e] : 0));
      column.push_back(number(77, e / width) * image.back());
    }
    v.push_back(column);
    w.push_back(image);
  }
  Kernels kernels(rows, width);
  kernels.freeze(0);
  kernels.run(powers_by_images(M, A, terms, V, W));
  double largest = 0;
  for (int k = 0; k < count; ++k) {
    const HostVector found_v = download(V.columns[k]), found_w = download(W.columns[k]);
    for (Offset e = 0; e < Offset{rows} * width; ++e)
      largest = std::max({largest, std::fabs(found_v[e] - v[k][e]), std::fabs(found_w[e] - w[k][e])});
  }
  CHECK(largest < 1e-12);  // of numbers below 100
  CHECK(kernels.traffic().products == count - 1);
  CHECK(kernels.traffic().preconditions == count - 1);
  CHECK(kernels.traffic().vectors_read == read);
  CHECK(kernels.traffic().vectors_written == count - 1);
}

}  // namespace minikrylov
