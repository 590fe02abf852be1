// The options about a matrix that comes from a file.
#pragma once
#include <string_view>

#include "miniapp/parsing/reader.hpp"
#include "miniapp/settings/solve_options.hpp"

namespace minikrylov {

/// As it was written.
struct WrittenFile {
  std::string matrix, partition = "auto";
};

/// Options that mean a grid, as they were written.
struct WrittenGrid {
  std::string_view size, ranks_grid;
};

/// Adds --matrix, --symmetry and --partition. Both must outlive the reader.
void add_matrix_file(OptionReader& add, ProblemOptions& options, WrittenFile& written);

/// Sets what add_matrix_file() has not, and complains of options that do not belong to a problem of this kind.
void finish_matrix_file(ProblemKind kind, const WrittenFile& written, const WrittenGrid& grid, SolveOptions& options,
                        Complaints& complaints);

/// Who owns which row of a matrix without a grid, from the word after --partition.
[[nodiscard]] PartitionOptions parse_partition(const std::string& word, Complaints& complaints);

}  // namespace minikrylov
