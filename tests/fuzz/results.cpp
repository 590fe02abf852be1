// The reader of results files on arbitrary bytes: solves, or a SetupError, whatever HDF5 does in its own process.
#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "miniapp/results/reader.hpp"
#include "miniapp/results/results.hpp"
#include "problems/require.hpp"
#include "tests/fuzz/findings.hpp"
#include "tests/fuzz/inputs.hpp"
#include "tests/miniapp/sample_record.hpp"
#include "tests/miniapp/temporary_folder.hpp"

namespace minikrylov {
namespace {

long accepted = 0, refused = 0, faults = 0;

const TemporaryFolder& folder() {
  static const TemporaryFolder folder;
  return folder;
}

void require_sound(const MeasuredSolve& solve) {
  if (solve.ranks < 1 || solve.rhs < 1 || solve.rows < 1 || !std::isfinite(solve.products) ||
      !std::isfinite(solve.sharing))
    std::abort();
  for (const MeasuredRepetition& r : solve.repetitions)
    if (!std::isfinite(r.seconds + r.triad)) std::abort();
}

/// How the process that reads a file ended.
enum class Ended { well, by_a_fault };

Ended read_in_child(const std::string& path) {
  try {
    for (const MeasuredSolve& solve : read_solves(path)) require_sound(solve);
    ++accepted;
    return Ended::well;
  } catch (const SetupError& error) {
    ++refused;
    const std::string_view message = error.what();
    const bool fault = message.find("by signal") != message.npos || message.find("gave up") != message.npos;
    if (fault) ++faults;
    return fault ? Ended::by_a_fault : Ended::well;
  }
}

/// Where faults are seen by sanitizers, and by libFuzzer what was run. Without them HDF5 may damage this process
/// unseen, by files that it survived in a child.
void read_here(const std::string& path) {
  try {
    static_cast<void>(read_solves_here(path));
  } catch (const std::exception&) {
    return;  // the child said the same
  }
}

/// No faults were found by the child's sanitizers in our code; those in HDF5's are what the child is for.
void require_no_findings(const std::string& reports) {
  for (const auto& entry : std::filesystem::directory_iterator(reports)) {
    const std::string report = folder().read("reports/" + entry.path().filename().string());
    if (!is_fault(report) || is_in_library(report, "hdf5")) {
      std::filesystem::remove(entry.path());
      continue;
    }
    std::fprintf(stderr, "%s\n", report.c_str());
    std::abort();
  }
}

}  // namespace

std::vector<std::string> fuzz_samples() {
  std::vector<std::string> samples;
  for (const PreconditionerChoice choice : {PreconditionerChoice::jacobi, PreconditionerChoice::ic0}) {
    Record record = sample_record();  // with ic0 its table of kernels is read, too
    for (SolveRecord& solve : record.solves) solve.preconditioner = choice;
    write_results(folder().file("sample.h5"), contents_of(record), OverwritePolicy::replace);
    samples.push_back(folder().read("sample.h5"));
  }
  return samples;
}

std::string fuzz_summary() {
  return fmt::format("{} read, {} refused, {} of them because HDF5 crashed", accepted, refused, faults);
}

void start_fuzzing(int&, char**) { std::filesystem::create_directory(folder().file("reports")); }
void stop_fuzzing() {}

}  // namespace minikrylov

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace minikrylov;
  const std::string path = folder().write("fuzz.h5", {reinterpret_cast<const char*>(data), size}),
                    reports = folder().file("reports");
  send_findings_to(reports + "/report");
  const Ended child = read_in_child(path);
  send_findings_to("stderr");
  require_no_findings(reports);
  if (child == Ended::well && sanitizers_watch()) read_here(path);
  return 0;
}
