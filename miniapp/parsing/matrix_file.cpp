// Options for matrices from files and their partitions.
#include "miniapp/parsing/matrix_file.hpp"

#include "comm/partition/row_partition.hpp"

namespace minikrylov {

void add_matrix_file(OptionReader& add, ProblemOptions& options, WrittenFile& written) {
  add.text("--matrix", written.matrix, "FILE", "matrix file of matrix-market, .mtx or .mtx.gz");
  add.choice("--symmetry", options.symmetry, "whether a matrix from a file must be symmetric:");
  add.text("--partition", written.partition, "graph|volume|block|FILE",
           "distribution of the rows of matrix-market: METIS partition of the matrix graph that cuts few couplings\n"
           "(graph) or sends few values (volume), contiguous blocks, or a file with one rank per line; auto: graph, or "
           "block if built without METIS");
}

PartitionOptions parse_partition(const std::string& word, Complaints& complaints) {
  const bool metis = graph_support() == GraphSupport::metis;
  for (const RowDistribution by_graph : {RowDistribution::graph, RowDistribution::volume})
    if (word == name_of(by_graph)) {
      complaints.unless(metis, "--partition {} is not possible (this build has no METIS) use --partition block", word);
      return {{}, by_graph, {}};
    }
  if (word == name_of(RowDistribution::block)) return {{}, RowDistribution::block, {}};
  if (word != "auto") return {{}, RowDistribution::file, word};
  return {{}, metis ? RowDistribution::graph : RowDistribution::block, {}};
}

void check_matrix_file(ProblemKind kind, const WrittenFile& written, const WrittenGrid& grid, Complaints& complaints) {
  const std::string_view name = properties_of(kind).name;
  if (kind != ProblemKind::matrix_market) {
    complaints.unless(written.matrix.empty(),
                      "--matrix has no effect (problem {} reads no file) use --problem matrix-market", name);
    complaints.unless(written.partition == "auto",
                      "--partition has no effect (the grid of {} is cut into boxes) use --ranks-grid", name);
    return;
  }
  complaints.unless(!written.matrix.empty(),
                    "--problem matrix-market has no matrix (it is read from a file) add --matrix FILE");
  complaints.unless(grid.size == "auto", "--size has no effect (the file says how large the matrix is) omit it");
  complaints.unless(grid.ranks_grid == "auto",
                    "--ranks-grid has no effect (the matrix has no grid) omit it or use --partition");
}

}  // namespace minikrylov
