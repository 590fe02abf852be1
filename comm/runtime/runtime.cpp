// The lifetime of a run.
#include "comm/runtime/runtime.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string_view>
#include <utility>
#include <vector>

#include "comm/runtime/communicator.hpp"
#include "comm/runtime/library_settings.hpp"
#include "device/devices.hpp"
#include "kernels/core/types.hpp"
#include "problems/require.hpp"

namespace minikrylov {
namespace {

constexpr int keep_what_the_user_set = 0;

// Kokkos reads the environment of a few launchers only; the message library knows the rank on the host under any.
void choose_device(int rank_on_host) {
  const int devices = Kokkos::num_devices();
  if (devices < 2 || std::getenv("KOKKOS_VISIBLE_DEVICES") != nullptr) return;
  setenv("KOKKOS_DEVICE_ID", std::to_string(rank_on_host % devices).c_str(), keep_what_the_user_set);
}

[[noreturn]] void fail(const char* message) {
  std::fprintf(stderr, "rank %d: error: %s\n", Communicator().rank(), message);
  std::fflush(nullptr);
  abort_all_ranks(EXIT_FAILURE);
}

/// Passes only Kokkos's own arguments to Kokkos (it would answer --help itself) and removes those it consumes from
/// argv. `reserved` of the threads that it would start are not.
void initialize_kokkos(int& argc, char** argv, int reserved) {
  std::vector<char*> ours, theirs{argv[0]};
  std::string threads = "--kokkos-num-threads=" + std::to_string(usual_threads() - reserved);
  if (reserved > 0) theirs.push_back(threads.data());
  for (int k = 0; k < argc; ++k)
    (std::string_view(argv[k]).starts_with("--kokkos-") ? theirs : ours).push_back(argv[k]);
  auto count = static_cast<int>(theirs.size());
  theirs.push_back(nullptr);
  Kokkos::initialize(count, theirs.data());
  for (int k = 1; k < count; ++k)
    if (theirs[k] != threads.data()) ours.push_back(theirs[k]);
  std::copy(ours.begin(), ours.end(), argv);
  argc = static_cast<int>(ours.size());
  argv[argc] = nullptr;
}

/// Files that the program opens must not take the descriptor of a closed standard stream; writing to that stream should
/// fail instead.
void keep_standard_streams() {
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream)
    if (fcntl(stream, F_GETFD) < 0) static_cast<void>(open("/dev/null", O_RDONLY));  // takes the lowest free descriptor
  std::signal(SIGPIPE, SIG_IGN);  // if the report's reader quits, files must still be written
}

}  // namespace

Runtime::Runtime(int& argc, char**& argv)
    : library_(start_message_library(argc, argv)),
      argc_(argc),
      argv_(argv),
      objections_(complaints_about_reserved_cores(argc, argv)),
      reserved_(objections_.empty() ? cores_to_reserve(argc, argv) : 0) {
  choose_device(library_.rank_on_host);
  if (Communicator().rank() != 0) setenv("KOKKOS_DISABLE_WARNINGS", "1", keep_what_the_user_set);  // rank 0 prints them
  initialize_kokkos(argc, argv, reserved_);
}

Runtime::~Runtime() {
  Kokkos::finalize();
  finish_message_library();
}

int Runtime::threads_per_rank() const { return host_threads(); }

std::string Runtime::host_name() const {
  std::array<char, 256> name{};
  if (gethostname(name.data(), name.size() - 1) != 0) return "unknown";
  return name.data();
}

int run(int argc, char** argv, const std::function<int(Runtime&)>& program) {
  keep_standard_streams();
  std::vector<std::string> complaints = complaints_about_libraries(argc, argv);
  if (std::string objection = objection_to_device(); !objection.empty()) complaints.push_back(std::move(objection));
  if (!complaints.empty()) {
    static_cast<void>(start_message_library(argc, argv));
    const int exit_code = end_together(exit_refused, complaints);
    finish_message_library();
    return exit_code;
  }
  Runtime runtime(argc, argv);
  int exit_code = exit_refused;
  try {
    exit_code = program(runtime);
  } catch (const SetupError& error) {
    complaints = error.messages();  // simulated ranks share a thread, so none may wait for others while it handles one
  } catch (const std::exception& error) {
    fail(error.what());
  } catch (...) {
    fail("an exception of unknown type");
  }
  return end_together(exit_code, complaints);
}

}  // namespace minikrylov
