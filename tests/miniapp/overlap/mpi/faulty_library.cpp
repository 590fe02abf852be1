// The faults, and the functions of MPI that have them.
#include "tests/miniapp/overlap/mpi/faulty_library.hpp"

#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <optional>

namespace minikrylov::test {
namespace {

constexpr int spoilt_length = 3;
constexpr double slow_sum = 3e-3;  // seconds of MPI_Wtime

Fault& fault() {
  static Fault now = Fault::none;
  return now;
}

/// When the sum in flight was started, if it is slow.
std::optional<double>& slow_since() {
  static std::optional<double> since;
  return since;
}

bool has_slow_sums() { return fault() == Fault::sums_without_help || fault() == Fault::sums_with_help; }

bool is_slow(int count, MPI_Datatype type, MPI_Op op) {
  return has_slow_sums() && count == 1 && type == MPI_DOUBLE && op == MPI_SUM;
}

/// What this thread computed: the same, however many ranks take turns on a processor.
double processor_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// What MPI_Wtime adds to processor_seconds: sums take their time here, not on the processor.
double& added_seconds() {
  static thread_local double seconds = 0;
  return seconds;
}

/// Runs a call of the library that takes no time by MPI_Wtime.
template <class Call> int in_no_time(const Call& call) {
  const double began = processor_seconds();
  const int code = call();
  added_seconds() -= processor_seconds() - began;
  return code;
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

extern "C" double MPI_Wtime() { return has_slow_sums() ? processor_seconds() + added_seconds() : PMPI_Wtime(); }

extern "C" int MPI_Allreduce(const void* terms, void* sums, int count, MPI_Datatype type, MPI_Op op, MPI_Comm world) {
  const int code = in_no_time([&] { return PMPI_Allreduce(terms, sums, count, type, op, world); });
  if (is_slow(count, type, op)) added_seconds() += slow_sum;
  if (fault() == Fault::sums_apart && count == spoilt_length && type == MPI_DOUBLE && op == MPI_SUM)
    spoil_last_bit(static_cast<double*>(sums), world);
  return code;
}

extern "C" int MPI_Iallreduce(const void* terms, void* sums, int count, MPI_Datatype type, MPI_Op op, MPI_Comm world,
                              MPI_Request* request) {
  const int code = in_no_time([&] { return PMPI_Iallreduce(terms, sums, count, type, op, world, request); });
  if (is_slow(count, type, op)) slow_since() = MPI_Wtime();
  return code;
}

extern "C" int MPI_Wait(MPI_Request* request, MPI_Status* status) {
  const int code = in_no_time([&] { return PMPI_Wait(request, status); });
  if (!slow_since()) return code;
  const double now = MPI_Wtime();
  const double done = (fault() == Fault::sums_without_help ? *slow_since() : now) + slow_sum;
  added_seconds() += std::max(0.0, done - now);
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
