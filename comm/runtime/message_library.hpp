// The runtime's interface to the message library: MPI, or none in a single-rank build.
#pragma once
#include <string>
#include <vector>

namespace minikrylov {

/// Metadata for the record of a run.
struct LibraryMetadata {
  std::string name;          ///< "MPI", or "none" in a build without it
  std::string version;       ///< as the library states it, one line
  std::string thread_level;  ///< as granted: single, funneled, serialized or multiple
  int rank_on_host = 0;
  int ranks_on_host = 1;
};

/// Exit code of a program that refused its input.
inline constexpr int exit_refused = 2;

/// Whether a destructor left messages in flight. It waits for them, so that none outlives its buffers; but while an
/// exception unwinds this rank's stack, other ranks may never answer, so it waits for at most a second.
enum class Leaving {
  complete,   ///< no message is in flight
  abandoned,  ///< messages are in flight: their buffers must live until the program ends
};

/// Collective. Called once, before any other function of comm/.
LibraryMetadata start_message_library(int& argc, char**& argv);

/// The granted thread level; as in LibraryMetadata.
[[nodiscard]] std::string granted_thread_level();

/// Collective. Called once, after everything else.
void finish_message_library();

/// Ends all ranks at once; not collective.
[[noreturn]] void abort_all_ranks(int exit_code);

/// Ends all ranks in the same way: waits for them, prints each distinct complaint once, and returns the largest exit
/// code. A rank with complaints waits only briefly; if the others do not come (they may be waiting for this rank), it
/// prints its complaints and ends all ranks.
int end_together(int exit_code, const std::vector<std::string>& complaints);

}  // namespace minikrylov
