// Metadata of machine and run, compared with other sources.
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cmath>
#include <thread>

#include "miniapp/metadata/machine.hpp"
#include "miniapp/metadata/memory.hpp"
#include "miniapp/metadata/metadata.hpp"
#include "tests/miniapp/temporary_folder.hpp"

namespace minikrylov {

TEST_CASE("the machine description agrees with the operating system") {
  const Machine machine = describe_machine();
  CHECK(machine.hardware_threads >= 1);
  CHECK(machine.cores >= 1);
  CHECK(machine.cores <= machine.hardware_threads);
  CHECK(static_cast<unsigned>(machine.hardware_threads) >= std::thread::hardware_concurrency());
  std::ifstream meminfo("/proc/meminfo");
  std::string word;
  double kilobytes = 0;
  while (meminfo >> word && word != "MemTotal:") continue;
  meminfo >> kilobytes;
  CHECK(static_cast<double>(machine.memory_bytes) == Catch::Approx(kilobytes * 1024).epsilon(0.01));
  CHECK_FALSE(machine.processor.empty());
  CHECK_FALSE(machine.binding.empty());
}

TEST_CASE("free memory is limited by the host or its control group") {
  const TemporaryFolder host;
  CHECK(std::isinf(free_bytes_of_host(host.file(""))));
  host.write("proc/meminfo", "MemTotal:       8000 kB\nMemFree:         100 kB\nMemAvailable:   4000 kB\n");
  CHECK(free_bytes_of_host(host.file("")) == 4000.0 * 1024);

  SECTION("version 2, with the limit on a group around ours") {
    host.write("proc/self/cgroup", "0::/job/step\n");
    host.write("sys/fs/cgroup/job/memory.max", "2000000\n");
    host.write("sys/fs/cgroup/job/memory.current", "900000\n");
    host.write("sys/fs/cgroup/job/memory.stat", "anon 500000\ninactive_file 400000\n");
    host.write("sys/fs/cgroup/job/step/memory.max", "max\n");
    CHECK(free_bytes_of_host(host.file("")) == 2000000 - (900000 - 400000));
  }
  SECTION("version 1") {
    host.write("proc/self/cgroup", "5:cpu,cpuacct:/a\n4:memory:/b\n");
    host.write("sys/fs/cgroup/memory/b/memory.limit_in_bytes", "3000000\n");
    host.write("sys/fs/cgroup/memory/b/memory.usage_in_bytes", "1000000\n");
    host.write("sys/fs/cgroup/memory/b/memory.stat", "total_inactive_file 0\n");
    CHECK(free_bytes_of_host(host.file("")) == 2000000);
  }
  SECTION("an exhausted limit leaves nothing") {
    host.write("sys/fs/cgroup/memory.max", "1000\n");
    host.write("sys/fs/cgroup/memory.current", "5000\n");
    CHECK(free_bytes_of_host(host.file("")) == 0);
  }
}

TEST_CASE("ranks of a host share its memory") {
  const Communicator ranks;
  const double alone = free_bytes_per_rank(1, ranks), shared = free_bytes_per_rank(1000, ranks);
  CHECK(alone > 0);
  CHECK(shared < alone / 500);
  CHECK(ranks.reduce(shared, ReduceBy::maximum) == ranks.reduce(shared, ReduceBy::minimum));
}

TEST_CASE("a command line is quoted for a shell") {
  const char* words[] = {"minikrylov", "--size", "4x4x4", "--output", "my file.h5", "it's", ""};
  CHECK(quoted(words) == "minikrylov --size 4x4x4 --output 'my file.h5' 'it'\\''s' ''");
}

TEST_CASE("dates are ISO 8601 in UTC") {
  CHECK_THAT(date_now(), Catch::Matchers::Matches("20[0-9]{2}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-6][0-9]Z"));
}

}  // namespace minikrylov
