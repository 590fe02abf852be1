// Progress: which messages are polled, and by which thread.
#include "comm/reduction/progress.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <thread>
#include <vector>

#include "comm/runtime/cores.hpp"
#include "comm/runtime/message_library.hpp"
#include "problems/require.hpp"

namespace minikrylov {

/// State shared by computing threads and the progress thread. Loops poll it with manual progress.
struct Progress::State final : Pollable {
  explicit State(const ProgressOptions& given) : options(given) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() override;

  void poll() override;
  std::unique_lock<std::mutex> lock();
  void poll_all();  // with the lock held
  void poll_until_the_end(const std::vector<int>& cores);

  const ProgressOptions options;
  std::mutex mutex;
  std::condition_variable wake;
  std::atomic<int> waiting{0};  // computing threads waiting for the lock; the progress thread yields to them
  bool ending = false;
  std::vector<Pollable*> watched;
  ProgressCounts counts;
  ProgressHook hook;
  std::thread thread;
};

Progress::State::~State() {
  {
    const auto held = lock();
    ending = true;
    watched.clear();
  }
  wake.notify_all();
  if (thread.joinable()) thread.join();
}

std::unique_lock<std::mutex> Progress::State::lock() {
  ++waiting;
  std::unique_lock held(mutex);
  --waiting;
  return held;
}

void Progress::State::poll_all() {
  const double began = wall_time();
  for (Pollable* messages : watched) messages->poll();
  ++counts.calls;
  counts.seconds += wall_time() - began;
}

void Progress::State::poll() {
  const auto held = lock();
  poll_all();
}

void Progress::State::poll_until_the_end(const std::vector<int>& cores) {
  run_on(cores);
  std::unique_lock held(mutex);
  while (!ending) {
    wake.wait(held, [this] { return ending || !watched.empty(); });
    poll_all();
    held.unlock();
    do std::this_thread::yield();
    while (waiting > 0);
    held.lock();
  }
}

Progress::Progress(const ProgressOptions& options) {
  if (options.kind == ProgressKind::thread) {
    const std::string objection = objection_to_progress_thread();
    require(objection.empty(), "{}", objection);
  }
  state_ = std::make_shared<State>(options);
  if (options.kind == ProgressKind::thread)
    state_->thread =
        std::thread([state = state_.get(), cores = cores_without_threads()] { state->poll_until_the_end(cores); });
}

ProgressOptions Progress::options() const { return state_ == nullptr ? ProgressOptions{} : state_->options; }

ProgressHook* Progress::hook() const { return state_ == nullptr ? nullptr : &state_->hook; }

ProgressCounts Progress::counts() const {
  if (state_ == nullptr) return {};
  const auto held = lock();
  return state_->counts;
}

void Progress::reset_counts() const {
  if (state_ == nullptr) return;
  const auto held = lock();
  state_->counts = {};
}

std::unique_lock<std::mutex> Progress::lock() const {
  return options().kind == ProgressKind::none ? std::unique_lock<std::mutex>() : state_->lock();
}

void Progress::watch(Pollable& messages) const {
  if (options().kind == ProgressKind::none) return;
  state_->watched.push_back(&messages);
  if (state_->options.kind == ProgressKind::manual)
    state_->hook.begin(*state_, state_->options.calls_per_loop);
  else
    state_->wake.notify_all();
}

void Progress::unwatch(Pollable& messages) const {
  if (state_ == nullptr) return;
  const auto place = std::find(state_->watched.begin(), state_->watched.end(), &messages);
  if (place == state_->watched.end()) return;
  state_->watched.erase(place);
  if (state_->watched.empty()) state_->hook.end();
}

std::string objection_to_progress_thread() {
  const std::string level = granted_thread_level();
  if (level == "multiple") return "";
  return fmt::format(
      "a progress thread is not possible (two threads would call MPI concurrently, but this library grants {}, not "
      "multiple) use progress manual, or the library's own progress thread",
      level);
}

namespace {

/// A reduction that is polled while it has sums in flight.
class ProgressingReduction final : public Reduction, public Pollable {
 public:
  ProgressingReduction(std::unique_ptr<Reduction> moved, Progress progress)
      : moved_(std::move(moved)), progress_(std::move(progress)) {}
  ProgressingReduction(const ProgressingReduction&) = delete;
  ProgressingReduction& operator=(const ProgressingReduction&) = delete;
  ~ProgressingReduction() override {
    const auto held = progress_.lock();
    progress_.unwatch(*this);
    moved_.reset();
  }

  void start(std::span<double> values, std::string_view label) override {
    const auto held = progress_.lock();
    moved_->start(values, label);
    if (in_flight_++ == 0) progress_.watch(*this);
  }
  void finish() override {
    const auto held = progress_.lock();
    moved_->finish();
    if (in_flight_ > 0 && --in_flight_ == 0) progress_.unwatch(*this);
  }
  void progress() override {
    const auto held = progress_.lock();
    moved_->progress();
  }
  void poll() override { moved_->progress(); }
  void carry(const Vector& x) override { moved_->carry(x); }

 private:
  std::unique_ptr<Reduction> moved_;
  Progress progress_;
  int in_flight_ = 0;
};

}  // namespace

std::unique_ptr<Reduction> progressing(std::unique_ptr<Reduction> reduction, const Progress& progress) {
  if (progress.options().kind == ProgressKind::none) return reduction;
  return std::make_unique<ProgressingReduction>(std::move(reduction), progress);
}

}  // namespace minikrylov
