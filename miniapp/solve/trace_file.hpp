// Traces of all ranks as a file for Chrome's and Perfetto's viewers.
#pragma once
#include <string>
#include <string_view>

#include "miniapp/solve/trace.hpp"

namespace minikrylov {

/// Collects the traces of one solve after another, as they follow each other in time.
class TraceFile {
 public:
  /// Adds what all ranks did in a solve by `method`. Collective; the text grows on rank 0.
  void add(std::string_view method, const Trace& trace, const Communicator& ranks);
  /// The file: JSON of the Trace Event Format; a process is a rank. Complete on rank 0.
  [[nodiscard]] std::string text() const;

 private:
  double offset_ = 0;  ///< seconds; where the next solve begins
  int flights_ = 0;    ///< given to asynchronous events so far, as their identities
  std::string events_;
};

}  // namespace minikrylov
