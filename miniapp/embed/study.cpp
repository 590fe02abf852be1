// Counts and predictions for many ranks.
#include "miniapp/embed/study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <numeric>

#include "comm/embedded/traffic.hpp"
#include "comm/partition/row_partition.hpp"
#include "miniapp/methods/catalogue.hpp"
#include "miniapp/methods/running/observed_costs.hpp"
#include "problems/assemble.hpp"
#include "problems/matrix_market.hpp"
#include "problems/require.hpp"

namespace minikrylov {
namespace {

constexpr double value_bytes = 8, entry_bytes = 12;
constexpr int summed_values = 3;

template <class T> std::vector<T> on_host_as_list(const Array<T>& array) {
  std::vector<T> list(array.extent(0));
  Kokkos::deep_copy(Kokkos::View<T*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(list.data(), list.size()), array);
  return list;
}

SparseMatrix matrix_of(const EmbedStudyOptions& options) {
  if (options.kind == ProblemKind::matrix_market) return read_matrix_market(options.matrix_file);
  const Problem problem = make_problem(options.kind, options.size);
  const Rows rows = assemble(problem, whole(problem.grid));
  return {.rows = rows.rows,
          .offsets = on_host_as_list(rows.offsets),
          .columns = on_host_as_list(rows.columns),
          .values = on_host_as_list(rows.values)};
}

std::string title_of(const EmbedStudyOptions& options) {
  if (options.kind != ProblemKind::matrix_market)
    return fmt::format("{} {}x{}x{}", properties_of(options.kind).name, options.size.x, options.size.y, options.size.z);
  return std::filesystem::path(options.matrix_file).filename().string();
}

/// What a rank computes and sends per iteration.
struct RankLoad {
  double rows = 0, nonzeros = 0, ghosts = 0, messages = 0, values = 0;
};

/// Bytes per row that the fused kernels of cg-saad move, derived from its statements.
double fused_kernel_bytes() {
  const ObservedCosts costs = observe_costs(*find_method("cg-saad"), {});
  return value_bytes * (costs.vectors_read + costs.vectors_written);
}

/// Loads of all ranks with a plain halo exchange.
std::vector<RankLoad> loads_of(const SparseMatrix& matrix, const std::vector<int>& owner, int ranks,
                               const std::vector<Flow>& flows) {
  std::vector<RankLoad> loads(ranks);
  for (LocalIndex row = 0; row < matrix.rows; ++row) {
    loads[owner[row]].rows += 1;
    loads[owner[row]].nonzeros += static_cast<double>(matrix.offsets[row + 1] - matrix.offsets[row]);
  }
  for (const Flow& flow : flows) {
    loads[flow.source].messages += 1;
    loads[flow.source].values += static_cast<double>(flow.values);
    loads[flow.destination].ghosts += static_cast<double>(flow.values);
  }
  return loads;
}

/// Values of the reduction itself sent by a rank.
double reduction_values(const ExchangePattern& pattern) {
  return summed_values * (pattern.is_hypercube() ? pattern.steps() : pattern.ranks - 1);
}

/// The slowest rank's time for its product, its fused kernels and its messages.
double predict(const std::vector<RankLoad>& loads, const MessageModel& machine, double of_fused_kernels,
               double fused_ghosts) {
  constexpr double of_product = 2 * value_bytes;
  double slowest = 0;
  for (const RankLoad& load : loads) {
    const double bytes = entry_bytes * load.nonzeros + of_product * load.rows +
                         of_fused_kernels * (load.rows + fused_ghosts * load.ghosts);
    slowest = std::max(slowest, bytes / machine.core_bytes_per_second + load.messages * machine.message_seconds +
                                    value_bytes * load.values * machine.byte_seconds);
  }
  return slowest;
}

SchemeCosts costs_of(const std::vector<RankLoad>& loads, const SparseMatrix& matrix,
                     const std::vector<MessageModel>& machines, double of_fused_kernels, double fused_ghosts) {
  SchemeCosts costs;
  const auto ranks = static_cast<double>(loads.size());
  for (const RankLoad& load : loads) {
    costs.messages_average += load.messages / ranks;
    costs.values_average += load.values / ranks;
    costs.messages_maximum = std::max(costs.messages_maximum, static_cast<std::int64_t>(load.messages));
    costs.values_maximum = std::max(costs.values_maximum, static_cast<std::int64_t>(load.values));
  }
  const std::vector<RankLoad> alone{
      {.rows = static_cast<double>(matrix.rows), .nonzeros = static_cast<double>(matrix.nonzeros())}};
  for (const MessageModel& machine : machines) {
    costs.seconds.push_back(predict(loads, machine, of_fused_kernels, fused_ghosts));
    costs.speedup.push_back(predict(alone, machine, of_fused_kernels, 0) / costs.seconds.back());
  }
  return costs;
}

/// The same loads with halos inside the messages of the reduction.
std::vector<RankLoad> embedded(std::vector<RankLoad> loads, const ExchangePattern& pattern,
                               const std::vector<Flow>& flows, const std::vector<int>& positions) {
  const std::vector<std::int64_t> volume = volume_by_rank(pattern, flows, positions);
  for (std::size_t rank = 0; rank < loads.size(); ++rank) {
    loads[rank].messages = pattern.steps();
    loads[rank].values = static_cast<double>(volume[rank]) + reduction_values(pattern);
  }
  return loads;
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::vector<int> default_ranks(LocalIndex rows) {
  constexpr int most = 4096;  // the time of mapping KLF grows with the square of the ranks
  std::vector<int> ranks;
  for (int p = 2; p <= std::min<int>(most, rows); p *= 2) ranks.push_back(p);
  return ranks;
}

}  // namespace

StudyRow study_ranks(const SparseMatrix& matrix, const std::vector<int>& owner, int ranks,
                     const std::vector<MessageModel>& machines) {
  const ExchangePattern pattern{ranks};
  const std::vector<Flow> flows = flows_of(matrix, owner, ranks);
  const std::vector<RankLoad> halo = loads_of(matrix, owner, ranks, flows);
  const double of_fused_kernels = fused_kernel_bytes();
  StudyRow row;
  row.ranks = ranks;
  for (const RankLoad& load : halo) {
    row.rows_maximum = std::max(row.rows_maximum, static_cast<std::int64_t>(load.rows));
    row.nonzeros_maximum = std::max(row.nonzeros_maximum, static_cast<std::int64_t>(load.nonzeros));
    row.ghosts_maximum = std::max(row.ghosts_maximum, static_cast<std::int64_t>(load.ghosts));
  }
  std::vector<RankLoad> conventional = halo;
  for (RankLoad& load : conventional) {
    load.messages += pattern.steps();
    load.values += reduction_values(pattern);
  }
  row.schemes.push_back(costs_of(conventional, matrix, machines, of_fused_kernels, 0));
  for (const Mapping mapping : {Mapping::none, Mapping::klf, Mapping::klr}) {
    const auto start = std::chrono::steady_clock::now();
    const std::vector<int> positions = map_ranks(mapping, pattern, flows);
    const double seconds = seconds_since(start);
    row.schemes.push_back(costs_of(embedded(halo, pattern, flows, positions), matrix, machines, of_fused_kernels, 1));
    row.schemes.back().mapping_seconds = seconds;
  }
  return row;
}

EmbedStudy study_embedding(const EmbedStudyOptions& options) {
  const SparseMatrix matrix = matrix_of(options);
  EmbedStudy study{.title = title_of(options),
                   .rows = matrix.rows,
                   .nonzeros = matrix.nonzeros(),
                   .machines = options.machines,
                   .lines = {}};
  for (const int ranks : options.ranks.empty() ? default_ranks(matrix.rows) : options.ranks) {
    require(ranks <= matrix.rows, "{} ranks are too many for {} rows (a rank would have none) use fewer --ranks", ranks,
            matrix.rows);
    const auto start = std::chrono::steady_clock::now();
    const bool blocks = options.distribution == RowDistribution::block;
    const GraphGoal goal = options.distribution == RowDistribution::volume ? GraphGoal::volume : GraphGoal::couplings;
    const std::vector<int> owner = blocks ? block_owners(matrix.rows, ranks) : graph_owners(matrix, ranks, goal);
    const double seconds = seconds_since(start);
    study.lines.push_back(study_ranks(matrix, owner, ranks, options.machines));
    study.lines.back().partition_seconds = seconds;
  }
  return study;
}

}  // namespace minikrylov
