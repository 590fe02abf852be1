// Options for a matrix from a file.
#pragma once
#include <string_view>

#include "miniapp/parsing/reader.hpp"
#include "miniapp/settings/solve_options.hpp"

namespace minikrylov {

/// Options as entered.
struct WrittenFile {
  std::string matrix, partition = "auto";
};

/// Options that imply a grid, as entered.
struct WrittenGrid {
  std::string_view size, ranks_grid;
};

/// Adds --matrix, --symmetry and --partition. Both targets must outlive the reader.
void add_matrix_file(OptionReader& add, ProblemOptions& options, WrittenFile& written);

/// Complains about options that do not suit this kind of problem.
void check_matrix_file(ProblemKind kind, const WrittenFile& written, const WrittenGrid& grid, Complaints& complaints);

/// The distribution of the rows of a matrix without a grid, from the value of --partition.
[[nodiscard]] PartitionOptions parse_partition(const std::string& word, Complaints& complaints);

}  // namespace minikrylov
