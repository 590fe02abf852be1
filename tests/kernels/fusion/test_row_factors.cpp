// Pieces of factors that repeat: they are found, their bits are those of all factors, and fused kernels read them.
#include "kernels/fusion/row_factors.hpp"

#include <catch2/catch_test_macros.hpp>
#include <limits>

#include "kernels/core/arrays.hpp"
#include "tests/bits.hpp"
#include "tests/kernels/statement_samples.hpp"

namespace minikrylov {
namespace {

HostVector constant_factors(LocalIndex count) { return HostVector(count, 1.0 / 6); }

/// Of lines of `line` rows, whose ends differ.
HostVector factors_of_lines(LocalIndex count, LocalIndex line) {
  HostVector factors(count);
  for (LocalIndex i = 0; i < count; ++i) factors[i] = i % line == 0 || i % line == line - 1 ? 1.0 / 5 : 1.0 / 6;
  return factors;
}

/// Of `pieces` pieces, of which `distinct` differ.
HostVector factors_of_pieces(LocalIndex pieces, LocalIndex distinct) {
  HostVector factors(Offset{pieces} * rows_per_piece);
  for (LocalIndex i = 0; i < pieces * rows_per_piece; ++i)
    factors[i] = number(i / rows_per_piece % distinct, i % rows_per_piece);
  return factors;
}

int distinct_in(const HostVector& factors) {
  const Array<double> all = array_of("factors", factors);
  return factors_of(all, repeated_pieces(all, static_cast<LocalIndex>(factors.size()))).distinct_count;
}

/// Whether the block of rows begin … end-1 has these factors, bit for bit, one by one and from piece to piece.
bool has_factors(const BlockFactors& block, const HostVector& factors, LocalIndex begin, LocalIndex end) {
  bool same = true;
  const LocalIndex rows = end - begin;
  for (LocalIndex i = 0; i < rows; ++i) same = same && same_bits(block[i], factors[begin + i]);
  for (LocalIndex i = 0, stop; i < rows; i = stop) {
    stop = block.end_of_piece(i, rows);
    REQUIRE(stop > i);
    const Offset shift = block.shift(i);
    for (LocalIndex k = i; k < stop; ++k) same = same && same_bits(block.values[k + shift], factors[begin + k]);
  }
  return same;
}

/// A diagonal M, for rows and ghosts.
class Diagonal final : public Preconditioner {
 public:
  explicit Diagonal(const HostVector& factors) : all_(array_of("factors", factors)) {}

  /// Also stores pieces of the factors of `rows` rows.
  void store_pieces(LocalIndex rows) {
    repeated_ = repeated_pieces(all_, rows);
    REQUIRE(repeated_.rows == rows);
  }
  /// The same, and spoils the other copy of these.
  void store_only_pieces(LocalIndex rows) {
    store_pieces(rows);
    std::fill_n(all_.data(), rows, std::numeric_limits<double>::quiet_NaN());
  }
  [[nodiscard]] PreconditionerKind kind() const override { return PreconditionerKind::diagonal; }
  [[nodiscard]] Array<double> inverse_diagonal() const override { return all_; }
  [[nodiscard]] RowFactors factors() const override { return factors_of(all_, repeated_); }
  void apply(const Vector& r, const Vector& z, ProgressHook*) const override { blas::scale(all_, r, z); }
  [[nodiscard]] Cost cost(int) const override { return {}; }

 private:
  Array<double> all_;
  RepeatedPieces repeated_;
};

HostVector with_ghosts(const Vector& from) {
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), from.data);
  return {host.data(), host.data() + host.extent(0)};
}

template <int I> Vec<I> vector_with_ghosts(const char* name, LocalIndex rows, const Execution& how, int width) {
  const Vec<I> v(make_vector(name, rows, how.fused_ghosts, width), name);
  upload(numbers(I, (Offset{rows} + how.fused_ghosts) * width), v.vector());
  return v;
}

