/* Times Belos' CG and BiCGStab on Tpetra with Jacobi's preconditioner on the 7-point Poisson matrix (n^3 unknowns,
 * Dirichlet), b = A*1, x0 = 0, a fixed number of iterations.
 * Prints:  trilinos,<solver>,jacobi,<ranks>,<n>,<iters>,<seconds per iteration>,<relative true residual> */
#include <BelosBiCGStabSolMgr.hpp>
#include <BelosLinearProblem.hpp>
#include <BelosPseudoBlockCGSolMgr.hpp>
#include <BelosTpetraAdapter.hpp>
#include <Teuchos_CommHelpers.hpp>
#include <Tpetra_Core.hpp>
#include <Tpetra_CrsMatrix.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

using Matrix = Tpetra::CrsMatrix<double>;
using Row = Matrix::global_ordinal_type;
using Map = Tpetra::Map<>;
using Vectors = Tpetra::MultiVector<double>;
using Operator = Tpetra::Operator<double>;
using Problem = Belos::LinearProblem<double, Vectors, Operator>;
using Solver = Belos::SolverManager<double, Vectors, Operator>;
using CG = Belos::PseudoBlockCGSolMgr<double, Vectors, Operator>;
using BiCGStab = Belos::BiCGStabSolMgr<double, Vectors, Operator>;
using Parameters = Teuchos::ParameterList;
template <class T> using Pointer = Teuchos::RCP<T>;

struct Settings {
  int n = 128, iterations = 50, repetitions = 3;
  std::string solvers = "cg,bicgstab";
};

/* y = D^-1 x, as Ifpack2's RELAXATION with one Jacobi sweep, without its package. */
class Diagonal : public Operator {
 public:
  Diagonal(const Pointer<const Map>& map, double entry) : map_(map), entry_(entry) {}
  Pointer<const Map> getDomainMap() const override { return map_; }
  Pointer<const Map> getRangeMap() const override { return map_; }
  void apply(const Vectors& x, Vectors& y, Teuchos::ETransp, double alpha, double beta) const override {
    y.update(alpha / entry_, x, beta);
  }

 private:
  Pointer<const Map> map_;
  double entry_;
};

static Pointer<Matrix> assemble(const Pointer<const Map>& map, int n) {
  auto matrix = Teuchos::rcp(new Matrix(map, 7));
  for (Row r = map->getMinGlobalIndex(); r <= map->getMaxGlobalIndex(); ++r) {
    const Row i = r % n, j = r / n % n, k = r / n / n, plane = Row(n) * n;
    Row columns[7];
    double values[7];
    int m = 0;
    auto insert = [&](Row column, double value) { columns[m] = column, values[m++] = value; };
    if (k > 0) insert(r - plane, -1);
    if (j > 0) insert(r - n, -1);
    if (i > 0) insert(r - 1, -1);
    insert(r, 6);
    if (i < n - 1) insert(r + 1, -1);
    if (j < n - 1) insert(r + n, -1);
    if (k < n - 1) insert(r + plane, -1);
    matrix->insertGlobalValues(r, m, values, columns);
  }
  matrix->fillComplete();
  return matrix;
}

static double relative_residual(const Matrix& a, const Vectors& x, const Vectors& b) {
  Vectors residual(b.getMap(), 1);
  a.apply(x, residual);
  residual.update(1, b, -1);
  double of_residual = 0, of_b = 0;
  residual.norm2(Teuchos::arrayView(&of_residual, 1));
  b.norm2(Teuchos::arrayView(&of_b, 1));
  return of_residual / of_b;
}

static void time_solver(const std::string& name, const Settings& settings, const Pointer<Matrix>& a,
                        const Pointer<Operator>& m) {
  auto x = Teuchos::rcp(new Vectors(a->getMap(), 1)), b = Teuchos::rcp(new Vectors(a->getMap(), 1));
  x->putScalar(1);
  a->apply(*x, *b);
  auto parameters = Teuchos::rcp(new Parameters);
  parameters->set("Maximum Iterations", settings.iterations);
  parameters->set("Convergence Tolerance", 1e-30);
  parameters->set("Verbosity", int(Belos::Errors));
  double best = 1e30;
  int done = 0;
  for (int k = 0; k <= settings.repetitions; ++k) {
    x->putScalar(0);
    auto problem = Teuchos::rcp(new Problem(a, x, b));
    if (name == "cg")
      problem->setLeftPrec(m);
    else
      problem->setRightPrec(m);
    problem->setProblem();
    const Pointer<Solver> solver = name == "cg" ? Pointer<Solver>(Teuchos::rcp(new CG(problem, parameters)))
                                                : Pointer<Solver>(Teuchos::rcp(new BiCGStab(problem, parameters)));
    const auto& ranks = *a->getMap()->getComm();
    ranks.barrier();
    const double began = Teuchos::Time::wallTime();
    solver->solve();
    double mine = Teuchos::Time::wallTime() - began, seconds = 0;
    Teuchos::reduceAll(ranks, Teuchos::REDUCE_MAX, mine, Teuchos::outArg(seconds));
    done = solver->getNumIters();
    if (k > 0) best = std::min(best, seconds);
  }
  const double residual = relative_residual(*a, *x, *b);
  if (a->getMap()->getComm()->getRank() == 0)
    std::printf("trilinos,%s,jacobi,%d,%d,%d,%.6e,%.3e\n", name.c_str(), a->getMap()->getComm()->getSize(), settings.n,
                done, best / std::max(done, 1), residual);
}

int main(int argc, char** argv) {
  Tpetra::ScopeGuard scope(&argc, &argv);
  Settings settings;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (!std::strcmp(argv[i], "-n")) settings.n = std::atoi(argv[i + 1]);
    if (!std::strcmp(argv[i], "-its")) settings.iterations = std::atoi(argv[i + 1]);
    if (!std::strcmp(argv[i], "-reps")) settings.repetitions = std::atoi(argv[i + 1]);
    if (!std::strcmp(argv[i], "-solvers")) settings.solvers = argv[i + 1];
  }
  const auto rows = Tpetra::global_size_t(settings.n) * settings.n * settings.n;
  const auto map = Teuchos::rcp(new const Map(rows, 0, Tpetra::getDefaultComm()));
  const auto matrix = assemble(map, settings.n);
  const auto m = Teuchos::rcp(new Diagonal(map, 6));
  for (const char* name : {"cg", "bicgstab"})
    if (("," + settings.solvers + ",").find("," + std::string(name) + ",") != std::string::npos)
      time_solver(name, settings, matrix, m);
  return 0;
}
