// Rings as vectors.
#include "kernels/schedule/powers_rings.hpp"

#include <algorithm>

#include "kernels/core/threads.hpp"

namespace minikrylov {
namespace {

/// Doubles at the beginning of the memory number so-and-so that are not used: memories begin a few cache lines apart,
/// so that their layers do not compete for the same lines of the smallest cache.
std::size_t phase_of(std::size_t number) {
  constexpr std::size_t lines_apart = 5, doubles_per_line = 8, doubles_per_page = 512;
  return number * lines_apart * doubles_per_line % doubles_per_page;
}

}  // namespace

bool RingVectors::are_ready(std::size_t chains) const { return !rings_.empty() && rings_.front().size() >= chains; }

void RingVectors::prepare(const PowersPlan& plan, std::size_t chains, int width, LocalIndex block_rows) {
  if (are_ready(chains)) return;
  rings_.clear();
  rings_.resize(plan.rings.size());
  blocks_.clear();
  blocks_.resize(plan.rings.size());
  width_ = width;
  const std::size_t block = static_cast<std::size_t>(block_rows) * width;
  for_each_thread("rings of powers", [&](LocalIndex thread) {
    std::size_t number = 0;
    rings_[thread].resize(chains);
    for (auto& of_chain : rings_[thread]) {
      for (const PowersRing& needs : plan.rings[thread]) of_chain.push_back(make_ring(needs, width, ++number));
      blocks_[thread].emplace_back(block, block, phase_of(++number));
    }
  });
}

RingVectors::Ring RingVectors::make_ring(const PowersRing& needs, int width, std::size_t number) {
  const Offset length = Offset{needs.rows.end - needs.rows.begin} * width;
  RingMemory memory(static_cast<std::size_t>(length), static_cast<std::size_t>(needs.window) * width, phase_of(number));
  std::fill_n(memory.data(), std::min(memory.period(), static_cast<std::size_t>(length)), 0.0);
  // Indices are those of rows, so the vector begins before the memory.
  double* const begin = memory.data() - Offset{needs.rows.begin} * width;
  const Vector vector{Array<double>(begin, static_cast<std::size_t>(needs.rows.end) * width), needs.rows.end, width};
  return {std::move(memory), vector};
}

std::vector<Vector> RingVectors::seen_by(LocalIndex thread, std::size_t chain, PowersChain y) const {
  std::vector<Vector> seen(y.begin(), y.end());
  const std::vector<Ring>& rings = rings_[thread][chain];
  for (std::size_t k = 1; k < seen.size() && k <= rings.size(); ++k) seen[k] = rings[k - 1].vector;
  return seen;
}

Vector RingVectors::block(LocalIndex thread, std::size_t chain, RowRange rows) const {
  double* const begin = blocks_[thread][chain].data() - Offset{rows.begin} * width_;
  return {Array<double>(begin, static_cast<std::size_t>(rows.end) * width_), rows.end, width_};
}

Offset RingVectors::bytes() const {
  std::size_t doubles = 0;
  for (const auto& of_thread : rings_)
    for (const auto& of_chain : of_thread)
      for (const Ring& ring : of_chain) doubles += ring.memory.period();
  return static_cast<Offset>(doubles * sizeof(double));
}

}  // namespace minikrylov
