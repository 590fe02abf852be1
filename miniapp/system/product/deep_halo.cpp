// Fetching the rows of ghosts, layer by layer, and computing on them.
#include "miniapp/system/product/deep_halo.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "kernels/core/arrays.hpp"
#include "kernels/schedule/powers_element.hpp"

namespace minikrylov {
namespace {

using HostRows = Kokkos::View<LocalIndex*, Kokkos::HostSpace>;
using GhostName = std::pair<int, LocalIndex>;  ///< owner and natural index of a row

/// The arrays of a matrix as main() can read them.
struct HostCrs {
  Kokkos::View<Offset*, Kokkos::HostSpace> offsets;
  HostRows columns;
  Kokkos::View<double*, Kokkos::HostSpace> values;
};

template <class T> auto on_main(const Array<T>& array) {
  return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), array);
}

/// What each rank knows of rows: its own, by names that all ranks understand.
class OwnRows {
 public:
  OwnRows(const CrsArrays& ordered, const std::vector<Ghost>& ghosts, const Array<LocalIndex>& new_of_old,
          const Array<LocalIndex>& old_of_new, const Communicator& ranks)
      : rows_(ordered.rows),
        crs_{on_main(ordered.offsets), on_main(ordered.columns), on_main(ordered.values)},
        new_of_old_(on_main(new_of_old)),
        old_of_new_(on_main(old_of_new)),
        ghosts_(ghosts),
        ranks_(ranks) {}

  [[nodiscard]] GhostName name_of(LocalIndex column) const {
    if (column >= rows_) return {ghosts_[column - rows_].owner, ghosts_[column - rows_].index};
    return {ranks_.rank(), old_of_new_.extent(0) == 0 ? column : old_of_new_(column)};
  }
  /// This rank's row with a natural index.
  [[nodiscard]] LocalIndex row_of(LocalIndex index) const {
    return new_of_old_.extent(0) == 0 ? index : new_of_old_(index);
  }
  [[nodiscard]] LocalIndex rows() const { return rows_; }

  /// Per rank: for each row that it asks for, by natural index, the number of entries, then two integers per entry;
  /// and the entries' values.
  struct Answers {
    std::vector<std::vector<int>> names;
    std::vector<std::vector<double>> values;
  };
  [[nodiscard]] Answers answer(const std::vector<std::vector<int>>& requests) const {
    Answers answers{std::vector<std::vector<int>>(requests.size()), std::vector<std::vector<double>>(requests.size())};
    for (std::size_t rank = 0; rank < requests.size(); ++rank)
      for (const int index : requests[rank]) {
        const LocalIndex row = row_of(index);
        std::vector<int>& names = answers.names[rank];
        names.push_back(static_cast<int>(crs_.offsets(row + 1) - crs_.offsets(row)));
        for (Offset e = crs_.offsets(row); e < crs_.offsets(row + 1); ++e) {
          const auto [owner, number] = name_of(crs_.columns(e));
          names.insert(names.end(), {owner, number});
          answers.values[rank].push_back(crs_.values(e));
        }
      }
    return answers;
  }

 private:
  LocalIndex rows_;
  HostCrs crs_;
  HostRows new_of_old_, old_of_new_;
  const std::vector<Ghost>& ghosts_;
  const Communicator& ranks_;
};

/// Grows the layers and collects their rows.
struct Rim {
  std::vector<GhostName> ghosts;  ///< layer by layer, each by owner
  std::map<GhostName, LocalIndex> number;
  std::vector<Offset> offsets{0};
  std::vector<LocalIndex> columns;
  std::vector<double> values;

  void add(const GhostName& name) {
    if (number.emplace(name, static_cast<LocalIndex>(ghosts.size())).second) ghosts.push_back(name);
  }

  /// Appends the rows of the ghosts first … last-1 and, as a new layer, the ghosts that they read. Collective.
  void add_rows(LocalIndex first, LocalIndex last, const OwnRows& own, const Communicator& ranks) {
    std::vector<std::vector<int>> requests(ranks.size());
    for (LocalIndex g = first; g < last; ++g) requests[ghosts[g].first].push_back(ghosts[g].second);
    const OwnRows::Answers mine = own.answer(ranks.exchange(requests));
    const auto names = ranks.exchange(mine.names);
    const auto found = ranks.exchange(mine.values);
    std::vector<GhostName> entries, fresh;
    for (std::size_t rank = 0; rank < names.size(); ++rank) {
      for (std::size_t at = 0; at < names[rank].size();) {
        const int length = names[rank][at++];
        offsets.push_back(offsets.back() + length);
        for (int e = 0; e < length; ++e, at += 2) entries.emplace_back(names[rank][at], names[rank][at + 1]);
      }
      values.insert(values.end(), found[rank].begin(), found[rank].end());
    }
    const int here = ranks.rank();
    for (const GhostName& name : entries)
      if (name.first != here && number.find(name) == number.end()) fresh.push_back(name);
    std::sort(fresh.begin(), fresh.end());
    for (const GhostName& name : fresh) add(name);
    for (const GhostName& name : entries)
      columns.push_back(name.first == here ? own.row_of(name.second) : own.rows() + number.at(name));
  }
};

