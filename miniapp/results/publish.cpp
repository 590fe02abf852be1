// Publishes the outcome of a job: the report on stdout first, then its files.
#include "miniapp/results/publish.hpp"

#include <fmt/ranges.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "comm/runtime/communicator.hpp"
#include "problems/printable.hpp"

namespace minikrylov {

Publisher::Publisher(const Communicator& ranks) : role_(ranks.rank() == 0 ? Role::speaker : Role::silent) {}

void Publisher::print(std::string_view text) {
  if (role_ == Role::silent) return;
  const std::string shown = printable(text, "\n");
  errno = 0;
  const bool printed = std::fwrite(shown.data(), 1, shown.size(), stdout) == shown.size() && std::fflush(stdout) == 0;
  const bool first = complaints_.messages().empty();
  complaints_.unless(
      printed || !first,
      "the report could not be printed in full (standard output: {}) redirect it elsewhere, or free some space",
      std::strerror(errno));
  std::clearerr(stdout);
}

void Publisher::write(const std::optional<std::string>& path, std::string_view caption,
                      const std::function<void(const std::string&)>& write) {
  if (role_ == Role::silent || !path) return;
  try {
    write(*path);
    written_.push_back(*path);
    print(fmt::format("{} {}\n", caption, *path));
  } catch (const SetupError& error) {
    complaints_.add(error);
  } catch (const std::exception& error) {
    complaints_.unless(false, "{} could not be written ({}) choose another file", *path, error.what());
  }
}

void Publisher::finish() {
  if (complaints_.messages().empty()) return;
  complaints_.unless(written_.empty(), "written nevertheless: {}", fmt::join(written_, ", "));
  complaints_.raise();
}

}  // namespace minikrylov
