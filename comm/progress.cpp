// Progress: which messages are polled, and by which thread.
#include "comm/progress.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <thread>
#include <vector>

#include "comm/message_library.hpp"
#include "problems/require.hpp"

namespace minikrylov {
namespace {

/// State shared by computing threads and the progress thread.
struct Shared {
  ProgressOptions options;
  std::mutex mutex;
  std::condition_variable wake;
  std::atomic<int> waiting{0};  // computing threads waiting for the lock; the progress thread yields to them
  bool ending = false;
  std::vector<Pollable*> watched;
  ProgressCounts counts;
  ProgressHook hook;
  std::thread thread;
};

Shared& shared() {
  static Shared of_this_process;
  return of_this_process;
}

void poll_all() {
  Shared& s = shared();
  const double began = wall_time();
  for (Pollable* messages : s.watched) messages->poll();
  ++s.counts.calls;
  s.counts.seconds += wall_time() - began;
}

void poll_in_kernel() {
  const auto lock = messages_lock();
  poll_all();
}

void poll_until_the_end() {
  Shared& s = shared();
  std::unique_lock lock(s.mutex);
  while (!s.ending) {
    s.wake.wait(lock, [&s] { return s.ending || !s.watched.empty(); });
    poll_all();
    lock.unlock();
    do std::this_thread::yield();
    while (s.waiting > 0);
    lock.lock();
  }
}

/// A reduction that is polled while it has sums in flight.
class ProgressingReduction final : public Reduction, public Pollable {
 public:
  explicit ProgressingReduction(std::unique_ptr<Reduction> moved) : moved_(std::move(moved)) {}
  ProgressingReduction(const ProgressingReduction&) = delete;
  ProgressingReduction& operator=(const ProgressingReduction&) = delete;
  ~ProgressingReduction() override {
    const auto lock = messages_lock();
    unwatch(*this);
    moved_.reset();
  }

  void start(std::span<double> values, std::string_view label) override {
    const auto lock = messages_lock();
    moved_->start(values, label);
    if (in_flight_++ == 0) watch(*this);
  }
  void finish() override {
    const auto lock = messages_lock();
    moved_->finish();
    if (in_flight_ > 0 && --in_flight_ == 0) unwatch(*this);
  }
  void progress() override {
    const auto lock = messages_lock();
    moved_->progress();
  }
  void poll() override { moved_->progress(); }
  void carry(const Vector& x) override { moved_->carry(x); }

 private:
  std::unique_ptr<Reduction> moved_;
  int in_flight_ = 0;
};

}  // namespace

Progress::Progress(const ProgressOptions& options) {
  Shared& s = shared();
  if (options.kind == ProgressKind::thread) {
    const std::string objection = objection_to_progress_thread();
    require(objection.empty(), "{}", objection);
    s.ending = false;
    s.thread = std::thread(poll_until_the_end);
  }
  const auto lock = messages_lock();
  s.options = options;
  s.counts = {};
}

Progress::~Progress() {
  Shared& s = shared();
  {
    const auto lock = messages_lock();
    s.ending = true;
    s.options = {};
    s.watched.clear();
    s.hook.end();
  }
  s.wake.notify_all();
  if (s.thread.joinable()) s.thread.join();
}

ProgressHook* Progress::hook() { return &shared().hook; }

ProgressCounts Progress::counts() {
  const auto lock = messages_lock();
  return shared().counts;
}

void Progress::reset_counts() {
  const auto lock = messages_lock();
  shared().counts = {};
}

std::string objection_to_progress_thread() {
  const std::string level = granted_thread_level();
  if (level == "multiple") return "";
  return fmt::format(
      "--progress thread is not possible (two threads would call MPI concurrently, but this library grants {}, not "
      "multiple) "
      "use --progress manual, or the library's own progress thread",
      level);
}

std::unique_lock<std::mutex> messages_lock() {
  Shared& s = shared();
  ++s.waiting;
  std::unique_lock lock(s.mutex);
  --s.waiting;
  return lock;
}

void watch(Pollable& messages) {
  Shared& s = shared();
  if (s.options.kind == ProgressKind::none) return;
  s.watched.push_back(&messages);
  if (s.options.kind == ProgressKind::manual)
    s.hook.begin(poll_in_kernel, s.options.calls_per_loop);
  else
    s.wake.notify_all();
}

void unwatch(Pollable& messages) {
  Shared& s = shared();
  const auto place = std::find(s.watched.begin(), s.watched.end(), &messages);
  if (place == s.watched.end()) return;
  s.watched.erase(place);
  if (s.watched.empty()) s.hook.end();
}

std::unique_ptr<Reduction> progressing(std::unique_ptr<Reduction> reduction) {
  if (shared().options.kind == ProgressKind::none) return reduction;
  return std::make_unique<ProgressingReduction>(std::move(reduction));
}

}  // namespace minikrylov
