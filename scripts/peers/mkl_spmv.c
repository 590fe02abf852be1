/* Times Intel MKL's inspector-executor product on the 7- or 27-point Poisson matrix (n^3 rows, Dirichlet), or with
 * -points 81 on a matrix with three unknowns at each of n^3 points, all coupled with those of the 27 points around. From
 * CSR, by all threads, as created and after mkl_sparse_optimize, then q = A p with (p,q): by mkl_sparse_d_dotmv (fused)
 * and by two calls (separate), alternately. Before each, three other vectors pass through the caches, as they do in an
 * iteration of a solver. x(i) = 1 + i mod 7.
 * Prints:  mkl,<plain, optimised, fused or separate>,none,1,<n>,<products>,<mean seconds per product>,<relative error> */
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
  const int unknowns = points == 81 ? 3 : 1;  /* per point */
  Matrix    a        = {.rows = (MKL_INT)n * n * n * unknowns};
  MKL_INT   next     = 0;
  a.starts     = mkl_malloc(sizeof *a.starts * (a.rows + 1), 64);
  a.columns    = mkl_malloc(sizeof *a.columns * a.rows * points, 64);
  a.values     = mkl_malloc(sizeof *a.values * a.rows * points, 64);
  for (MKL_INT r = 0; r < a.rows; ++r) {
    const MKL_INT point = r / unknowns;
    const int     i = point % n, j = point / n % n, k = point / (n * n);
    a.starts[r] = next;
    for (int dk = -1; dk <= 1; ++dk)
      for (int dj = -1; dj <= 1; ++dj)
        for (int di = -1; di <= 1; ++di) {
          const int distance = abs(di) + abs(dj) + abs(dk);
          if ((points == 7 && distance > 1) || i + di < 0 || i + di >= n || j + dj < 0 || j + dj >= n || k + dk < 0 || k + dk >= n) continue;
          for (int other = 0; other < unknowns; ++other) {
            const MKL_INT column = (point + ((MKL_INT)dk * n + dj) * n + di) * unknowns + other;
            a.columns[next]  = column;
            a.values[next++] = column == r ? points - 1 : -1;
          }
        }
  }
  a.starts[a.rows] = next;
  return a;
}

/* The relative error of y = A x in the maximum norm, or that of (x,y) if larger. */
static double error_of(const Matrix *a, const double *x, const double *y, double dot)
{
  double worst = 0, largest = 0, exact = 0, size = 0;
  for (MKL_INT r = 0; r < a->rows; ++r) {
    double sum = 0;
    for (MKL_INT e = a->starts[r]; e < a->starts[r + 1]; ++e) sum += a->values[e] * x[a->columns[e]];
    worst   = fmax(worst, fabs(sum - y[r]));
    largest = fmax(largest, fabs(sum));
    exact += sum * x[r];
    size += fabs(sum * x[r]);
  }
  return fmax(worst / largest, fabs(exact - dot) / size);
}

/* a = b + 3 c for other vectors than those of products. */
static void sweep(MKL_INT rows, double **others)
{
  double *a = others[0];
  const double *b = others[1], *c = others[2];
#pragma omp parallel for schedule(static)
  for (MKL_INT r = 0; r < rows; ++r) a[r] = b[r] + 3 * c[r];
}

static void report(const char *what, int n, int count, double seconds, double error)
{
  printf("mkl,%s,none,1,%d,%d,%.6e,%.3e\n", what, n, count, seconds / count, error);
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
  const struct matrix_descr general = {.type = SPARSE_MATRIX_TYPE_GENERAL};
#pragma omp parallel for schedule(static)
  for (MKL_INT r = 0; r < a.rows; ++r) x[r] = 1 + r % 7, y[r] = 0;
  double *others[3];
  for (int v = 0; v < 3; ++v) {
    others[v] = mkl_malloc(sizeof(double) * a.rows, 64);
#pragma omp parallel for schedule(static)
    for (MKL_INT r = 0; r < a.rows; ++r) others[v][r] = 1;
  }
  for (int optimised = 0; optimised < 2; ++optimised) {
    sparse_matrix_t handle;
    mkl_sparse_d_create_csr(&handle, SPARSE_INDEX_BASE_ZERO, a.rows, a.rows, a.starts, a.starts + 1, a.columns, a.values);
    if (optimised) {
      mkl_sparse_set_mv_hint(handle, SPARSE_OPERATION_NON_TRANSPOSE, general, 1000);
      mkl_sparse_set_dotmv_hint(handle, SPARSE_OPERATION_NON_TRANSPOSE, general, 1000);
      mkl_sparse_set_memory_hint(handle, SPARSE_MEMORY_AGGRESSIVE);
      mkl_sparse_optimize(handle);
    }
    double product = 0, fused = 0, separate = 0, dot_fused = 0, dot_separate = 0;
    for (int k = -3; k < its; ++k) {
      sweep(a.rows, others);
      const double began = omp_get_wtime();
      mkl_sparse_d_mv(SPARSE_OPERATION_NON_TRANSPOSE, 1, handle, general, x, 0, y);
      if (k >= 0) product += omp_get_wtime() - began;
      if (!optimised) continue;
      sweep(a.rows, others);
      const double began_fused = omp_get_wtime();
      mkl_sparse_d_dotmv(SPARSE_OPERATION_NON_TRANSPOSE, 1, handle, general, x, 0, y, &dot_fused);
      if (k >= 0) fused += omp_get_wtime() - began_fused;
      sweep(a.rows, others);
      const double began_separate = omp_get_wtime();
      mkl_sparse_d_mv(SPARSE_OPERATION_NON_TRANSPOSE, 1, handle, general, x, 0, y);
      dot_separate = cblas_ddot(a.rows, x, 1, y, 1);
      if (k >= 0) separate += omp_get_wtime() - began_separate;
    }
    const double dot = cblas_ddot(a.rows, x, 1, y, 1);
    report(optimised ? "optimised" : "plain", n, its, product, error_of(&a, x, y, dot));
    if (optimised) {
      report("fused", n, its, fused, error_of(&a, x, y, dot_fused));
      report("separate", n, its, separate, error_of(&a, x, y, dot_separate));
    }
    mkl_sparse_destroy(handle);
  }
  return 0;
}
