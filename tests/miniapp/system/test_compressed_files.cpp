// Compressed matrices from files: every method takes the same steps on each matrix of a folder, bit for bit.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include "comm/partition/row_partition.hpp"
#include "problems/matrix_market.hpp"
#include "tests/miniapp/system/compressed_solves.hpp"

namespace minikrylov::test::compressed {
namespace {

/// Few, so that many matrices take minutes; two rounds of s-step methods.
constexpr int few_iterations = 8;

/// Matrices in the folder that MINIKRYLOV_MATRICES names, and below; without it, the shipped ones.
std::vector<std::string> matrix_files() {
  const char* const folder = std::getenv("MINIKRYLOV_MATRICES");
  const bool given = folder != nullptr && *folder != '\0';
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(given ? folder : MINIKRYLOV_TEST_DATA)) {
    const std::string path = entry.path().string();
    if (path.ends_with(".mtx") || path.ends_with(".mtx.gz")) files.push_back(path);
  }
  std::sort(files.begin(), files.end());  // all ranks in the same order
  return files;
}

/// This rank's rows of a matrix, and what is known of all of it.
struct Read {
  SourcedRows rows;
  Symmetry symmetry;
};

/// Read once for all comparisons; nothing, on all ranks, if the program cannot read the file. Collective.
std::optional<Read> read(const std::string& file, const Communicator& ranks) try {
  std::vector<int> owner;
  bool symmetric = false;
  const SparseMatrix matrix = on_first_rank(ranks, [&] {
    SparseMatrix whole = read_matrix_market(file);
    require(ranks.size() <= whole.rows, "{} has too few rows ({}) run on fewer ranks", file, whole.rows);
    owner = block_owners(whole.rows, ranks.size());
    symmetric = symmetry_of(whole) == Symmetry::symmetric;
    return whole;
  });
  const bool is_symmetric = ranks.reduce(symmetric ? 1.0 : 0.0, ReduceBy::maximum) > 0;
  return Read{{as_assembled(scatter_rows(matrix, owner, ranks)), {.problem = ProblemKind::matrix_market}},
              is_symmetric ? Symmetry::symmetric : Symmetry::general};
} catch (const SetupError& error) {
  WARN("left out: " << error.messages().front());
  return std::nullopt;
}

/// In chunks of all heights, with one overlap after the other, and in compressed rows. Returns in how many of these the
/// matrix was compressed: a small dense one has nothing that codes could save.
int compare_in_all_formats(const Read& matrix) {
  int compressed = 0;
  SolveOptions options = all_methods({.kind = ProblemKind::matrix_market}, matrix.symmetry, few_iterations);
  options.method.preconditioning.zero_diagonal = ZeroDiagonal::one;
  const std::vector<HaloOptions> halos = overlaps();
  for (std::size_t k = 0; k < std::size(sell_chunks); ++k) {
    INFO("chunks of " << sell_chunks[k]);
    options.matrix.chunk = sell_chunks[k];
    options.halo = halos[k % halos.size()];
    compressed += compare(matrix.rows, options).front().compression == Compression::lossless ? 1 : 0;
  }
  if constexpr (on_host) {
    INFO("crs");
    options.matrix.format = MatrixFormat::crs;
    compressed += compare(matrix.rows, options).front().compression == Compression::lossless ? 1 : 0;
  }
  return compressed;
}

}  // namespace

TEST_CASE("histories of all methods are the same for all matrices of a folder", "[.long][compression]") {
  const Communicator ranks;
  int compared = 0, compressed = 0;
  for (const std::string& file : matrix_files()) {
    INFO(file);
    if (const std::optional<Read> matrix = read(file, ranks)) {
      compressed += compare_in_all_formats(*matrix) > 0 ? 1 : 0;
      ++compared;
    }
  }
  WARN(compared << " matrices were compared, " << compressed << " of them could be compressed");
  CHECK(compared > 0);
  CHECK(10 * compressed > 9 * compared);
}

}  // namespace minikrylov::test::compressed
