// The readers of matrix files on arbitrary text: a valid matrix or array, or a SetupError.
#include <fmt/format.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "problems/file_text.hpp"
#include "problems/market/array.hpp"
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

bool is_sound(const DenseColumns& array) {
  return array.rows >= 1 && array.columns >= 1 &&
         array.values.size() == static_cast<std::size_t>(array.rows) * static_cast<std::size_t>(array.columns) &&
         std::all_of(array.values.begin(), array.values.end(), [](double value) { return std::isfinite(value); });
}

/// Whatever `read` returns must be sound.
template <class Read> void check(const Read& read) {
  try {
    if (!is_sound(read())) std::abort();
    ++accepted;
  } catch (const SetupError&) {
    ++refused;
  }
}

}  // namespace

std::vector<std::string> fuzz_samples() {
  std::vector<std::string> samples{
      "%%MatrixMarket matrix coordinate real general\n% comment\n\n3 3 4\n1 1 1.5\n2 1 -2e3\n2 2 +4\n3 3 1e-7\n",
      "%%MatrixMarket matrix coordinate integer symmetric\n3 3 4\n1 1 3\n2 1 4\n2 2 1\n3 3 9\n",
      "%%MatrixMarket matrix coordinate pattern general\n2 2 2\n1 2\n2 1\n",
      "%%matrixmarket MATRIX Coordinate Real Skew-Symmetric\n2 2 1\n2 1 4\n",
      "%%MatrixMarket matrix array real general\n% comment\n3 2\n1\n-2.5e3\n+4\n\n1e-7\n0\n6\n",
      "%%MatrixMarket matrix array integer general\r\n2 1\r\n1\r\n-3\r\n"};
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
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check([&] { return parse_matrix_market(text, "fuzz.mtx"); });
  check([&] {
    const ArrayHeader header = parse_array_header(text, "fuzz.mtx");
    return parse_market_array(text, {header.rows, 32}, "fuzz.mtx");
  });
  return 0;
}
