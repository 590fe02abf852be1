/* Times Intel MKL's inspector-executor product on the 7- or 27-point Poisson matrix (n^3 rows, Dirichlet), from CSR, by
 * all threads, as created and after mkl_sparse_optimize. x(i) = 1 + i mod 7.
 * Prints:  mkl,<plain or optimised>,none,1,<n>,<products>,<seconds per product: median>,<relative error of the product> */
#include <math.h>
#include <mkl.h>
#include <mkl_spblas.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  MKL_INT rows, *starts, *columns;
  double *values;
} Matrix;

static Matrix assemble(int n, int points)
{
  Matrix  a    = {.rows = (MKL_INT)n * n * n};
  MKL_INT next = 0;
  a.starts     = mkl_malloc(sizeof *a.starts * (a.rows + 1), 64);
  a.columns    = mkl_malloc(sizeof *a.columns * a.rows * points, 64);
  a.values     = mkl_malloc(sizeof *a.values * a.rows * points, 64);
  for (MKL_INT r = 0; r < a.rows; ++r) {
    const int i = r % n, j = r / n % n, k = r / (n * n);
    a.starts[r] = next;
    for (int dk = -1; dk <= 1; ++dk)
      for (int dj = -1; dj <= 1; ++dj)
        for (int di = -1; di <= 1; ++di) {
          const int distance = abs(di) + abs(dj) + abs(dk);
          if ((points == 7 && distance > 1) || i + di < 0 || i + di >= n || j + dj < 0 || j + dj >= n || k + dk < 0 || k + dk >= n) continue;
          a.columns[next]  = r + ((MKL_INT)dk * n + dj) * n + di;
          a.values[next++] = distance ? -1 : points - 1;
        }
  }
  a.starts[a.rows] = next;
  return a;
}

/* The relative error of y = A x in the maximum norm. */
static double error_of(const Matrix *a, const double *x, const double *y)
{
  double worst = 0, largest = 0;
  for (MKL_INT r = 0; r < a->rows; ++r) {
    double sum = 0;
    for (MKL_INT e = a->starts[r]; e < a->starts[r + 1]; ++e) sum += a->values[e] * x[a->columns[e]];
    worst   = fmax(worst, fabs(sum - y[r]));
    largest = fmax(largest, fabs(sum));
  }
  return worst / largest;
}

static int ascending(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
  int n = 128, points = 7, its = 30;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (!strcmp(argv[i], "-n")) n = atoi(argv[i + 1]);
    if (!strcmp(argv[i], "-points")) points = atoi(argv[i + 1]);
    if (!strcmp(argv[i], "-its")) its = atoi(argv[i + 1]);
  }
  mkl_set_threading_layer(MKL_THREADING_GNU);  /* one OpenMP runtime, so that threads stay where their pages are */
  const Matrix a = assemble(n, points);
  double      *x = mkl_malloc(sizeof *x * a.rows, 64), *y = mkl_malloc(sizeof *y * a.rows, 64);
  double      *seconds = malloc(sizeof *seconds * its);
  const struct matrix_descr general = {.type = SPARSE_MATRIX_TYPE_GENERAL};
#pragma omp parallel for schedule(static)
  for (MKL_INT r = 0; r < a.rows; ++r) x[r] = 1 + r % 7, y[r] = 0;
  for (int optimised = 0; optimised < 2; ++optimised) {
    sparse_matrix_t handle;
    mkl_sparse_d_create_csr(&handle, SPARSE_INDEX_BASE_ZERO, a.rows, a.rows, a.starts, a.starts + 1, a.columns, a.values);
    if (optimised) {
      mkl_sparse_set_mv_hint(handle, SPARSE_OPERATION_NON_TRANSPOSE, general, 1000);
      mkl_sparse_set_memory_hint(handle, SPARSE_MEMORY_AGGRESSIVE);
      mkl_sparse_optimize(handle);
    }
    for (int k = -3; k < its; ++k) {
      const double began = omp_get_wtime();
      mkl_sparse_d_mv(SPARSE_OPERATION_NON_TRANSPOSE, 1, handle, general, x, 0, y);
      if (k >= 0) seconds[k] = omp_get_wtime() - began;
    }
    qsort(seconds, its, sizeof *seconds, ascending);
    printf("mkl,%s,none,1,%d,%d,%.6e,%.3e\n", optimised ? "optimised" : "plain", n, its, seconds[its / 2], error_of(&a, x, y));
    mkl_sparse_destroy(handle);
  }
  return 0;
}
