// What the runtime needs of the library that carries messages: MPI, or nothing where a program has one rank.
#pragma once
#include <string>
#include <vector>

namespace minikrylov {

/// Facts for the record of a run.
struct LibraryMetadata {
  std::string name;          ///< "MPI", or "none" in a build without it
  std::string version;       ///< the library's own words, one line
  std::string thread_level;  ///< single, funneled, serialized or multiple: what the library granted
  int rank_on_host = 0;
  int ranks_on_host = 1;
};

/// Exit code of a program that refused its input.
inline constexpr int exit_refused = 2;

/// How an object that ends parted from its messages. It waits for them, so that none outlives its buffers. But while an
/// exception unwinds the stack of this rank, the others may never answer: then it waits for a second at most.
enum class Leaving {
  complete,   ///< no message is in flight
  abandoned,  ///< messages are in flight: their buffers must stay alive until the program ends
};

/// Collective. Called once, before any other operation of comm/.
LibraryMetadata start_message_library(int& argc, char**& argv);

/// single, funneled, serialized or multiple: which threads may call the library; as in LibraryMetadata.
[[nodiscard]] std::string granted_thread_level();

/// Collective. Called once, after everything else.
void finish_message_library();

/// Ends all ranks at once; not collective.
[[noreturn]] void abort_all_ranks(int exit_code);

/// Waits for the other ranks, so that all end alike, and prints each distinct complaint once; returns the largest exit
/// code. A rank with complaints waits for a short while only: if the others do not come (they may be waiting for
/// this rank), it prints its complaints and ends all ranks.
int end_together(int exit_code, const std::vector<std::string>& complaints);

}  // namespace minikrylov
