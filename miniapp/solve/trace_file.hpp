// Traces of all ranks as a file for the viewers of Chrome and Perfetto.
#pragma once
#include <string>
#include <string_view>

#include "miniapp/solve/trace.hpp"

namespace minikrylov {

/// Collects the traces of successive solves, one after the other in time.
class TraceFile {
 public:
  /// Adds what all ranks did in a solve by `method`. Collective; the text is built on rank 0.
  void add(std::string_view method, const Trace& trace, const Communicator& ranks);
  /// The file: JSON in the Trace Event Format, one process per rank. Complete on rank 0.
  [[nodiscard]] std::string text() const;

 private:
  double offset_ = 0;  ///< seconds at which the next solve begins
  int flights_ = 0;    ///< number of asynchronous events so far, which serves as their id
  std::string events_;
};

}  // namespace minikrylov
