// User settings of `minikrylov embed-study`.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "miniapp/settings/names.hpp"
#include "miniapp/settings/output_options.hpp"

namespace minikrylov {

/// The schemes compared by Selvitopi & Aykanat.
enum class EmbedScheme { conv, emb, emb_klf, emb_klr };
template <> struct Names<EmbedScheme> {
  static constexpr std::string_view noun = "scheme";
  static constexpr std::array table = {
      Name<EmbedScheme>{"CONV", EmbedScheme::conv, "halo exchange, then allreduce"},
      Name<EmbedScheme>{"EMB", EmbedScheme::emb, "halo inside the allreduce, rank r at position r"},
      Name<EmbedScheme>{"EMB-KLF", EmbedScheme::emb_klf, "same, ranks placed by swaps of arbitrary ranks"},
      Name<EmbedScheme>{"EMB-KLR", EmbedScheme::emb_klr,
                        "same, ranks placed by swaps of ranks that exchange messages directly"},
  };
};

/// A machine described by latency and bandwidth: a message of n bytes takes message_seconds + n · byte_seconds.
struct MessageModel {
  std::string name;
  double message_seconds = 0, byte_seconds = 0;
  double core_bytes_per_second = 0;  ///< memory bandwidth of one rank
};

/// The machines of the paper, which says only that a message costs as much as 2 KB (BlueGene/Q) or 4 KB (XE6).
/// Latencies and the memory bandwidth per core are assumptions, of a size usual for such machines.
inline const MessageModel paper_machines[] = {
    {"BlueGene/Q", 2.0e-6, 2.0e-6 / 2048, 28e9 / 16},
    {"XE6", 2.5e-6, 2.5e-6 / 4096, 80e9 / 32},
};

struct EmbedStudyOptions {
  ProblemKind kind = ProblemKind::poisson3d_7;
  GridSize size;
  std::string matrix_file;                                ///< of matrix-market
  RowDistribution distribution = RowDistribution::graph;  ///< graph, volume or block
  std::vector<int> ranks;                                 ///< ascending
  std::vector<MessageModel> machines;
  std::optional<std::string> file;  ///< for comma-separated values
  OverwritePolicy overwrite = OverwritePolicy::refuse;
};

}  // namespace minikrylov