/// M in a kernel before a product, behind one, and ahead of one: all vectors, then all sums.
std::vector<HostVector> with_everywhere(const Preconditioner& M, LocalIndex rows, int width, const Execution& how) {
  const auto r = vector_with_ghosts<1>("r", rows, how, width);
  const auto z = vector_with_ghosts<2>("z", rows, how, width);
  const auto p = vector_with_ghosts<3>("p", rows, how, width);
  const auto q = vector_with_ghosts<4>("q", rows, how, width);
  const AheadTriple triple;
  const Operator& A = triple;
  const Coefficient alpha = coefficient("α", 1, width);
  Kernels k(rows, width, how);
  HostVector sums;
  const auto keep = [&](const auto& local) {
    for (const Scalars& value : local.value)
      for (int j = 0; j < width; ++j) sums.push_back(value[j]);
  };
  keep(k.run(r = r - alpha * q, z = M * r, dot(r, z), p = z + 0.5 * p, q = A * p, r = M * q, dot(r, q)));
  keep(k.run(p = p + alpha * z, z = M * p, q = A * z, dot(q, z)));
  return {with_ghosts(r.vector()), with_ghosts(z.vector()), with_ghosts(p.vector()), with_ghosts(q.vector()), sums};
}

}  // namespace

TEST_CASE("pieces of factors are stored once where most of them repeat", "[factors]") {
  if constexpr (!on_host) SKIP("a device reads all factors");
  for (const LocalIndex rows : {256, 1000, 1024, 5003}) CHECK(distinct_in(constant_factors(rows)) == 1);
  CHECK(distinct_in(factors_of_lines(100 * rows_per_piece, 96)) == 3);  // 192 is a multiple of both lengths
  CHECK(distinct_in(numbers(7, 100 * rows_per_piece)) == 0);
  for (const LocalIndex rows : {0, 1, 60, 64, 192}) CHECK(distinct_in(constant_factors(rows)) == 0);
  CHECK(distinct_in(factors_of_pieces(16, 4)) == 4);
  CHECK(distinct_in(factors_of_pieces(16, 5)) == 0);
  CHECK(distinct_in(factors_of_pieces(1100, 256)) == 256);
  CHECK(distinct_in(factors_of_pieces(1100, 257)) == 0);
  HostVector zeros(40 * rows_per_piece, 0.0), numberless(40 * rows_per_piece, std::nan("1"));
  zeros[3 * rows_per_piece + 5] = -0.0;
  numberless[7] = std::nan("2");
  CHECK(distinct_in(zeros) == 2);
  CHECK(distinct_in(numberless) == 2);
}

TEST_CASE("factors in pieces have the bits of all factors, wherever a block of rows begins", "[factors]") {
  if constexpr (!on_host) SKIP("a device reads all factors");
  for (const LocalIndex rows : {776, 1000, 1024, 2049}) {
    constexpr LocalIndex ghosts = 100;
    HostVector factors = factors_of_lines(rows, 32);
    factors[rows / 2] = -0.0;
    for (const double ghost : numbers(3, ghosts)) factors.push_back(ghost);
    const Array<double> all = array_of("factors", factors);
    const RepeatedPieces repeated = repeated_pieces(all, rows);
    const RowFactors found = factors_of(all, repeated);
    REQUIRE(found.pieces != nullptr);
    const LocalIndex pieces = (rows + rows_per_piece - 1) / rows_per_piece;
    CHECK(found.bytes(rows) == 8.0 * rows_per_piece * found.distinct_count + pieces);
    for (LocalIndex begin = 0; begin < rows; ++begin) {
      const BlockFactors block = found.of_block(begin);
      REQUIRE((block.pieces != nullptr) == (begin % rows_per_piece == 0));
      for (const LocalIndex length : {1, 63, 64, 65, 320, 1024})
        REQUIRE(has_factors(block, factors, begin, std::min(rows, begin + length)));
    }
    for (LocalIndex begin = rows; begin < rows + ghosts; ++begin)
      REQUIRE(has_factors(found.of_block(begin), factors, begin, rows + ghosts));
  }
}

TEST_CASE("fused kernels read factors in pieces, and every bit is as without pieces", "[factors]") {
  if constexpr (!on_host) SKIP("a device reads all factors");
  const struct {
    LocalIndex rows, line;
  } samples[] = {{256, 1}, {832, 96}, {1000, 1}, {1000, 96}, {1024, 96}, {5003, 96}};
  for (const auto& [rows, line] : samples)
    for (const int width : {1, 2, 3, 5, 8, 16, 32})
      for (const int ghosts : {0, 70}) {
        INFO(rows << " rows in lines of " << line << ", width " << width << ", " << ghosts << " ghosts");
        HostVector factors = factors_of_lines(rows, line);
        for (const double ghost : numbers(3, ghosts)) factors.push_back(ghost);
        const Diagonal plain(factors);
        Diagonal in_pieces(factors);
        in_pieces.store_only_pieces(rows);
        for (const Formulation formulation : {Formulation::merged, Formulation::basic})
          for (const Fuse fuse : {Fuse::yes, Fuse::no}) {
            const Execution how{.formulation = formulation, .fuse = fuse, .fused_ghosts = ghosts};
            CHECK(with_everywhere(in_pieces, rows, width, how) == with_everywhere(plain, rows, width, how));
          }
      }
}

