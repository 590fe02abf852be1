/* Times a bare loop over the bytes of a SELL matrix with chunks of 8 rows: y = A x, and q = A p with (p,q),
 * alternately, by all threads, which take equal shares of the chunks. Before each, three other vectors pass through the
 * caches, as they do in an iteration of a solver. What it reads is what SELL products read: a
 * double per entry and a column per diagonal of a chunk, or with -points 81 per entry. No formats, ranks or halos.
 * -points 7 or 27: Poisson's matrix (n^3 rows, Dirichlet); 81: three unknowns at each of n^3 points, all coupled with
 * those of the 27 points around, as rows of single numbers. x(i) = 1 + i mod 7.
 *
 * Prints:  bare,<product or fused>,none,1,<n>,<products>,<mean seconds per product>,<relative error> */
#include <omp.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <utility>

namespace {

constexpr int lanes = 8, ahead = 512;  // rows of a chunk; entries between those multiplied and those prefetched
// Of the processor's registers: wider vectors pass through memory (GCC 12 for AVX2: up to twice as long).
#if defined(__AVX512F__)
constexpr int width = 8;
#elif defined(__AVX__)
constexpr int width = 4;
#else
constexpr int width = 2;
#endif
constexpr int parts = lanes / width;
using Part = double __attribute__((vector_size(width * sizeof(double))));
using Unaligned __attribute__((aligned(sizeof(double)), may_alias)) = Part;  // clang ignores them behind the type

/* Untouched memory in huge pages where the system has them: whoever writes a page first has it near. */
template <class T> T* allocate(std::size_t count) {
  constexpr std::size_t page = std::size_t{1} << 21;
  const std::size_t bytes = (count * sizeof(T) / page + 1) * page;
  void* memory = std::aligned_alloc(page, bytes);
  if (memory == nullptr) std::exit(2);
#ifdef MADV_HUGEPAGE
  madvise(memory, bytes, MADV_HUGEPAGE);
#endif
  return static_cast<T*>(memory);
}

struct Pattern {
  int n, points, unknowns;  // unknowns: per point
  [[nodiscard]] std::int64_t rows() const { return std::int64_t{unknowns} * n * n * n; }
  [[nodiscard]] int chunks() const { return static_cast<int>((rows() + lanes - 1) / lanes); }
  [[nodiscard]] std::int64_t margin() const { return (std::int64_t{n} * n + n + lanes) / lanes * lanes; }
  [[nodiscard]] double value(std::int64_t row, std::int64_t column) const { return row == column ? points - 1 : -1; }

  /* visit(distance) for the points coupled with a point inside of the grid, in ascending order. */
  template <class Visit> void visit_diagonals(const Visit& visit) const {
    for (int dk = -1; dk <= 1; ++dk)
      for (int dj = -1; dj <= 1; ++dj)
        for (int di = -1; di <= 1; ++di)
          if (points != 7 || std::abs(di) + std::abs(dj) + std::abs(dk) <= 1) visit(di, dj, dk);
  }
  [[nodiscard]] bool has(std::int64_t point, int di, int dj, int dk) const {
    const auto inside = [&](std::int64_t place) { return place >= 0 && place < n; };
    return inside(point % n + di) && inside(point / n % n + dj) && inside(point / n / n + dk);
  }
  [[nodiscard]] std::int64_t distance(int di, int dj, int dk) const { return (std::int64_t{dk} * n + dj) * n + di; }

