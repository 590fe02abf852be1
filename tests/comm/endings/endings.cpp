// A program that ends in the way named by its argument; test_endings.sh checks how all ranks end.
#include <cstdio>
#include <stdexcept>
#include <string>

#include "comm/reduction/reduction.hpp"
#include "comm/runtime/communicator.hpp"
#include "comm/runtime/runtime.hpp"
#include "problems/require.hpp"

namespace minikrylov {
namespace {

// The last rank throws with a sum in flight, which the others never join.
void leave_with_a_sum_in_flight(const Communicator& ranks) {
  double value = 1;
  const auto sum = make_reduction(ReductionKind::nonblocking, ranks);
  if (ranks.rank() == ranks.size() - 1) {
    sum->start({&value, 1}, "sum");
    throw std::runtime_error("thrown in flight");
  }
  ranks.barrier();
}

int end_as(const std::string& ending) {
  const Communicator ranks;
  const bool last = ranks.rank() == ranks.size() - 1;
  if (ending == "code") return last ? 7 : 0;
  if (ending == "all-refuse")
    throw SetupError({"first complaint (why) what to do", "second complaint (why) what to do"});
  if (ending == "each-refuses") throw SetupError({"shared complaint", "complaint " + std::to_string(ranks.rank())});
  if (ending == "some-refuse-others-wait" && ranks.rank() > 0) throw SetupError({"some complaint (why) what to do"});
  if (ending == "one-refuses-others-wait" && last) throw SetupError({"lonely complaint (why) what to do"});
  if (ending == "one-refuses-others-end") {
    require(!last, "lonely complaint (why) what to do");
    return 0;
  }
  if (ending == "one-throws-others-wait" && last) throw std::runtime_error("thrown by one");
  if (ending == "throws-in-flight") leave_with_a_sum_in_flight(ranks);
  ranks.barrier();
  return 0;
}

}  // namespace
}  // namespace minikrylov

int main(int argc, char** argv) {
  return minikrylov::run(argc, argv, [](minikrylov::Runtime& runtime) {
    return minikrylov::end_as(runtime.argument_count() > 1 ? runtime.arguments()[1] : "well");
  });
}
