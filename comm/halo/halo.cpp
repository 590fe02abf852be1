// The halo: set-up, packing, exchange, unpacking.
#include "comm/halo/halo.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "comm/halo/pack_row.hpp"
#include "kernels/core/arrays.hpp"
#include "problems/require.hpp"

namespace minikrylov {
namespace {

using HostBuffer = Kokkos::View<double*, PinnedMemory>;
using RowPolicy = Kokkos::RangePolicy<Exec, Kokkos::IndexType<LocalIndex>>;

// The indices needed from each rank, in the order of the ghosts.
std::vector<std::vector<int>> wanted_rows(const Communicator& ranks, const std::vector<Ghost>& ghosts) {
  std::vector<std::vector<int>> wanted(static_cast<std::size_t>(ranks.size()));
  int previous = 0;
  for (const Ghost& ghost : ghosts) {
    require(ghost.owner >= previous && ghost.owner < ranks.size(),
            "ghost of rank {} after one of rank {} (ghosts are grouped by owner, owners ascending below {}) sort them",
            ghost.owner, previous, ranks.size());
    previous = ghost.owner;
    wanted[static_cast<std::size_t>(ghost.owner)].push_back(ghost.index);
  }
  return wanted;
}

std::vector<MessagePart> message_parts(const std::vector<std::vector<int>>& lists) {
  std::vector<MessagePart> parts;
  LocalIndex first = 0;
  for (std::size_t rank = 0; rank < lists.size(); ++rank) {
    const auto count = static_cast<LocalIndex>(lists[rank].size());
    if (count > 0) parts.push_back({static_cast<int>(rank), first, count});
    first += count;
  }
  return parts;
}

std::vector<LocalIndex> all_rows(const std::vector<std::vector<int>>& lists, LocalIndex rows) {
  std::vector<LocalIndex> all;
  for (std::size_t rank = 0; rank < lists.size(); ++rank)
    for (const int row : lists[rank]) {
      require(row >= 0 && row < rows, "rank {} asks for row {} (this rank has rows 0 to {}) correct its ghosts", rank,
              row, rows - 1);
      all.push_back(row);
    }
  return all;
}

void reorder(const Array<LocalIndex>& rows, const Array<LocalIndex>& new_index) {
  Kokkos::parallel_for(
      "halo rows = new index of halo rows", RowPolicy(0, static_cast<LocalIndex>(rows.extent(0))),
      KOKKOS_LAMBDA(const LocalIndex i) { rows(i) = new_index(rows(i)); });
}

void require_ghosts(const Vector& x, LocalIndex ghosts) {
  if (x.capacity() < x.rows + ghosts) throw std::logic_error("a halo exchange got a vector without room for ghosts");
}

// The ghosts of a vector among its numbers.
template <class Real> Array<Real> ghosts_of(const Vector& x, const Array<Real>& numbers, LocalIndex ghosts) {
  require_ghosts(x, ghosts);
  const auto begin = static_cast<std::size_t>(x.elements());
  const auto end = begin + static_cast<std::size_t>(ghosts) * static_cast<std::size_t>(x.width);
  return Kokkos::subview(numbers, Kokkos::make_pair(begin, end));
}

// Ghosts in single precision from what has arrived, which the device can read.
void round_ghosts(const Exec& on, const double* arrived, const Array<float>& ghosts) {
  Kokkos::parallel_for(
      "round halo", RowPolicy(on, 0, static_cast<LocalIndex>(ghosts.extent(0))),
      KOKKOS_LAMBDA(const LocalIndex e) { ghosts(e) = static_cast<float>(arrived[e]); });
}

// Adds one rank's contributions. Atomic, since a rank may have two ghosts of one row.
void add_part(const Array<double>& buffer, const Array<LocalIndex>& rows, MessagePart part, const Vector& y) {
  const Array<double> values = y.data;
  const int width = y.width;
  Kokkos::parallel_for(
      "add halo", RowPolicy(part.first, part.first + part.count), KOKKOS_LAMBDA(const LocalIndex i) {
        const Offset from = Offset{i} * width, to = Offset{rows(i)} * width;
        for (int j = 0; j < width; ++j) Kokkos::atomic_add(&values(to + j), buffer(from + j));
      });
}

}  // namespace

// Buffers and requests for one width. Host buffers are empty without staging; with it there is no device receive
// buffer, since received values are copied straight into the vector.
struct Halo::Channel {
  Array<double> send, receive;
  HostBuffer send_on_host, receive_on_host;
  HaloMessages messages;

  Channel(const Halo& halo, std::size_t sent, std::size_t received, int width)
      : send("halo send", sent),
        receive("halo receive", halo.staged_ ? 0 : received),
        send_on_host("halo send", halo.staged_ ? sent : 0),
        receive_on_host("halo receive", halo.staged_ ? received : 0),
        messages(halo.sends_, sent_from(halo.staged_), halo.receives_, received_at(halo.staged_), width) {}

