// A progress line on the terminal.
#pragma once
#include <chrono>
#include <cstdio>
#include <string>
#include <string_view>

namespace minikrylov {

/// Shows at most one update per tenth of a second, and erases its line at the end. Writes nothing if `stream` is null
/// or not a terminal.
class ProgressLine {
 public:
  explicit ProgressLine(std::FILE* stream);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Whether show() has any effect, so that callers can skip it otherwise.
  [[nodiscard]] bool visible() const { return visible_; }
  /// "pcg: iteration 120, residual 3.1e-05 (until 1e-08)". Residuals are relative to ‖b‖.
  void show(std::string_view method, int iteration, double residual, double rtol);
  /// Shows any other message immediately.
  void show(std::string_view message);
  /// Prints a permanent line, on a terminal or not.
  void announce(const std::string& message);
  /// Erases the line so that something else can be printed.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] bool due();
  void write(const std::string& text);

  std::FILE* stream_;
  bool visible_ = false, shown_ = false;
  Clock::time_point last_;
};

}  // namespace minikrylov