  /* visit(column) for the entries of a row; none beyond the last. */
  template <class Visit> void visit_row(std::int64_t row, const Visit& visit) const {
    if (row >= rows()) return;
    const std::int64_t point = row / unknowns;
    visit_diagonals([&](int di, int dj, int dk) {
      if (!has(point, di, dj, dk)) return;
      for (int other = 0; other < unknowns; ++other) visit((point + distance(di, dj, dk)) * unknowns + other);
    });
  }
  /* visit(distance) for the diagonals on which a chunk of one unknown per point has entries. */
  template <class Visit> void visit_chunk(int chunk, const Visit& visit) const {
    visit_diagonals([&](int di, int dj, int dk) {
      for (std::int64_t row = std::int64_t{chunk} * lanes; row < std::min(rows(), (chunk + std::int64_t{1}) * lanes);
           ++row)
        if (has(row, di, dj, dk)) return visit(di, dj, dk);
    });
  }
};

/* Entries k of all rows of a chunk lie side by side. */
struct Matrix {
  Pattern pattern;
  std::uint32_t* starts;  // of each chunk, in entries per row
  double* values;
  std::int32_t* columns;  // of the first row for each k, or of all
};

/* The chunks of this thread. */
struct Share {
  int begin, end;
  explicit Share(int chunks) {
    const std::int64_t thread = omp_get_thread_num(), threads = omp_get_num_threads();
    begin = static_cast<int>(chunks * thread / threads), end = static_cast<int>(chunks * (thread + 1) / threads);
  }
};

std::uint32_t length_of(const Pattern& pattern, int chunk) {
  std::uint32_t longest = 0;
  if (pattern.unknowns == 1) pattern.visit_chunk(chunk, [&](int, int, int) { ++longest; });
  for (int lane = 0; lane < lanes && pattern.unknowns > 1; ++lane) {
    std::uint32_t length = 0;
    pattern.visit_row(std::int64_t{chunk} * lanes + lane, [&](std::int64_t) { ++length; });
    longest = std::max(longest, length);
  }
  return longest;
}

/* Rows have zeros on diagonals where only others of the chunk have entries. */
void fill_regular(const Matrix& a, int chunk) {
  std::size_t to = a.starts[chunk];
  const std::int64_t first = std::int64_t{chunk} * lanes;
  a.pattern.visit_chunk(chunk, [&](int di, int dj, int dk) {
    a.columns[to] = static_cast<std::int32_t>(first + a.pattern.distance(di, dj, dk));
    for (int lane = 0; lane < lanes; ++lane) {
      const bool exists = first + lane < a.pattern.rows() && a.pattern.has(first + lane, di, dj, dk);
      a.values[to * lanes + lane] = exists ? a.pattern.value(first + lane, a.columns[to] + lane) : 0;
    }
    ++to;
  });
}

/* Shorter rows end with zeros in the columns of their last entries. */
void fill_irregular(const Matrix& a, int chunk) {
  for (int lane = 0; lane < lanes; ++lane) {
    std::size_t to = std::size_t{a.starts[chunk]} * lanes + lane;
    const std::int64_t row = std::int64_t{chunk} * lanes + lane;
    std::int64_t last = 0;
    a.pattern.visit_row(row, [&](std::int64_t column) {
      a.columns[to] = static_cast<std::int32_t>(last = column);
      a.values[to] = a.pattern.value(row, column);
      to += lanes;
    });
    for (; to < std::size_t{a.starts[chunk + 1]} * lanes; to += lanes)
      a.columns[to] = static_cast<std::int32_t>(last), a.values[to] = 0;
  }
}

Matrix assemble(const Pattern& pattern) {
  const int chunks = pattern.chunks();
  const bool regular = pattern.unknowns == 1;
  Matrix a{pattern, allocate<std::uint32_t>(chunks + 1), nullptr, nullptr};
  a.starts[0] = 0;
#pragma omp parallel for schedule(static)
  for (int c = 0; c < chunks; ++c) a.starts[c + 1] = length_of(pattern, c);
  std::partial_sum(a.starts, a.starts + chunks + 1, a.starts);
  // Prefetches may reach beyond the end.
  const std::size_t entries = std::size_t{a.starts[chunks]} * lanes + ahead;
  a.values = allocate<double>(entries);
  a.columns = allocate<std::int32_t>(regular ? entries / lanes : entries);
#pragma omp parallel
  for (Share mine(chunks); mine.begin < mine.end; ++mine.begin)
    regular ? fill_regular(a, mine.begin) : fill_irregular(a, mine.begin);
  return a;
}

/* x at the columns of some rows: of a loop over lanes GCC makes a chain of broadcasts. */
template <int... lane> inline Part gather(const double* x, const std::int32_t* c, std::integer_sequence<int, lane...>) {
  return Part{x[c[lane]]...};
}

/* The same for the columns of part p of a chunk, which follow each other or are anywhere. */
template <bool regular> inline Part load(const double* x, const std::int32_t* c, int p) {
  if constexpr (regular) return *reinterpret_cast<const Unaligned*>(x + *c + p * width);
  return gather(x, c + p * width, std::make_integer_sequence<int, width>());
}

/* The loop. Returns this thread's part of (x,y) if asked for. */
template <bool regular, bool fused> double multiply(const Matrix& a, Share mine, const double* x, double* y) {
  constexpr int step = regular ? 1 : lanes;
  Part dots[parts] = {};
  for (int c = mine.begin; c < mine.end; ++c) {
    Part sums[parts] = {};
    for (std::size_t e = a.starts[c]; e < a.starts[c + 1]; ++e) {
      const double* values = a.values + e * lanes;
      __builtin_prefetch(values + ahead);
      if constexpr (!regular) __builtin_prefetch(a.columns + e * lanes + ahead);
      for (int p = 0; p < parts; ++p)
        sums[p] += *reinterpret_cast<const Part*>(values + p * width) * load<regular>(x, a.columns + e * step, p);
    }
    const std::size_t row = std::size_t{lanes} * c;
    for (int p = 0; p < parts; ++p) {
      *reinterpret_cast<Part*>(y + row + p * width) = sums[p];
      if constexpr (fused) dots[p] += sums[p] * *reinterpret_cast<const Part*>(x + row + p * width);
    }
  }
  double dot = 0;
  for (int lane = 0; lane < lanes; ++lane) dot += dots[lane / width][lane % width];
  return dot;
}

template <bool fused> double multiply(const Matrix& a, const double* x, double* y) {
  double dot = 0;
#pragma omp parallel reduction(+ : dot)
  {
    const Share mine(a.pattern.chunks());
    dot += a.pattern.unknowns == 1 ? multiply<true, fused>(a, mine, x, y) : multiply<false, fused>(a, mine, x, y);
  }
  return dot;
}

/* a = b + 3 c for other vectors than those of products. */
void sweep(std::int64_t rows, double* a, const double* b, const double* c) {
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < rows; ++i) a[i] = b[i] + 3 * c[i];
}

