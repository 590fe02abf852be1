// The reader of matrix files on arbitrary text: a valid matrix, or a SetupError.
#include <fmt/format.h>

#include <Kokkos_Core.hpp>
#include <cmath>
#include <cstdlib>

#include "problems/file_text.hpp"
#include "problems/matrix_market.hpp"
#include "problems/require.hpp"
#include "tests/fuzz/inputs.hpp"

namespace minikrylov {
namespace {

long accepted = 0, refused = 0;

/// Checks that rows are in order, columns ascend and values are finite.
bool is_sound(const SparseMatrix& matrix) {
  if (matrix.rows < 1 || matrix.offsets.size() != std::size_t{1} + matrix.rows) return false;
  for (LocalIndex row = 0; row < matrix.rows; ++row) {
    if (matrix.offsets[row] >= matrix.offsets[row + 1]) return false;
    for (Offset e = matrix.offsets[row]; e < matrix.offsets[row + 1]; ++e) {
      const LocalIndex column = matrix.columns[e];
      if (column < 0 || column >= matrix.rows || !std::isfinite(matrix.values[e])) return false;
      if (e > matrix.offsets[row] && matrix.columns[e - 1] >= column) return false;
    }
  }
  return true;
}

}  // namespace

std::vector<std::string> fuzz_samples() {
  std::vector<std::string> samples{
      "%%MatrixMarket matrix coordinate real general\n% comment\n\n3 3 4\n1 1 1.5\n2 1 -2e3\n2 2 +4\n3 3 1e-7\n",
      "%%MatrixMarket matrix coordinate integer symmetric\n3 3 4\n1 1 3\n2 1 4\n2 2 1\n3 3 9\n",
      "%%MatrixMarket matrix coordinate pattern general\n2 2 2\n1 2\n2 1\n",
      "%%matrixmarket MATRIX Coordinate Real Skew-Symmetric\n2 2 1\n2 1 4\n"};
  for (const char* file : {"/bcsstk01.mtx.gz", "/nos4.mtx.gz", "/arc130.mtx.gz"})
    samples.emplace_back(FileText(std::string(MINIKRYLOV_TEST_DATA) + file).text());
  return samples;
}

std::string fuzz_summary() { return fmt::format("{} read, {} refused", accepted, refused); }

void start_fuzzing(int& argc, char** argv) { Kokkos::initialize(argc, argv); }
void stop_fuzzing() { Kokkos::finalize(); }

}  // namespace minikrylov

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace minikrylov;
  try {
    if (!is_sound(parse_matrix_market({reinterpret_cast<const char*>(data), size}, "fuzz.mtx"))) std::abort();
    ++accepted;
  } catch (const SetupError&) {
    ++refused;
  }
  return 0;
}