/// Ghost values from the order of owners to that of layers.
struct PutInLayers {
  Array<LocalIndex> place;
  Array<double> received, y;
  LocalIndex rows;
  int width;

  KOKKOS_FUNCTION void operator()(Offset e) const {
    y((Offset{rows} + place(e / width)) * width + e % width) = received(e);
  }
};

/// y_k on rows of the rim.
struct RimRow {
  CrsArrays rim;
  const double* operand;  ///< y_{k-1}, from this rank's first row on
  PowersElement at;       ///< of the ghosts

  KOKKOS_FUNCTION void operator()(LocalIndex i) const {
    for (int j = 0; j < at.width; ++j) {
      double product = 0;
      for (Offset e = rim.offsets(i); e < rim.offsets(i + 1); ++e)
        product += rim.values(e) * operand[Offset{rim.columns(e)} * at.width + j];
      const Offset element = Offset{i} * at.width + j;
      at.y[element] = at.of(product, element);
    }
  }
};

}  // namespace

DeepHalo::DeepHalo(const CrsArrays& ordered, const std::vector<Ghost>& ghosts, const Array<LocalIndex>& new_of_old,
                   const Array<LocalIndex>& old_of_new, int depth, const Communicator& ranks, GpuAwareMpi gpu_aware)
    : rows_(ordered.rows) {
  const OwnRows own(ordered, ghosts, new_of_old, old_of_new, ranks);
  Rim rim;
  for (const Ghost& ghost : ghosts) rim.add({ghost.owner, ghost.index});
  layer_ends_ = {static_cast<LocalIndex>(rim.ghosts.size())};
  for (int layer = 1; layer < depth; ++layer) {
    rim.add_rows(layer == 1 ? 0 : layer_ends_[layer - 2], layer_ends_[layer - 1], own, ranks);
    layer_ends_.push_back(static_cast<LocalIndex>(rim.ghosts.size()));
  }
  std::vector<LocalIndex> by_owner(rim.ghosts.size());
  std::iota(by_owner.begin(), by_owner.end(), 0);
  std::stable_sort(by_owner.begin(), by_owner.end(),
                   [&](LocalIndex a, LocalIndex b) { return rim.ghosts[a].first < rim.ghosts[b].first; });
  place_ = array_of("places of ghosts", by_owner);
  rim_ = {static_cast<LocalIndex>(rim.offsets.size()) - 1, rows_ + layer_ends_.back(),
          array_of("row offsets", rim.offsets), array_of("columns", rim.columns), array_of("values", rim.values)};
  std::vector<Ghost> all;
  for (const LocalIndex g : by_owner) all.push_back({rim.ghosts[g].first, rim.ghosts[g].second});
  constexpr int chains = 2;
  for (int chain = 0; chain < chains; ++chain)
    halos_.push_back(std::make_unique<Halo>(ranks, rows_, all, new_of_old, gpu_aware));
}

Offset DeepHalo::redundant_rows(int powers) const {
  Offset rows = 0;
  for (int k = 1; k < powers; ++k) rows += layer_ends_[powers - k - 1];
  return rows;
}

void DeepHalo::exchange(const Vector& y) const {
  halos_.front()->exchange(y);
  reorder(y);
}

void DeepHalo::start(const Powers& powers) const {
  for (std::size_t c = 0; c < powers.chains.size(); ++c) halos_.at(c)->start(powers.chains[c][0]);
}

void DeepHalo::finish(const Powers& powers) const {
  for (std::size_t c = 0; c < powers.chains.size(); ++c) {
    halos_.at(c)->finish(powers.chains[c][0]);
    reorder(powers.chains[c][0]);
  }
}

/// Messages bring ghosts owner by owner.
void DeepHalo::reorder(const Vector& y) const {
  const Offset first = y.elements(), count = Offset{ghosts()} * y.width;
  const auto received = allocate<double>("ghosts by owner", static_cast<std::size_t>(count));
  Kokkos::deep_copy(Exec(), received, Kokkos::subview(y.data, Kokkos::make_pair(first, first + count)));
  Kokkos::parallel_for("ghosts by layer", Kokkos::RangePolicy<Exec, Kokkos::IndexType<Offset>>(0, count),
                       PutInLayers{place_, received, y.data, rows_, y.width});
}

void DeepHalo::compute(const Powers& powers, int k) const {
  for (const PowersChain& chain : powers.chains) {
    const int most = static_cast<int>(chain.size()) - 1;
    if (k >= most) continue;
    Kokkos::parallel_for("y_k on ghosts",
                         Kokkos::RangePolicy<Exec, Kokkos::IndexType<LocalIndex>>(0, layer_ends_[most - k - 1]),
                         RimRow{rim_, chain[k - 1].data.data(), element_at(powers, chain, k, rows_)});
  }
  Exec().fence("y_k on ghosts");
}

void DeepHalo::emulate(const EmulatedNetwork& network) const {
  for (const auto& halo : halos_) halo->emulate(network);
}

void DeepHalo::move_by(const Progress& progress) const {
  for (const auto& halo : halos_) halo->move_by(progress);
}

}  // namespace minikrylov