/* The relative error of y = A x in the maximum norm, or that of (x,y) if larger. */
double error_of(const Pattern& pattern, const double* x, const double* y, double dot) {
  double worst = 0, largest = 0, exact = 0, size = 0;
  for (std::int64_t row = 0; row < pattern.rows(); ++row) {
    double sum = 0;
    pattern.visit_row(row, [&](std::int64_t column) { sum += pattern.value(row, column) * x[column]; });
    worst = std::max(worst, std::abs(sum - y[row]));
    largest = std::max(largest, std::abs(sum));
    exact += sum * x[row];
    size += std::abs(sum * x[row]);
  }
  return std::max(worst / largest, std::abs(exact - dot) / size);
}

void report(const char* what, const Pattern& pattern, int products, double seconds, double error) {
  std::printf("bare,%s,none,1,%d,%d,%.6e,%.3e\n", what, pattern.n, products, seconds / products, error);
}

}  // namespace

int main(int argc, char** argv) {
  int n = 128, points = 7, products = 30;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (!std::strcmp(argv[i], "-n")) n = std::atoi(argv[i + 1]);
    if (!std::strcmp(argv[i], "-points")) points = std::atoi(argv[i + 1]);
    if (!std::strcmp(argv[i], "-its")) products = std::atoi(argv[i + 1]);
  }
  const Matrix a = assemble({n, points, points == 81 ? 3 : 1});
  const Pattern& pattern = a.pattern;
  // Zeros on diagonals may read x before its beginning and behind its end.
  const auto margin = static_cast<std::size_t>(pattern.margin()), rows = std::size_t{lanes} * pattern.chunks();
  double *x = allocate<double>(rows + 2 * margin) + margin, *y = allocate<double>(rows);
  std::fill(x - margin, x, 0.0), std::fill(x + rows, x + rows + margin, 0.0);
#pragma omp parallel
  for (Share mine(pattern.chunks()); mine.begin < mine.end; ++mine.begin)
    for (std::int64_t row = std::int64_t{lanes} * mine.begin, lane = 0; lane < lanes; ++lane)
      x[row + lane] = row + lane < pattern.rows() ? static_cast<double>(1 + (row + lane) % 7) : 0, y[row + lane] = 0;
  double* others[] = {allocate<double>(rows), allocate<double>(rows), allocate<double>(rows)};
#pragma omp parallel for schedule(static)
  for (std::size_t i = 0; i < rows; ++i) others[0][i] = others[1][i] = others[2][i] = 1;
  const auto sweep_others = [&] { sweep(static_cast<std::int64_t>(rows), others[0], others[1], others[2]); };
  double of_product = 0, of_fused = 0, dot = 0;
  for (int k = -3; k < products; ++k) {
    sweep_others();
    const double began = omp_get_wtime();
    multiply<false>(a, x, y);
    const double ended = omp_get_wtime();
    sweep_others();
    const double began_fused = omp_get_wtime();
    dot = multiply<true>(a, x, y);
    const double ended_fused = omp_get_wtime();
    if (k >= 0) of_product += ended - began, of_fused += ended_fused - began_fused;
  }
  const double error = error_of(pattern, x, y, dot);
  report("product", pattern, products, of_product, error);
  report("fused", pattern, products, of_fused, error);
  return 0;
}
