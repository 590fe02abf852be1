// Interposes MPI functions for fault injection through MPI's profiling interface: the program defines them itself and
// calls the library's as PMPI_….
#include <mpi.h>

#include <map>
#include <vector>

#include "comm/mpi/worlds.hpp"
#include "tests/acceptance/faults/injector.hpp"

namespace {

using minikrylov::test::Fault;
using minikrylov::test::WrongSum;

struct Message {
  double* values;
  int count;
};

std::map<MPI_Request, Message>& messages() {
  static std::map<MPI_Request, Message> posted;
  return posted;
}

/// Sums that have been started and not finished.
std::map<MPI_Request, Message>& sums_in_flight() {
  static std::map<MPI_Request, Message> started;
  return started;
}

/// Called when `request` (its value before the call that completed it) is complete.
void finished(MPI_Request request) {
  const auto sum = sums_in_flight().find(request);
  if (sum == sums_in_flight().end()) return;
  minikrylov::test::after_sum(sum->second.values, sum->second.count);
  sums_in_flight().erase(sum);
}

/// Excludes sums of the pre-flight check, which times long ones and discards the results.
bool is_of_solves(MPI_Comm comm, int count) {
  constexpr int most = 200;
  return comm == minikrylov::worlds().reductions && count <= most;
}

int rank_in(MPI_Comm comm) {
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  return rank;
}

/// MPI_Allreduce of doubles by a faulty library.
int wrong_sum(const Fault& fault, const double* terms, double* sums, int count, MPI_Op op, MPI_Comm comm) {
  const bool here = rank_in(comm) == fault.rank;
  std::vector<double> own(terms, terms + count);
  const bool lacks =
      fault.how == WrongSum::lacks_a_rank || fault.how == WrongSum::long_lists || fault.how == WrongSum::now_and_then;
  if (lacks && here && op == MPI_SUM) own.assign(own.size(), 0);
  const int code = PMPI_Allreduce(own.data(), sums, count, MPI_DOUBLE, op, comm);
  const bool off = fault.how == WrongSum::off_on_all || (fault.how == WrongSum::off_on_one && here);
  for (int k = 0; k < count; ++k) {
    if (off) sums[k] *= 1 + fault.share;
    if (fault.how == WrongSum::own_terms && here) sums[k] = own[static_cast<std::size_t>(k)];
  }
  return code;
}

}  // namespace

extern "C" {

int MPI_Allreduce(const void* terms, void* sums, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  if (type != MPI_DOUBLE || terms == MPI_IN_PLACE || count < 1)
    return PMPI_Allreduce(terms, sums, count, type, op, comm);
  const auto* first = static_cast<const double*>(terms);
  auto* to = static_cast<double*>(sums);
  std::vector<double> own(first, first + count);
  if (is_of_solves(comm, count)) minikrylov::test::before_sum(own.data(), count);
  const Fault* fault = minikrylov::test::wrong_allreduce(count);
  const int code = fault != nullptr ? wrong_sum(*fault, own.data(), to, count, op, comm)
                                    : PMPI_Allreduce(own.data(), to, count, type, op, comm);
  if (is_of_solves(comm, count)) minikrylov::test::after_sum(to, count);
  return code;
}

int MPI_Iallreduce(const void* terms, void* sums, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                   MPI_Request* request) {
  const bool watched = type == MPI_DOUBLE && terms != MPI_IN_PLACE && count > 0 && is_of_solves(comm, count);
  // The program's own buffer of terms, which it does not read again.
  if (watched) minikrylov::test::before_sum(static_cast<double*>(const_cast<void*>(terms)), count);
  const int code = PMPI_Iallreduce(terms, sums, count, type, op, comm, request);
  if (watched) sums_in_flight()[*request] = {static_cast<double*>(sums), count};
  return code;
}

int MPI_Wait(MPI_Request* request, MPI_Status* status) {
  const MPI_Request which = *request;
  const int code = PMPI_Wait(request, status);
  finished(which);
  return code;
}

int MPI_Test(MPI_Request* request, int* done, MPI_Status* status) {
  const MPI_Request which = *request;
  const int code = PMPI_Test(request, done, status);
  if (*done != 0) finished(which);
  return code;
}

double MPI_Wtime() { return minikrylov::test::time_of(PMPI_Wtime()); }

int MPI_Recv_init(void* buffer, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                  MPI_Request* request) {
  const int code = PMPI_Recv_init(buffer, count, type, source, tag, comm, request);
  if (type == MPI_DOUBLE && comm == minikrylov::worlds().halos && count > 0)
    messages()[*request] = {static_cast<double*>(buffer), count};
  return code;
}

int MPI_Request_free(MPI_Request* request) {
  messages().erase(*request);
  return PMPI_Request_free(request);
}

int MPI_Waitall(int count, MPI_Request requests[], MPI_Status* statuses) {
  const std::vector<MPI_Request> which(requests, requests + count);
  const int code = PMPI_Waitall(count, requests, statuses);
  for (const MPI_Request& request : which) {
    finished(request);
    if (const auto message = messages().find(request); message != messages().end())
      minikrylov::test::after_message(message->second.values, message->second.count);
  }
  return code;
}
}
