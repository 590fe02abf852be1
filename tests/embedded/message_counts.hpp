// The number of messages on this rank so far.
#pragma once

namespace minikrylov::test {

struct MessageCounts {
  long sent = 0;      ///< by MPI_Isend
  long received = 0;  ///< posted by MPI_Irecv
  long others = 0;    ///< persistent requests, MPI_Send, MPI_Allreduce, MPI_Iallreduce

  friend MessageCounts operator-(const MessageCounts& a, const MessageCounts& b) {
    return {a.sent - b.sent, a.received - b.received, a.others - b.others};
  }
};

[[nodiscard]] MessageCounts messages_so_far();

}  // namespace minikrylov::test
