// Finding the coupled groups of rows, once per matrix.
#include "kernels/schedule/group_graph.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "kernels/core/threads.hpp"
#include "kernels/schedule/interior.hpp"

namespace minikrylov {
namespace {

/// Collects the distinct members of successive lists.
class Distinct {
 public:
  explicit Distinct(LocalIndex count) : seen_at_(count, 0) {}

  void start() {
    ++list_;
    found_.clear();
  }
  void add(LocalIndex member) {
    if (std::exchange(seen_at_[member], list_) != list_) found_.push_back(member);
  }
  /// Those of the present list, ascending.
  [[nodiscard]] const std::vector<LocalIndex>& members() {
    std::sort(found_.begin(), found_.end());
    return found_;
  }

 private:
  std::vector<LocalIndex> seen_at_, found_;
  LocalIndex list_ = 0;
};

/// A thread's share of the lists, with their lengths.
struct Share {
  std::vector<LocalIndex> lengths, groups;
};

/// One graph from the lists of all threads, which are in order.
GroupGraph joined(const std::vector<Share>& shares) {
  GroupGraph graph{{0}, {}};
  for (const Share& share : shares) {
    for (const LocalIndex length : share.lengths) graph.begins.push_back(graph.begins.back() + length);
    graph.groups.insert(graph.groups.end(), share.groups.begin(), share.groups.end());
  }
  return graph;
}

/// The graph whose list g is what members_of(g, distinct) adds.
template <class MembersOf> GroupGraph collect(LocalIndex count, const MembersOf& members_of) {
  std::vector<Share> shares(host_threads());
  for_each_thread("coupled groups", [&](LocalIndex thread) {
    Distinct distinct(count);
    Share& share = shares[thread];
    const LocalIndex end = share_begin(count, thread + 1, host_threads());
    for (LocalIndex g = share_begin(count, thread, host_threads()); g < end; ++g) {
      distinct.start();
      members_of(g, distinct);
      const std::vector<LocalIndex>& members = distinct.members();
      share.lengths.push_back(static_cast<LocalIndex>(members.size()));
      share.groups.insert(share.groups.end(), members.begin(), members.end());
    }
  });
  return joined(shares);
}

}  // namespace

GroupGraph find_group_graph(const CrsArrays& matrix, LocalIndex reach) {
  if constexpr (!on_host) {
    return {};
  } else {
    constexpr LocalIndex size = GhostGroups::group_rows;
    const LocalIndex rows = matrix.rows, count = (rows + size - 1) / size;
    return collect(count, [&](LocalIndex g, Distinct& distinct) {
      distinct.add(g);
      // Rows beside the group, too: so groups read each other mutually where rows do.
      const Offset end = matrix.offsets(std::min(rows, (g + 1) * size + reach));
      for (Offset e = matrix.offsets(std::max(0, g * size - reach)); e < end; ++e) {
        const LocalIndex column = matrix.columns(e);
        if (column >= rows) continue;
        const LocalIndex last = std::min(rows - 1, column + reach) / size;
        for (LocalIndex read = std::max(0, column - reach) / size; read <= last; ++read) distinct.add(read);
      }
    });
  }
}

GroupGraph transposed(const GroupGraph& graph) {
  if (graph.begins.empty()) return {};
  GroupGraph turned{std::vector<Offset>(graph.begins.size(), 0), std::vector<LocalIndex>(graph.groups.size())};
  for (const LocalIndex read : graph.groups) ++turned.begins[read + 1];
  std::partial_sum(turned.begins.begin(), turned.begins.end(), turned.begins.begin());
  std::vector<Offset> next(turned.begins.begin(), turned.begins.end() - 1);
  for (LocalIndex g = 0; g < graph.count(); ++g)
    for (Offset e = graph.begins[g]; e < graph.begins[g + 1]; ++e) turned.groups[next[graph.groups[e]]++] = g;
  return turned;
}

GroupGraph merged(const GroupGraph& graph, LocalIndex together) {
  if (together == 1) return graph;
  const LocalIndex count = graph.count();
  return collect((count + together - 1) / together, [&](LocalIndex m, Distinct& distinct) {
    const LocalIndex last = std::min(count, (m + 1) * together);
    for (Offset e = graph.begins[m * together]; e < graph.begins[last]; ++e) distinct.add(graph.groups[e] / together);
  });
}

}  // namespace minikrylov
