// A progress line on the terminal.
#include "miniapp/solve/progress_line.hpp"

#include <fmt/format.h>
#include <unistd.h>

namespace minikrylov {

ProgressLine::ProgressLine(std::FILE* stream)
    : stream_(stream), visible_(stream != nullptr && isatty(fileno(stream)) == 1) {}

ProgressLine::~ProgressLine() { clear(); }

bool ProgressLine::due() {
  if (!visible_) return false;
  const Clock::time_point now = Clock::now();
  if (shown_ && now - last_ < std::chrono::milliseconds(100)) return false;
  last_ = now;
  return true;
}

void ProgressLine::write(const std::string& text) {
  constexpr const char* to_start_and_wipe = "\r\033[K";
  std::fputs(to_start_and_wipe, stream_);
  std::fputs(text.c_str(), stream_);
  std::fflush(stream_);
  shown_ = !text.empty();
}

void ProgressLine::show(std::string_view method, int iteration, double residual, double rtol) {
  if (due()) write(fmt::format("{}: iteration {}, residual {:.1e} (until {:.0e})", method, iteration, residual, rtol));
}

void ProgressLine::show(std::string_view message) {
  if (visible_) write(std::string(message));
}

void ProgressLine::announce(const std::string& message) {
  if (stream_ == nullptr) return;
  clear();
  std::fputs((message + "\n").c_str(), stream_);
  std::fflush(stream_);
}

void ProgressLine::clear() {
  if (shown_) write("");
}

}  // namespace minikrylov
