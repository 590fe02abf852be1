// One main for all test programs: Catch2 inside the runtime; rank 0 reports, the others speak only when a check fails.
#include <catch2/catch_session.hpp>
#include <catch2/catch_test_case_info.hpp>
#include <catch2/reporters/catch_reporter_event_listener.hpp>
#include <catch2/reporters/catch_reporter_registrars.hpp>
#include <cstdio>
#include <iostream>

#include "comm/communicator.hpp"
#include "comm/runtime.hpp"

namespace {

/// Prints a failed check of any rank but 0 at once, so that it is seen even if the ranks then wait for each other.
class FailuresOfOtherRanks : public Catch::EventListenerBase {
 public:
  using EventListenerBase::EventListenerBase;

  void testCaseStarting(const Catch::TestCaseInfo& info) override { test_ = info.name; }

  void assertionEnded(const Catch::AssertionStats& stats) override {
    const Catch::AssertionResult& result = stats.assertionResult;
    const int rank = minikrylov::Communicator().rank();
    if (rank == 0 || result.isOk()) return;
    const Catch::SourceLineInfo where = result.getSourceInfo();
    std::fprintf(stderr, "rank %d: %s:%zu: FAILED in \"%s\": %s\n  which is %s\n", rank, where.file, where.line,
                 test_.c_str(), result.getExpressionInMacro().c_str(), text(result).c_str());
  }

 private:
  static std::string text(const Catch::AssertionResult& result) {
    return result.hasMessage() ? std::string(result.getMessage()) : result.getExpandedExpression();
  }

  std::string test_;
};

CATCH_REGISTER_LISTENER(FailuresOfOtherRanks)

}  // namespace

int main(int argc, char** argv) {
  return minikrylov::run(argc, argv, [](minikrylov::Runtime& runtime) {
    std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);  // what was printed stays visible if the run is ended from outside
    if (minikrylov::Communicator().rank() != 0) std::cout.rdbuf(nullptr);
    Catch::Session session;
    session.configData().runOrder = Catch::TestRunOrder::Declared;  // all ranks in the same order,
    session.configData().rngSeed = 1;                               // with the same random numbers
    return session.run(runtime.argument_count(), runtime.arguments());
  });
}