  [[nodiscard]] double* sent_from(bool staged) const { return staged ? send_on_host.data() : send.data(); }
  [[nodiscard]] double* received_at(bool staged) const { return staged ? receive_on_host.data() : receive.data(); }
};

Halo::Halo(const Communicator& ranks, LocalIndex rows, const std::vector<Ghost>& ghosts,
           const Array<LocalIndex>& new_index, GpuAwareMpi gpu_aware)
    : rows_(rows), ghosts_(static_cast<LocalIndex>(ghosts.size())), staged_(!on_host && !sends_from_device(gpu_aware)) {
  require(new_index.extent(0) == 0 || new_index.extent(0) == static_cast<std::size_t>(rows),
          "{} new indices for {} rows (a reordering lists each row) pass one per row, or none", new_index.extent(0),
          rows);
  const std::vector<std::vector<int>> wanted_here = wanted_rows(ranks, ghosts);
  const std::vector<std::vector<int>> wanted_there = ranks.exchange(wanted_here);
  receives_ = message_parts(wanted_here);
  sends_ = message_parts(wanted_there);
  send_rows_ = array_of("halo rows", all_rows(wanted_there, rows));
  if (new_index.extent(0) != 0) reorder(send_rows_, new_index);
  Exec().fence("halo rows are known");
}

Halo::~Halo() {
  if (in_flight_ == nullptr || in_flight_->messages.leave() == Leaving::complete) return;
  for (auto& [width, channel] : channels_)
    if (channel.get() == in_flight_) static_cast<void>(channel.release());
}

Halo::Channel& Halo::channel(int width) const {
  std::unique_ptr<Channel>& entry = channels_[width];
  if (entry == nullptr) {
    const auto columns = static_cast<std::size_t>(width);
    entry = std::make_unique<Channel>(*this, send_rows_.extent(0) * columns,
                                      static_cast<std::size_t>(ghosts_) * columns, width);
  }
  return *entry;
}

void Halo::prepare(const Vector& x) const {
  check(x);
  require_ghosts(x, ghosts_);
  static_cast<void>(channel(x.width));
}

void Halo::check(const Vector& x) const {
  if (in_flight_ != nullptr) throw std::logic_error("a halo exchange was started while another was in flight");
  if (x.rows != rows_) throw std::logic_error("a halo exchange got a vector of another size");
}

void Halo::start(HaloMessages& messages) const {
  if (observer_ != nullptr) observer_->halo_started(static_cast<int>(sends_.size() + receives_.size()));
  messages.start(network_, progress_);
}

void Halo::finish(HaloMessages& messages) const {
  if (observer_ != nullptr) observer_->halo_awaited();
  messages.finish();
  if (observer_ != nullptr) observer_->halo_finished();
}

void Halo::start(const Vector& x) const {
  pack(x, Exec());
  send(Exec());
}

void Halo::pack(const Vector& x, const Exec& on) const {
  check(x);
  in_flight_ = &channel(x.width);
  if (is_alone()) return;
  with_numbers(x, [&](const auto& numbers) {
    Kokkos::parallel_for("pack halo", RowPolicy(on, 0, static_cast<LocalIndex>(send_rows_.extent(0))),
                         PackRow{numbers.data(), send_rows_.data(), in_flight_->send.data(), x.width});
  });
  if (staged_) Kokkos::deep_copy(on, in_flight_->send_on_host, in_flight_->send);
}

void Halo::send(const Exec& on) const {
  if (!is_alone()) on.fence("halo is packed");  // MPI reads the buffer next
  start(in_flight_->messages);
}

void Halo::progress() const {
  if (in_flight_ != nullptr) in_flight_->messages.progress();
}

void Halo::finish(const Vector& x, const Exec& on) const {
  if (in_flight_ == nullptr) throw std::logic_error("a halo exchange was finished without having been started");
  finish(in_flight_->messages);
  const Channel& via = *std::exchange(in_flight_, nullptr);
  if (is_alone()) return;
  if (x.precision() == Precision::single_precision)
    round_ghosts(on, via.received_at(staged_), ghosts_of(x, x.singles, ghosts_));
  else if (staged_)
    Kokkos::deep_copy(on, ghosts_of(x, x.data, ghosts_), via.receive_on_host);
  else
    Kokkos::deep_copy(on, ghosts_of(x, x.data, ghosts_), via.receive);
}

void Halo::exchange_alone(const Vector& x) const {
  Channel& via = channel(x.width);
  in_flight_ = &via;
  with_numbers(x, [&](const auto& numbers) {
    const PackRow pack{numbers.data(), send_rows_.data(), via.send.data(), x.width};
    for (LocalIndex i = 0; i < static_cast<LocalIndex>(send_rows_.extent(0)); ++i) pack(i);
    start(via.messages);
    finish(via.messages);
    std::copy_n(via.receive.data(), via.receive.extent(0), numbers.data() + x.elements());
  });
  in_flight_ = nullptr;
}

void Halo::exchange(const Vector& x) const {
  start(x);
  finish(x);
}

void Halo::reverse_add(const Vector& y) const {
  const Channel& buffers = channel(y.width);
  HaloMessages back(receives_, buffers.received_at(staged_), sends_, buffers.sent_from(staged_), y.width);
  if (staged_)
    Kokkos::deep_copy(buffers.receive_on_host, ghosts_of(y, y.data, ghosts_));
  else
    Kokkos::deep_copy(buffers.receive, ghosts_of(y, y.data, ghosts_));
  start(back);
  finish(back);
  if (staged_) Kokkos::deep_copy(buffers.send, buffers.send_on_host);
  for (const MessagePart& part : sends_) add_part(buffers.send, send_rows_, part, y);
  Exec().fence("halo is added");
}

int Halo::neighbours() const {
  std::set<int> ranks;
  for (const MessagePart& part : sends_) ranks.insert(part.rank);
  for (const MessagePart& part : receives_) ranks.insert(part.rank);
  return static_cast<int>(ranks.size());
}

Offset Halo::bytes_sent(int width) const { return rows_sent() * width * Offset{sizeof(double)}; }

Offset Halo::bytes_received(int width) const { return Offset{ghosts_} * width * Offset{sizeof(double)}; }

}  // namespace minikrylov