TEST_CASE("kernels on vectors in single precision read factors in pieces, too", "[factors]") {
  if constexpr (!on_host) SKIP("a device reads all factors");
  constexpr LocalIndex rows = 1000;
  const HostVector factors = factors_of_lines(rows, 96);
  Diagonal diagonal(factors);
  diagonal.store_only_pieces(rows);
  const Preconditioner& M = diagonal;
  const auto narrow = [](const char* name) { return make_vector(name, rows, 0, 1, 0, Precision::single_precision); };
  const Vec<first_of_any_precision> r(narrow("r"), "r");
  const Vec<first_of_any_precision + 1> z(narrow("z"), "z");
  copy(vec<1>("r", rows, 1).vector(), r.vector());
  for (const Formulation formulation : {Formulation::merged, Formulation::basic}) {
    fill(z.vector(), 0);
    Kernels k(rows, 1, {.formulation = formulation, .vectors = Precision::single_precision});
    k.run(z = M * r);
    const float *const from = r.vector().singles.data(), *const found = z.vector().singles.data();
    bool same = true;
    for (LocalIndex i = 0; i < rows; ++i)
      same = same && found[i] == static_cast<float>(factors[i] * static_cast<double>(from[i]));
    CHECK(same);
    CHECK(k.cost_of(z = M * r).bytes_read == 4.0 * rows + M.factors().bytes(rows));
  }
}

TEST_CASE("a task scales whichever rows it is given by their factors", "[factors]") {
  if constexpr (!on_host) SKIP("a device has no tasks");
  constexpr LocalIndex rows = 2000;
  const HostVector factors = factors_of_lines(rows, 96);
  Diagonal diagonal(factors);
  diagonal.store_pieces(rows);
  const Preconditioner& M = diagonal;
  for (const int width : {1, 3, 16})
    for (const LocalIndex begin : {0, 1, 8, 63, 64, 65, 640, 1001})
      for (const LocalIndex length : {1, 7, 64, 65, 999}) {
        INFO("width " << width << ", " << length << " rows from " << begin);
        const auto r = vec<1>("r", rows, width);
        const auto z = vec<2>("z", rows, width);
        HostVector expected = download(z.vector());
        for (LocalIndex i = begin; i < begin + length; ++i)
          for (Offset e = Offset{i} * width; e < Offset{i + 1} * width; ++e) expected[e] = factors[i] * number(1, e);
        FusedBodies bodies({rows, 0, width}, ResidualNorm::unpreconditioned, Precision::double_precision);
        const Precondition<2, 1> scaling = z = M * r;
        static_cast<void>(bodies.collect(scaling));
        bodies.as_task<PreconditionerKind::diagonal>(
            Stores::cached, [&](const BlockTask* task) { task->run(0, begin, begin + length); }, no_vector, 0, scaling);
        CHECK(download(z.vector()) == expected);
      }
}

TEST_CASE("kernels that read factors in pieces cost fewer bytes", "[factors]") {
  if constexpr (!on_host) SKIP("a device reads all factors");
  constexpr LocalIndex rows = 6400;
  const Diagonal plain(constant_factors(rows));
  Diagonal in_pieces(constant_factors(rows));
  in_pieces.store_only_pieces(rows);
  for (const int width : {1, 3}) {
    const auto r = vec<1>("r", rows, width);
    const auto z = vec<2>("z", rows, width);
    Kernels k(rows, width);
    const auto bytes_of = [&](const Preconditioner& M) { return k.cost_of(z = M * r, dot(z, r)).bytes_read; };
    CHECK(bytes_of(plain) == 8.0 * rows * width + 8.0 * rows);
    constexpr LocalIndex pieces = rows / rows_per_piece;
    CHECK(bytes_of(in_pieces) == 8.0 * rows * width + 8 * rows_per_piece + pieces);
  }
}

}  // namespace minikrylov
