// A child process that reads untrusted files.
#include "miniapp/results/hdf5/guarded.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <fstream>

#include "problems/require.hpp"

namespace minikrylov::hdf5 {
namespace {

constexpr rlim_t most_bytes = rlim_t{4} << 30U;  ///< of memory, in addition to this process's own
constexpr rlim_t most_seconds = 5;               ///< of a processor

/// How a child ends.
constexpr int done = 0, refused = 2, failed = 3;

void limit(decltype(RLIMIT_AS) what, rlim_t most) {
  const rlimit both{most, most};
  setrlimit(what, &both);
}

/// Makes faults end the child quietly and without a core file, whatever handlers MPI has installed.
void prepare_child() {
  for (const int fault : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGXCPU, SIGTERM, SIGINT, SIGPIPE})
    std::signal(fault, SIG_DFL);
  const int nowhere = open("/dev/null", O_WRONLY);
  if (nowhere >= 0) dup2(nowhere, STDERR_FILENO);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_CPU, most_seconds);
  rlim_t pages = 0;
  if (std::ifstream("/proc/self/statm") >> pages)
    limit(RLIMIT_AS, pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + most_bytes);
}

void send(int pipe, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(pipe, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) _exit(failed);
    if (written > 0) bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

std::string receive(int pipe) {
  std::string bytes, part(1 << 16, '\0');
  for (ssize_t got = 1; got != 0;) {
    got = read(pipe, part.data(), part.size());
    if (got < 0 && errno != EINTR) break;
    if (got > 0) bytes.append(part, 0, static_cast<std::size_t>(got));
  }
  return bytes;
}

/// Never returns: the exit handlers of this process must not run in the child.
[[noreturn]] void be_child(int pipe, const std::function<std::string()>& work) {
  prepare_child();
  try {
    send(pipe, work());
    _exit(done);
  } catch (const SetupError& error) {
    send(pipe, error.messages().front());
    _exit(refused);
  } catch (...) {
    _exit(failed);
  }
}

}  // namespace

std::string in_child(const std::string& file, const std::function<std::string()>& work) {
  int ends[2] = {-1, -1};
  require(pipe(ends) == 0, "{} cannot be read (no pipe to a reader process) close some files", file);
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    be_child(ends[1], work);
  }
  close(ends[1]);
  std::string answer = child > 0 ? receive(ends[0]) : "";
  close(ends[0]);
  int status = 0;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  require(child > 0, "{} cannot be read (no reader process could be started) end some processes", file);
  if (WIFEXITED(status) && WEXITSTATUS(status) == refused) throw SetupError({answer});
  require(WIFEXITED(status) && WEXITSTATUS(status) == done,
          "{} cannot be read ({}: the file is damaged) use files written by solve --output", file,
          WIFSIGNALED(status) ? fmt::format("the library that reads it ended by signal {}", WTERMSIG(status))
                              : "the library that reads it gave up");
  return answer;
}

}  // namespace minikrylov::hdf5
