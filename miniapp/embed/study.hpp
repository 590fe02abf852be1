// Costs and savings of halos inside reductions on many ranks, without running them.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "comm/embedded/embedding.hpp"
#include "miniapp/embed/settings.hpp"
#include "problems/sparse_matrix.hpp"

namespace minikrylov {

/// Messages and values that ranks send per iteration of CG with one reduction, including the reduction's own.
struct SchemeCosts {
  double messages_average = 0, values_average = 0;
  std::int64_t messages_maximum = 0, values_maximum = 0;
  double mapping_seconds = 0;            ///< to compute the positions of ranks
  std::vector<double> seconds, speedup;  ///< per iteration, one per machine
};

/// All schemes on one number of ranks, in the order of EmbedScheme.
struct StudyRow {
  int ranks = 1;
  std::int64_t rows_maximum = 0, nonzeros_maximum = 0, ghosts_maximum = 0;
  double partition_seconds = 0;
  std::vector<SchemeCosts> schemes;
};

struct EmbedStudy {
  std::string title;
  std::int64_t rows = 0, nonzeros = 0;
  std::vector<MessageModel> machines;
  std::vector<StudyRow> lines;  ///< one per number of ranks
};

/// The study of one matrix on `ranks` ranks, with rows distributed by `owner`.
[[nodiscard]] StudyRow study_ranks(const SparseMatrix& matrix, const std::vector<int>& owner, int ranks,
                                   const std::vector<MessageModel>& machines);

/// Reads or assembles the matrix, partitions it for each number of ranks, and predicts. Not collective: one rank does
/// everything. Throws a SetupError if the matrix cannot be read or has fewer rows than ranks requested.
[[nodiscard]] EmbedStudy study_embedding(const EmbedStudyOptions& options);

/// The study as a table, and as comma-separated values.
[[nodiscard]] std::string report(const EmbedStudy& study);
[[nodiscard]] std::string as_csv(const EmbedStudy& study);

}  // namespace minikrylov
