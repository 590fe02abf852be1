// The reader of results files on arbitrary bytes: solves, or a SetupError, whatever HDF5 does in its own process.
#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <string_view>

#include "miniapp/results/reader.hpp"
#include "miniapp/results/results.hpp"
#include "problems/require.hpp"
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
  if (solve.ranks < 1 || solve.rhs < 1 || solve.rows < 1 || !std::isfinite(solve.seconds + solve.products))
    std::abort();
}

}  // namespace

std::vector<std::string> fuzz_samples() {
  write_results(folder().file("sample.h5"), contents_of(sample_record()), OverwritePolicy::replace);
  return {folder().read("sample.h5")};
}

std::string fuzz_summary() {
  return fmt::format("{} read, {} refused, {} of them because HDF5 crashed", accepted, refused, faults);
}

void start_fuzzing(int&, char**) {}
void stop_fuzzing() {}

}  // namespace minikrylov

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace minikrylov;
  const std::string path = folder().write("fuzz.h5", {reinterpret_cast<const char*>(data), size});
  try {
    for (const MeasuredSolve& solve : read_solves(path)) require_sound(solve);
    ++accepted;
  } catch (const SetupError& error) {
    ++refused;
    if (std::string_view(error.what()).find("by signal") != std::string_view::npos) ++faults;
  }
  return 0;
}
