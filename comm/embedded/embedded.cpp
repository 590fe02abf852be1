// Sums that carry ghosts.
#include "comm/embedded/embedded.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "comm/halo/pack_row.hpp"
#include "kernels/core/arrays.hpp"

namespace minikrylov {
namespace {

using RowPolicy = Kokkos::RangePolicy<Exec, Kokkos::IndexType<LocalIndex>>;
using Slots = Kokkos::View<double*, PinnedMemory>;

/// The halo messages of all ranks, gathered on every rank.
std::vector<Flow> gather_flows(const Halo& halo, const Communicator& ranks) {
  std::vector<int> mine;
  for (const MessagePart& part : halo.sends()) {
    mine.push_back(part.rank);
    mine.push_back(part.count);
  }
  std::string bytes(mine.size() * sizeof(int), '\0');
  if (!mine.empty()) std::memcpy(bytes.data(), mine.data(), bytes.size());
  const std::vector<std::string> all = ranks.gather(bytes);
  std::vector<Flow> flows;
  for (int source = 0; source < ranks.size(); ++source) {
    mine.resize(all[source].size() / sizeof(int));
    if (!mine.empty()) std::memcpy(mine.data(), all[source].data(), all[source].size());
    for (std::size_t k = 0; k < mine.size(); k += 2) flows.push_back({source, mine[k], mine[k + 1]});
  }
  return flows;
}

/// Swaps take long where there are many ranks, so one of them looks for all.
std::vector<int> mapped_on_first_rank(Mapping mapping, const EmbeddedHalo& embedded, const Communicator& ranks) {
  std::vector<double> positions(static_cast<std::size_t>(ranks.size()), 0);
  if (ranks.rank() == 0) {
    const std::vector<int> found = map_ranks(mapping, embedded.pattern, embedded.flows);
    positions.assign(found.begin(), found.end());
  }
  positions = ranks.reduce(std::move(positions), ReduceBy::sum);
  return {positions.begin(), positions.end()};
}

void pack_rows(const Vector& x, const Array<LocalIndex>& rows, const Slots& slots) {
  Kokkos::parallel_for("slots = halo rows", RowPolicy(0, static_cast<LocalIndex>(rows.extent(0))),
                       PackRow{x.data.data(), rows.data(), slots.data(), x.width});
  Exec().fence("slots are packed");  // the host reads them next
}

void unpack_ghosts(const Slots& slots, const Array<LocalIndex>& places, const Vector& x) {
  const Array<double> values = x.data;
  const int width = x.width;
  const LocalIndex rows = x.rows;
  Kokkos::parallel_for(
      "ghosts = slots", RowPolicy(0, static_cast<LocalIndex>(places.extent(0))), KOKKOS_LAMBDA(const LocalIndex i) {
        const Offset from = Offset{places(i)} * width, to = (Offset{rows} + i) * width;
        for (int j = 0; j < width; ++j) values(to + j) = slots(from + j);
      });
  Exec().fence("ghosts are there");  // slots are reused
}

}  // namespace

EmbeddedHalo embed(const Halo& halo, Mapping mapping, const Communicator& ranks) {
  EmbeddedHalo embedded{.halo = halo, .pattern = {ranks.size()}, .flows = gather_flows(halo, ranks), .plan = {}};
  const std::vector<int> unmapped = map_ranks(Mapping::none, embedded.pattern, embedded.flows);
  const std::vector<int> positions = mapped_on_first_rank(mapping, embedded, ranks);
  embedded.plan = make_embedded_plan(embedded.pattern, embedded.flows, positions, ranks.rank());
  embedded.position = positions[ranks.rank()];
  embedded.volume_unmapped = total_volume(embedded.pattern, embedded.flows, unmapped);
  embedded.volume = total_volume(embedded.pattern, embedded.flows, positions);
  const std::vector<std::int64_t> volumes = volume_by_rank(embedded.pattern, embedded.flows, positions);
  embedded.volume_maximum = *std::max_element(volumes.begin(), volumes.end());
  return embedded;
}

EmbeddedReduction::EmbeddedReduction(const EmbeddedHalo& embedded, const EmulatedNetwork& network)
    : embedded_(embedded),
      ghost_slots_(array_of("ghost slots", embedded.plan.ghost_slots)),
      message_(network),
      step_(embedded.pattern.steps()) {}

EmbeddedReduction::~EmbeddedReduction() {
  // Partners in later steps depend on this rank, so it completes all steps before it leaves.
  while (step_ < embedded_.pattern.steps()) {
    if (message_.leave() == Leaving::abandoned) return;
    complete();
  }
}

void EmbeddedReduction::start(std::span<double> values, std::string_view /*label*/) {
  if (state_ != State::idle) throw std::logic_error("an embedded sum was started while another was in flight");
  state_ = State::in_flight;
  values_ = values;
  terms_.assign(values.begin(), values.end());
  carried_ = std::exchange(next_, std::nullopt);
  if (carried_) {
    const std::size_t needed = static_cast<std::size_t>(embedded_.plan.slots) * carried_->width;
    if (slots_.extent(0) < needed) slots_ = Slots("slots", needed);
    pack_rows(*carried_, embedded_.halo.send_rows(), slots_);
  }
  step_ = 0;
  post();
}

std::size_t EmbeddedReduction::blocks_sent() const {
  if (embedded_.pattern.is_hypercube()) return 1;
  return static_cast<std::size_t>(std::min(1 << step_, embedded_.pattern.ranks - (1 << step_)));
}

void EmbeddedReduction::post() {
  if (step_ == embedded_.pattern.steps()) return;
  const EmbeddedStep& todo = embedded_.plan.steps[step_];
  const std::size_t numbers = blocks_sent() * values_.size();
  const int width = carried_ ? carried_->width : 0;
  message_.out.assign(terms_.begin(), terms_.begin() + static_cast<std::ptrdiff_t>(numbers));
  if (width > 0)
    for (const LocalIndex slot : todo.sent)
      for (int j = 0; j < width; ++j) message_.out.push_back(slots_(Offset{slot} * width + j));
  message_.in.resize(numbers + static_cast<std::size_t>(todo.received) * width);
  message_.start(todo.sends_to, todo.receives_from);
}

void EmbeddedReduction::complete() {
  const std::size_t numbers = blocks_sent() * values_.size();
  const auto middle = message_.in.begin() + static_cast<std::ptrdiff_t>(numbers);
  if (embedded_.pattern.is_hypercube())
    std::transform(terms_.begin(), terms_.end(), message_.in.begin(), terms_.begin(), std::plus<>());
  else
    terms_.insert(terms_.end(), message_.in.begin(), middle);
  if (carried_) {
    Offset first = embedded_.plan.slots;
    for (int later = embedded_.pattern.steps() - 1; later >= step_; --later)
      first -= embedded_.plan.steps[later].received;
    std::copy(middle, message_.in.end(), slots_.data() + first * carried_->width);
  }
  ++step_;
  post();
}

void EmbeddedReduction::complete_all() {
  while (step_ < embedded_.pattern.steps()) {
    message_.finish();
    complete();
  }
}

void EmbeddedReduction::progress() {
  while (step_ < embedded_.pattern.steps() && message_.arrived()) complete();
}

void EmbeddedReduction::arrive() {
  if (!carried_) return;
  complete_all();
  unpack_ghosts(slots_, ghost_slots_, *carried_);
  carried_.reset();
}

void EmbeddedReduction::finish() {
  if (state_ == State::idle) return;
  arrive();
  complete_all();
  state_ = State::idle;
  const int ranks = embedded_.pattern.ranks;
  std::copy_n(terms_.begin(), values_.size(), values_.begin());
  if (embedded_.pattern.is_hypercube()) return;
  // Block k came from the rank k positions before this one.
  std::fill(values_.begin(), values_.end(), 0.0);
  for (int position = 0; position < ranks; ++position) {
    const auto block = static_cast<std::size_t>((embedded_.position + ranks - position) % ranks);
    for (std::size_t d = 0; d < values_.size(); ++d) values_[d] += terms_[block * values_.size() + d];
  }
}

}  // namespace minikrylov
