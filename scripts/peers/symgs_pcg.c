/* Times CG with symmetric Gauss-Seidel as in HPCG's reference code, without its multigrid: one array of values and of
 * column numbers per row, sweeps in natural order by one thread per rank, two sweeps over the whole matrix per
 * application, a product, three dot products and three vector updates, each in its own loop. 27-point matrix (26, -1)
 * on n x n x n points, ranks stacked in z, b = A*1, x0 = 0, a fixed number of iterations.
 * Prints:  hpcg,cg,symgs,<ranks>,<n>,<iters>,<seconds per iteration>,<relative residual of the recurrence> */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int n, planes, rank, size, rows, plane;
static int    *length, **columns;
static double **values, **diagonal;

static void assemble(void)
{
  const int below = rank > 0, above = rank < size - 1;
  length   = malloc(sizeof *length * rows);
  columns  = malloc(sizeof *columns * rows);
  values   = malloc(sizeof *values * rows);
  diagonal = malloc(sizeof *diagonal * rows);
  for (int r = 0; r < rows; ++r) {
    const int i = r % n, j = r / n % n, k = r / plane;
    int       m = 0;
    columns[r] = malloc(sizeof **columns * 27);
    values[r]  = malloc(sizeof **values * 27);
    for (int c = k - 1; c <= k + 1; ++c)
      for (int b = j - 1; b <= j + 1; ++b)
        for (int a = i - 1; a <= i + 1; ++a) {
          if (a < 0 || b < 0 || a >= n || b >= n || (c < 0 && !below) || (c >= planes && !above)) continue;
          const int column = c < 0 ? rows + b * n + a : c >= planes ? rows + below * plane + b * n + a : (c * n + b) * n + a;
          columns[r][m]    = column;
          values[r][m]     = column == r ? 26 : -1;
          if (column == r) diagonal[r] = &values[r][m];
          ++m;
        }
    length[r] = m;
  }
}

/* The neighbours' planes follow the rows: first that of the rank below, if there is one. */
static void exchange_halo(double *x)
{
  MPI_Request request[4];
  int         m = 0;
  double     *ghosts = x + rows;
  if (rank > 0) {
    MPI_Irecv(ghosts, plane, MPI_DOUBLE, rank - 1, 0, MPI_COMM_WORLD, &request[m++]);
    MPI_Isend(x, plane, MPI_DOUBLE, rank - 1, 0, MPI_COMM_WORLD, &request[m++]);
    ghosts += plane;
  }
  if (rank < size - 1) {
    MPI_Irecv(ghosts, plane, MPI_DOUBLE, rank + 1, 0, MPI_COMM_WORLD, &request[m++]);
    MPI_Isend(x + rows - plane, plane, MPI_DOUBLE, rank + 1, 0, MPI_COMM_WORLD, &request[m++]);
  }
  MPI_Waitall(m, request, MPI_STATUSES_IGNORE);
}

static void sweep_row(int r, const double *b, double *x)
{
  const double *v   = values[r];
  const int    *c   = columns[r];
  double        sum = b[r];
  for (int e = 0; e < length[r]; ++e) sum -= v[e] * x[c[e]];
  sum += x[r] * *diagonal[r];
  x[r] = sum / *diagonal[r];
}

static void precondition(const double *r, double *z)
{
  memset(z, 0, sizeof *z * (rows + 2 * plane));
  exchange_halo(z);
  for (int i = 0; i < rows; ++i) sweep_row(i, r, z);
  for (int i = rows - 1; i >= 0; --i) sweep_row(i, r, z);
}

static void multiply(double *x, double *y)
{
  exchange_halo(x);
  for (int r = 0; r < rows; ++r) {
    double sum = 0;
    for (int e = 0; e < length[r]; ++e) sum += values[r][e] * x[columns[r][e]];
    y[r] = sum;
  }
}

static double dot(const double *x, const double *y)
{
  double mine = 0, all;
  for (int i = 0; i < rows; ++i) mine += x[i] * y[i];
  MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

static void update(double a, const double *x, double b, const double *y, double *w)
{
  for (int i = 0; i < rows; ++i) w[i] = a * x[i] + b * y[i];
}

/* Seconds; sets the relative residual. */
static double solve(int its, const double *b, double *x, double *r, double *z, double *p, double *q, double *relative)
{
  MPI_Barrier(MPI_COMM_WORLD);
  const double began = MPI_Wtime(), b_norm = sqrt(dot(b, b));
  double       rtz = 0, norm = 0;
  memset(x, 0, sizeof *x * rows);
  memcpy(r, b, sizeof *r * rows);
  for (int k = 0; k < its; ++k) {
    precondition(r, z);
    const double old = rtz;
    rtz              = dot(r, z);
    if (k == 0) memcpy(p, z, sizeof *p * rows);
    else update(1, z, rtz / old, p, p);
    multiply(p, q);
    const double alpha = rtz / dot(p, q);
    update(1, x, alpha, p, x);
    update(1, r, -alpha, q, r);
    norm = sqrt(dot(r, r));
  }
  *relative = norm / b_norm;
  return MPI_Wtime() - began;
}

int main(int argc, char **argv)
{
  int its = 30, reps = 3;
  MPI_Init(&argc, &argv);
  n = 128;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (!strcmp(argv[i], "-n")) n = atoi(argv[i + 1]);
    if (!strcmp(argv[i], "-its")) its = atoi(argv[i + 1]);
    if (!strcmp(argv[i], "-reps")) reps = atoi(argv[i + 1]);
  }
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  plane  = n * n;
  planes = n * (rank + 1) / size - n * rank / size;
  rows   = plane * planes;
  assemble();
  double *vector[6], relative = 0, best = 1e30;
  for (int i = 0; i < 6; ++i) vector[i] = calloc(rows + 2 * plane, sizeof(double));
  for (int i = 0; i < rows; ++i) vector[1][i] = 1;
  multiply(vector[1], vector[0]);
  for (int k = 0; k <= reps; ++k) {
    double seconds = solve(its, vector[0], vector[1], vector[2], vector[3], vector[4], vector[5], &relative);
    MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    if (k > 0 && seconds < best) best = seconds;
  }
  if (rank == 0) printf("hpcg,cg,symgs,%d,%d,%d,%.6e,%.3e\n", size, n, its, best / its, relative);
  MPI_Finalize();
  return 0;
}
