// One line on a terminal that shows how far a solve has come.
#pragma once
#include <chrono>
#include <cstdio>
#include <string>
#include <string_view>

namespace minikrylov {

/// Writes nothing where `stream` is null or not a terminal, an iteration at most every tenth of a second where it is,
/// and wipes its line at the end.
class ProgressLine {
 public:
  explicit ProgressLine(std::FILE* stream);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Whether show() can have an effect: otherwise nobody need call it.
  [[nodiscard]] bool visible() const { return visible_; }
  /// "pcg: iteration 120, residual 3.1e-05 (until 1e-08)". Residuals relative to ‖b‖.
  void show(std::string_view method, int iteration, double residual, double rtol);
  /// Any other message, shown at once.
  void show(std::string_view message);
  /// Wipes the line, so that something else can be printed.
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
