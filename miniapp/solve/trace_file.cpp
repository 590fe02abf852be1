// The Trace Event Format: complete events for what keeps a rank busy, asynchronous ones for what is in flight.
// https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU
#include "miniapp/solve/trace_file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "miniapp/solve/trace_track.hpp"

namespace minikrylov {
namespace {

/// Threads per rank, as a viewer shows them.
constexpr int method_thread = 0, work_thread = 1;

double microseconds(double seconds) { return 1e6 * seconds; }

bool is_flight(TraceTrack track) { return track == TraceTrack::sum_flight || track == TraceTrack::halo_flight; }

std::string json_text(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return result + '"';
}

std::string complete(int rank, int thread, const TraceSpan& span, std::string_view category, double offset) {
  return fmt::format(
      R"({{"ph":"X","pid":{},"tid":{},"name":{},"cat":"{}","ts":{:.3f},"dur":{:.3f},"args":{{"iterate":{}}}}},)"
      "\n",
      rank, thread, json_text(span.name), category, microseconds(span.begin + offset),
      microseconds(span.end - span.begin), span.iteration);
}

std::string in_flight(int rank, int identity, const TraceSpan& span, double offset) {
  std::string text;
  for (const char phase : {'b', 'e'})
    text += fmt::format(R"({{"ph":"{}","pid":{},"tid":{},"id":"{}.{}","name":{},"cat":"{}","ts":{:.3f}}},)"
                        "\n",
                        phase, rank, work_thread, rank, identity, json_text(span.name), name_of(span.track),
                        microseconds((phase == 'b' ? span.begin : span.end) + offset));
  return text;
}

std::string named(int rank, int thread, std::string_view what, std::string_view name) {
  return fmt::format(R"({{"ph":"M","pid":{},"tid":{},"name":"{}","args":{{"name":{}}}}},)"
                     "\n",
                     rank, thread, what, json_text(name));
}

}  // namespace

void TraceFile::add(std::string_view method, const Trace& trace, const Communicator& ranks) {
  const int rank = ranks.rank();
  std::string mine;
  if (offset_ == 0) {
    mine += named(rank, method_thread, "process_name", fmt::format("rank {}", rank));
    mine += named(rank, method_thread, "thread_name", "methods and iterations");
    mine += named(rank, work_thread, "thread_name", "kernels and waiting");
  }
  double last = 0;
  for (const TraceSpan& span : trace.spans()) last = std::max(last, span.end);
  mine += complete(rank, method_thread, {.track = TraceTrack::iteration, .name = std::string(method), .end = last},
                   "method", offset_);
  for (const TraceSpan& span : trace.spans()) {
    const int thread = span.track == TraceTrack::iteration ? method_thread : work_thread;
    mine += is_flight(span.track) ? in_flight(rank, flights_++, span, offset_)
                                  : complete(rank, thread, span, name_of(span.track), offset_);
  }
  constexpr double pause = 1e-3;
  offset_ += ranks.reduce(last, ReduceBy::maximum) + pause;
  for (const std::string& of_rank : ranks.gather_on_root(mine)) events_ += of_rank;
}

std::string TraceFile::text() const {
  std::string_view events = events_;
  if (events.ends_with(",\n")) events.remove_suffix(2);
  return fmt::format("{{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n{}\n]}}\n", events);
}

}  // namespace minikrylov
