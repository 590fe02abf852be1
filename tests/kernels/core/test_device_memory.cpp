// Arrays of an emulated device: kernels and deep copies reach them, and nothing else does.
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>
#include <csignal>
#include <numeric>

#include "kernels/core/arrays.hpp"
#include "tests/kernels/sparse_samples.hpp"

using namespace minikrylov;
using namespace minikrylov::samples;

namespace {

/// Adds one to each element, and the results up.
struct Increment {
  Array<double> array;
  KOKKOS_FUNCTION void operator()(LocalIndex i, double& sum) const {
    array(i) += 1;
    sum += array(i);
  }
};

/// Writes through a pointer.
struct WriteAt {
  double* place;
  KOKKOS_FUNCTION void operator()(LocalIndex i) const { place[i] = 5; }
};

struct Itself {
  KOKKOS_FUNCTION Offset operator()(LocalIndex i) const { return i; }
};

/// The signal by which a process of its own ends that runs `act`; 0: none.
template <class Act> int signal_after(const Act& act) {
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGSEGV, SIG_DFL);
    act();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

}  // namespace

TEST_CASE("kernels and deep copies reach the arrays of a device", "[device]") {
  std::vector<double> numbers(5000);
  std::iota(numbers.begin(), numbers.end(), 0.0);
  const Array<double> array = to_device(numbers);
  double sum = 0;
  Kokkos::parallel_reduce("sum", Kokkos::RangePolicy<Exec>(0, array.extent(0)), Increment{array}, sum);
  CHECK(sum == 5000.0 * 5001 / 2);
  for (double& number : numbers) number += 1;
  CHECK(to_host(array) == numbers);
  double last = 0;
  Kokkos::deep_copy(last, Kokkos::subview(array, 4999));
  CHECK(last == 5000);
  const auto begins = begins_of<Offset>("begins", 10, Itself());
  CHECK(to_host(begins) == std::vector<Offset>{0, 0, 1, 3, 6, 10, 15, 21, 28, 36, 45});
}

TEST_CASE("arrays come and go, each with a place of its own", "[device]") {
  std::vector<Array<int>> arrays;
  for (int round = 0; round < 3; ++round) {
    for (int k = 0; k < 200; ++k) arrays.push_back(to_device(std::vector<int>(1 + (37 * k) % 400, 1000 * round + k)));
    arrays.push_back(to_device(std::vector<int>(1 << 20, round)));
    for (std::size_t k = round; k < arrays.size(); k += 3) arrays[k] = {};
  }
  bool right = true;
  for (const auto& array : arrays) {
    const auto values = to_host(array);
    for (const int value : values) right = right && value == values.front();
  }
  CHECK(right);
}

TEST_CASE("the type of an array says that a host cannot read it", "[device]") {
  using Host = Kokkos::View<double*, Kokkos::HostSpace>;
  STATIC_CHECK(Kokkos::SpaceAccessibility<Exec, Memory>::accessible);
  STATIC_CHECK(bool{Kokkos::SpaceAccessibility<Kokkos::HostSpace, Memory>::accessible} == on_host);
  STATIC_CHECK(std::is_assignable_v<Host&, Array<double>> == on_host);
  STATIC_CHECK(std::is_same_v<Array<double>::HostMirror::memory_space, Kokkos::HostSpace>);
}

TEST_CASE("a host that reads or writes memory of an emulated device is stopped", "[device]") {
  if (!device_is_emulated) SKIP("only an emulated device is watched over");
  const Array<double> array = to_device(std::vector<double>(3000, 1.0));
  double* const raw = array.data();
  // A kernel before them: the lock is closed again. (None in the processes that are forked, whose threads are missing.)
  Kokkos::parallel_for("numbers = 5", Kokkos::RangePolicy<Exec>(0, 3000), WriteAt{raw});
  const auto read_by_loop = [&] {
    volatile double sum = 0;
    for (LocalIndex i = 0; i < 3000; ++i) sum = sum + array(i);
  };
  const auto write_by_pointer = [&] { *const_cast<volatile double*>(raw + 1234) = 5; };
  const auto write_by_threads = [&] {
    Kokkos::parallel_for("host", Kokkos::RangePolicy<HostExec>(0, 3000), WriteAt{raw});
  };
  CHECK(signal_after(read_by_loop) == SIGSEGV);
  CHECK(signal_after(write_by_pointer) == SIGSEGV);
  if (!std::is_same_v<HostExec, Exec>) CHECK(signal_after(write_by_threads) == SIGSEGV);
  CHECK(signal_after([] {}) == 0);
}
