// Statements and products on vectors in single precision: what is stored is rounded, arithmetic is double.
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "kernels/formats/coded/compressed.hpp"
#include "tests/kernels/products.hpp"
#include "tests/kernels/statement_samples.hpp"

namespace minikrylov {
namespace {

constexpr int first_narrow_number = first_of_any_precision;

double rounded_to_float(double x) { return static_cast<double>(static_cast<float>(x)); }

Vector narrow_copy_of(const Vector& x) {
  const Vector y = make_vector("y", x.rows, x.capacity() - x.rows, 1, 0, Precision::single_precision);
  copy(x, y);
  return y;
}

HostVector widened_numbers(const Vector& x) {
  const std::vector<float> numbers = samples::to_host(x.singles);
  return {numbers.begin(), numbers.begin() + x.rows};
}

template <int I> Vec<first_narrow_number + I> narrow_vec(const char* name, LocalIndex rows) {
  return {narrow_copy_of(vec<I>(name, rows, 1).vector()), name};
}

/// y = 3 x.
class NarrowTriple final : public Operator {
 public:
  explicit NarrowTriple(Fusible fuses) : fuses_(fuses) {}
  void apply(const Vector& x, const Vector& y, const Around& around) const override {
    const RowBlocks blocks = RowBlocks::of(x.rows, 1);
    run_all(around.before, blocks);
    const auto from = x.singles, to = y.singles;
    const LocalIndex rows = blocks.rows, height = blocks.block_rows;
    for_blocks(
        "y = 3 x", 0, blocks.count(), KOKKOS_LAMBDA(LocalIndex b) {
          for (LocalIndex i = b * height; i < rows && i < (b + 1) * height; ++i) to(i) = 3 * from(i);
        });
    Exec().fence();
    run_all(around.after, blocks);
  }
  void apply_transposed(const Vector& x, const Vector& y) const override { apply(x, y, {}); }
  [[nodiscard]] Fusible fuses(int) const override { return on_host ? fuses_ : Fusible::nothing; }
  [[nodiscard]] Cost cost(int) const override { return {2000, 800, 200}; }  // of 100 rows, with vectors of doubles

