// The faults, and the functions of MPI that have them.
#include "tests/miniapp/overlap/mpi/faulty_library.hpp"

#include <mpi.h>

#include <chrono>
#include <cmath>
#include <optional>
#include <thread>

namespace minikrylov::test {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int spoilt_length = 3;
constexpr std::chrono::milliseconds slow_sum{3};  // long beside what other programs take of the processor

Fault& fault() {
  static Fault now = Fault::none;
  return now;
}

/// When the sum in flight was started, if it is slow.
std::optional<Clock::time_point>& slow_since() {
  static std::optional<Clock::time_point> since;
  return since;
}

bool has_slow_sums() { return fault() == Fault::sums_without_help || fault() == Fault::sums_with_help; }

bool is_slow(int count, MPI_Datatype type, MPI_Op op) {
  return has_slow_sums() && count == 1 && type == MPI_DOUBLE && op == MPI_SUM;
}

void spoil_last_bit(double* sums, MPI_Comm world) {
  int rank = 0, size = 0;
  PMPI_Comm_rank(world, &rank);
  PMPI_Comm_size(world, &size);
  double& last = sums[spoilt_length - 1];
  if (size > 1 && rank == size - 1) last = std::nextafter(last, HUGE_VAL);
}

}  // namespace

Faulty::Faulty(Fault f) { fault() = f; }

Faulty::~Faulty() {
  fault() = Fault::none;
  slow_since().reset();
}

}  // namespace minikrylov::test

using namespace minikrylov::test;

extern "C" int MPI_Allreduce(const void* terms, void* sums, int count, MPI_Datatype type, MPI_Op op, MPI_Comm world) {
  const int code = PMPI_Allreduce(terms, sums, count, type, op, world);
  if (is_slow(count, type, op)) std::this_thread::sleep_for(slow_sum);
  if (fault() == Fault::sums_apart && count == spoilt_length && type == MPI_DOUBLE && op == MPI_SUM)
    spoil_last_bit(static_cast<double*>(sums), world);
  return code;
}

extern "C" int MPI_Iallreduce(const void* terms, void* sums, int count, MPI_Datatype type, MPI_Op op, MPI_Comm world,
                              MPI_Request* request) {
  if (is_slow(count, type, op)) slow_since() = Clock::now();
  return PMPI_Iallreduce(terms, sums, count, type, op, world, request);
}

extern "C" int MPI_Wait(MPI_Request* request, MPI_Status* status) {
  const int code = PMPI_Wait(request, status);
  if (!slow_since()) return code;
  std::this_thread::sleep_until((fault() == Fault::sums_without_help ? *slow_since() : Clock::now()) + slow_sum);
  slow_since().reset();
  return code;
}

extern "C" int MPI_Put(const void* from, int count, MPI_Datatype type, int rank, MPI_Aint to, int count_there,
                       MPI_Datatype type_there, MPI_Win window) {
  if (fault() == Fault::loses_puts) return MPI_SUCCESS;
  return PMPI_Put(from, count, type, rank, to, count_there, type_there, window);
}

extern "C" int MPI_Query_thread(int* level) {
  const int code = PMPI_Query_thread(level);
  if (fault() == Fault::single_thread) *level = MPI_THREAD_SINGLE;
  return code;
}
