// Counts a program's messages through MPI's profiling interface.
#include "tests/embedded/message_counts.hpp"

#include <mpi.h>

namespace minikrylov::test {
namespace {
MessageCounts seen;
}

MessageCounts messages_so_far() { return seen; }

}  // namespace minikrylov::test

using minikrylov::test::seen;

extern "C" {

int MPI_Isend(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm world, MPI_Request* request) {
  ++seen.sent;
  return PMPI_Isend(buffer, count, type, to, tag, world, request);
}
int MPI_Irecv(void* buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm world, MPI_Request* request) {
  ++seen.received;
  return PMPI_Irecv(buffer, count, type, from, tag, world, request);
}
int MPI_Send(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm world) {
  ++seen.others;
  return PMPI_Send(buffer, count, type, to, tag, world);
}
int MPI_Startall(int count, MPI_Request* requests) {
  seen.others += count;
  return PMPI_Startall(count, requests);
}
int MPI_Start(MPI_Request* request) {
  ++seen.others;
  return PMPI_Start(request);
}
int MPI_Allreduce(const void* from, void* to, int count, MPI_Datatype type, MPI_Op op, MPI_Comm world) {
  ++seen.others;
  return PMPI_Allreduce(from, to, count, type, op, world);
}
int MPI_Iallreduce(const void* from, void* to, int count, MPI_Datatype type, MPI_Op op, MPI_Comm world,
                   MPI_Request* request) {
  ++seen.others;
  return PMPI_Iallreduce(from, to, count, type, op, world, request);
}
}