 private:
  static void run_all(const BlockTask* task, const RowBlocks& blocks) {
    for (LocalIndex b = 0; task != nullptr && b < blocks.count(); ++b) task->run(b, blocks.begin(b), blocks.end(b));
  }
  Fusible fuses_;
};

/// An update, M, a product that may be fused on both sides, and sums.
Result run_narrow(LocalIndex rows, const Execution& how, Fusible fuses, PreconditionerKind kind) {
  const auto r = narrow_vec<1>("r", rows);
  const auto z = narrow_vec<2>("z", rows);
  const auto p = narrow_vec<3>("p", rows);
  const auto q = narrow_vec<4>("q", rows);
  const Coefficient alpha = coefficient("α", 1, 1), beta = coefficient("β", 2, 1);
  const NarrowTriple A_(fuses);
  const Operator& A = A_;
  const Scaling M_(rows, kind);
  const Preconditioner& M = M_;
  Kernels k(rows, 1, how);
  const auto sums = k.run(r = r - alpha * q, z = M * r, p = z + beta * p, q = A * p, dot(p, q), squared_norm(r, z));
  return {{widened_numbers(r.vector()), widened_numbers(z.vector()), widened_numbers(p.vector()),
           widened_numbers(q.vector())},
          {sums.value.begin(), sums.value.end()},
          k.traffic()};
}

/// The same by hand: each result is rounded before it is used.
std::vector<HostVector> by_hand(LocalIndex rows, PreconditionerKind kind) {
  HostVector r = numbers(1, rows), z = numbers(2, rows), p = numbers(3, rows), q = numbers(4, rows);
  const double alpha = number(1, 0), beta = number(2, 0);
  for (LocalIndex i = 0; i < rows; ++i) {
    r[i] = rounded_to_float(rounded_to_float(r[i]) + -alpha * rounded_to_float(q[i]));
    z[i] = rounded_to_float((kind == PreconditionerKind::diagonal ? number(77, i) : 1.0) * r[i]);
    p[i] = rounded_to_float(z[i] + beta * rounded_to_float(p[i]));
    q[i] = static_cast<double>(3 * static_cast<float>(p[i]));
  }
  return {r, z, p, q};
}

}  // namespace

TEST_CASE("statements on vectors in single precision round what they write, merged and basic alike") {
  const LocalIndex rows = GENERATE(1, 63, 1024, 3001);
  for (const PreconditionerKind kind : {PreconditionerKind::identity, PreconditionerKind::diagonal}) {
    const std::vector<HostVector> expected = by_hand(rows, kind);
    const Result basic = run_narrow(rows, {.formulation = Formulation::basic, .vectors = Precision::single_precision},
                                    Fusible::nothing, kind);
    CHECK(basic.vectors == expected);
    double pq = 0, rr = 0;
    for (LocalIndex i = 0; i < rows; ++i) pq += expected[2][i] * expected[3][i], rr += expected[0][i] * expected[0][i];
    CHECK(basic.sums[0][0] == Catch::Approx(pq).epsilon(1e-12));
    CHECK(basic.sums[1][0] == Catch::Approx(rr).epsilon(1e-12));
    for (const Fusible fuses : {Fusible::nothing, Fusible::after, Fusible::around}) {
      const Result merged = run_narrow(rows, {.vectors = Precision::single_precision}, fuses, kind);
      CHECK(merged.vectors == expected);
      for (int d = 0; d < 2; ++d) CHECK(merged.sums[d][0] == basic.sums[d][0]);
    }
  }
}

TEST_CASE("kernels on vectors in single precision move half the bytes") {
  const auto bytes = [](Precision vectors) {
    const auto x = narrow_vec<1>("x", 100);
    const auto y = narrow_vec<2>("y", 100);
    Kernels k(100, 1, {.vectors = vectors});
    return k.cost_of(x = x + 0.5 * y, dot(x, y)).bytes_read;
  };
  CHECK(2 * bytes(Precision::single_precision) == bytes(Precision::double_precision));
  const NarrowTriple A_(Fusible::nothing);
  const Operator& A = A_;
  const auto p = narrow_vec<3>("p", 100);
  const auto q = narrow_vec<4>("q", 100);
  for (const Formulation formulation : {Formulation::merged, Formulation::basic}) {
    Kernels k(100, 1, {.formulation = formulation, .vectors = Precision::single_precision});
    const Cost product = k.cost_of(q = A * p);
    CHECK(product.bytes_read == 2000 - 4 * p.vector().capacity());
    CHECK(product.bytes_written == 400);
  }
}

TEST_CASE("products with vectors in single precision are those in double precision, rounded", "[coded]") {
  const int chunk = GENERATE(4, 8, 16, 32, 64);
  for (const LocalIndex longest : {3, 9, 40}) {
    const samples::Sample sample = samples::random_sample(2500, 11, longest, 5);
    const auto made = make_coded_sell(sample.arrays(), {0, 900, 2500}, chunk, coded::Allowed::narrow, Plain::dropped);
    const LocalMatrix& matrix = *made.matrix;
    HostVector values = numbers(1, sample.columns());
    for (double& value : values) value = rounded_to_float(value);
    const HostVector expected = samples::product(matrix, values, 1);
    Vector x{{}, sample.rows(), 1, samples::to_device(std::vector<float>(values.begin(), values.end()))};
    const Vector y = make_vector("y", sample.rows(), 0, 1, 0, Precision::single_precision);
    run(samples::simplest_schedule(matrix, 1), {matrix, x, y}, NoExchange());
    HostVector rounded = expected;
    for (double& value : rounded) value = rounded_to_float(value);
    CHECK(widened_numbers(y) == rounded);
  }
}

}  // namespace minikrylov
