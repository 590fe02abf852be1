// The main function of all test programs: Catch2 inside the runtime. Rank 0 reports, the others only failed checks.
#include <catch2/catch_session.hpp>
#include <catch2/catch_test_case_info.hpp>
#include <catch2/reporters/catch_reporter_event_listener.hpp>
#include <catch2/reporters/catch_reporter_registrars.hpp>
#include <cstdio>
#include <iostream>

#include "comm/runtime/communicator.hpp"
#include "comm/runtime/runtime.hpp"

namespace {

/// Prints failed checks of ranks other than 0 immediately, in case the ranks then wait for each other forever.
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
    std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);  // so that output is not lost if the run is killed
    if (minikrylov::Communicator().rank() != 0) std::cout.rdbuf(nullptr);
    Catch::Session session;
    session.configData().runOrder = Catch::TestRunOrder::Declared;  // all ranks in the same order,
    session.configData().rngSeed = 1;                               // with the same random numbers
    return session.run(runtime.argument_count(), runtime.arguments());
  });
}
