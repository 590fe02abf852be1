// Records spans of time, and selects a few iterations of them.
#include "miniapp/solve/trace.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "comm/runtime/emulated_network.hpp"

namespace minikrylov {

namespace {

/// The reading of this rank's clock at a moment common to all ranks. A rank may leave a barrier late, so the offset
/// between its clock and that of rank 0 is a median over several barriers. Returns when that moment has come: for a
/// rank that left most barriers late, but not the last, it is in the future. Collective.
double common_moment(const Communicator& ranks) {
  constexpr int rounds = 9;
  std::vector<double> mine, of_rank_0;
  for (int k = 0; k < rounds; ++k) {
    ranks.barrier();
    mine.push_back(wall_time());
    of_rank_0.push_back(ranks.rank() == 0 ? mine.back() : 0.0);
  }
  of_rank_0 = ranks.reduce(of_rank_0, ReduceBy::sum);
  std::vector<double> differences;
  for (int k = 0; k < rounds; ++k) differences.push_back(mine[k] - of_rank_0[k]);
  std::nth_element(differences.begin(), differences.begin() + rounds / 2, differences.end());
  const double moment = of_rank_0.back() + differences[rounds / 2];
  wait_until(moment);
  return moment;
}

constexpr char end_of_name = '\n';

/// Tracks and names of spans, as text for other ranks.
std::string names_in(const std::vector<TraceSpan>& spans) {
  std::string text;
  for (const TraceSpan& span : spans)
    (text += static_cast<char>('0' + static_cast<int>(span.track))) += span.name + end_of_name;
  return text;
}

/// The rows of a rank, without times, of what it has named.
std::vector<TimelineRow> rows_named(const std::string& names, int rank) {
  std::vector<TimelineRow> rows;
  for (std::size_t from = 0; from < names.size();) {
    const std::size_t to = names.find(end_of_name, from);
    rows.push_back({.rank = rank,
                    .track = static_cast<TraceTrack>(names[from] - '0'),
                    .name = names.substr(from + 1, to - from - 1),
                    .begin_seconds = 0,
                    .end_seconds = 0});
    from = to + 1;
  }
  return rows;
}

}  // namespace

Trace::Trace(const Communicator& ranks) : zero_(common_moment(ranks)) {}

void Trace::add(TraceTrack track, const std::string& name, double begin, double end) {
  if (!paused_at_)
    spans_.push_back({.track = track, .name = name, .begin = begin, .end = end, .iteration = iteration_});
}

void Trace::kernel_starts() { kernel_started_at_ = now(); }

void Trace::kernel_ended(const std::string& label, double, const Cost&) {
  add(TraceTrack::kernel, label, kernel_started_at_, now());
}

void Trace::halo_started(int messages) {
  halo_name_ = fmt::format("halo: {} messages", messages);
  halo_started_at_ = now();
}

void Trace::halo_awaited() { halo_awaited_at_ = now(); }

void Trace::halo_finished() {
  const double end = now();
  add(TraceTrack::halo_flight, "halo", halo_started_at_, end);
  add(TraceTrack::halo_wait, halo_name_, halo_awaited_at_, end);
}

void Trace::sum_starts(const std::string& label, std::size_t) {
  sum_called_at_ = now();
  if (!paused_at_) sums_.emplace_back(label, sum_called_at_);
}

void Trace::sum_started(const std::string& label) { add(TraceTrack::sum_start, label, sum_called_at_, now()); }

void Trace::sum_awaited(const std::string&) { sum_called_at_ = now(); }

void Trace::sum_finished(const std::string& label) {
  if (paused_at_ || sums_.empty()) return;
  const double end = now();
  add(TraceTrack::sum_flight, label, sums_.front().second, end);
  add(TraceTrack::sum_wait, label, sum_called_at_, end);
  sums_.erase(sums_.begin());
}

void Trace::judged(int i) {
  const double moment = now();
  if (judged_at_ && i > iteration_) add(TraceTrack::iteration, fmt::format("iteration {}", i), *judged_at_, moment);
  judged_at_ = moment;
  iteration_ = i;
}

void Trace::pause() { paused_at_ = now(); }

void Trace::resume(const Communicator& ranks) {
  const double last = ranks.reduce(paused_at_.value(), ReduceBy::maximum);
  const double go_on = ranks.reduce(now(), ReduceBy::maximum);
  wait_until(zero_ + go_on);
  zero_ += go_on - last;
  paused_at_.reset();
}

std::vector<TimelineRow> timeline_of(const Trace& trace, int iterations, int shown, const Communicator& ranks) {
  constexpr int watched_ranks = 4, past_the_start = 10;
  const int first = std::min(past_the_start, std::max(0, iterations - shown)) / shown * shown;
  // An iteration ends when the next iterate is tested, which is when its number is passed on.
  std::vector<TraceSpan> chosen;
  std::copy_if(trace.spans().begin(), trace.spans().end(), std::back_inserter(chosen),
               [first, shown](const TraceSpan& s) { return s.iteration >= first && s.iteration < first + shown; });
  const std::vector<std::string> named = ranks.gather(names_in(chosen));
  std::vector<TimelineRow> rows;
  for (int rank = 0; rank < std::min(watched_ranks, ranks.size()); ++rank) {
    std::vector<TimelineRow> of_rank = rows_named(named[rank], rank);
    std::vector<double> times(2 * of_rank.size(), 0.0);
    if (rank == ranks.rank())
      for (std::size_t k = 0; k < chosen.size(); ++k) {
        times[2 * k] = chosen[k].begin;
        times[2 * k + 1] = chosen[k].end;
      }
    times = ranks.reduce(times, ReduceBy::sum);
    for (std::size_t k = 0; k < of_rank.size(); ++k) {
      of_rank[k].begin_seconds = times[2 * k];
      of_rank[k].end_seconds = times[2 * k + 1];
    }
    rows.insert(rows.end(), of_rank.begin(), of_rank.end());
  }
  const auto begin =
      std::find_if(rows.begin(), rows.end(), [](const TimelineRow& r) { return r.track == TraceTrack::iteration; });
  const double zero = begin == rows.end() ? 0.0 : begin->begin_seconds;
  for (TimelineRow& row : rows) {
    row.begin_seconds -= zero;
    row.end_seconds -= zero;
  }
  return rows;
}

}  // namespace minikrylov
