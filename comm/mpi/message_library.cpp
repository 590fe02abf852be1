// MPI as the message library: start, metadata and end.
#include "comm/runtime/message_library.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <thread>

#include "comm/mpi/worlds.hpp"
#include "comm/runtime/communicator.hpp"
#include "comm/runtime/simulation.hpp"

namespace minikrylov {
namespace {

Worlds& mutable_worlds() {
  static Worlds worlds;
  return worlds;
}

std::string thread_level_name(int level) {
  if (level == MPI_THREAD_SINGLE) return "single";
  if (level == MPI_THREAD_FUNNELED) return "funneled";
  return level == MPI_THREAD_SERIALIZED ? "serialized" : "multiple";
}

std::string library_version() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  MPI_Get_library_version(text.data(), &length);
  const std::string version(text.data());
  return version.substr(0, version.find('\n'));
}

// Prints each distinct complaint once, with its rank unless all ranks have it.
void print_complaints(const std::vector<std::string>& complaints) {
  const Communicator ranks;
  std::map<std::string, std::vector<int>> ranks_of;
  std::vector<std::string> in_order;
  std::string own;
  for (const std::string& complaint : complaints) own += complaint + '\0';
  const std::vector<std::string> all = ranks.gather(own);
  if (ranks.rank() != 0) return;
  for (int rank = 0; rank < ranks.size(); ++rank) {
    const std::string& text = all[static_cast<std::size_t>(rank)];
    for (std::size_t begin = 0, end = 0; (end = text.find('\0', begin)) != std::string::npos; begin = end + 1) {
      const std::string complaint = text.substr(begin, end - begin);
      if (ranks_of[complaint].empty()) in_order.push_back(complaint);
      ranks_of[complaint].push_back(rank);
    }
  }
  for (const std::string& complaint : in_order) {
    const std::vector<int>& having = ranks_of[complaint];
    std::string line = complaint + "\n";
    if (static_cast<int>(having.size()) < ranks.size())
      line = "rank " + std::to_string(having.front()) + (having.size() > 1 ? " and others: " : ": ") + line;
    std::fputs(line.c_str(), stderr);
  }
}

// Ends all ranks; higher ranks wait longer, so that the lowest one with complaints is the first.
[[noreturn]] void end_alone(int exit_code, const std::vector<std::string>& complaints) {
  const int rank = Communicator().rank();
  std::this_thread::sleep_for(std::chrono::milliseconds(std::min(rank, 20) * 100));
  for (const std::string& complaint : complaints) std::fprintf(stderr, "rank %d: %s\n", rank, complaint.c_str());
  std::fflush(nullptr);
  abort_all_ranks(exit_code);
}

}  // namespace

const Worlds& worlds() { return mutable_worlds(); }

int next_tag() {
  constexpr int tags = 32768;  // the standard guarantees at least as many
  static int tag = 0;
  return tag++ % tags;
}

std::string granted_thread_level() {
  int level = MPI_THREAD_SINGLE;
  MPI_Query_thread(&level);
  return thread_level_name(level);
}

LibraryMetadata start_message_library(int& argc, char**& argv) {
  LibraryMetadata metadata{.name = "MPI", .version = {}, .thread_level = {}};
  int granted = MPI_THREAD_SINGLE;
  // Open MPI starts a daemon for a program without a launcher, which takes longer than small solves; it has no use
  // here.
  setenv("OMPI_MCA_ess_singleton_isolated", "1", 0);
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &granted);  // for a progress thread; no measurable cost
  metadata.thread_level = thread_level_name(granted);
  metadata.version = library_version();
  Worlds& all = mutable_worlds();
  for (MPI_Comm* world : {&all.setup, &all.reductions, &all.halos, &all.ending}) MPI_Comm_dup(MPI_COMM_WORLD, world);
  MPI_Comm host = MPI_COMM_NULL;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
  MPI_Comm_rank(host, &metadata.rank_on_host);
  MPI_Comm_size(host, &metadata.ranks_on_host);
  MPI_Comm_free(&host);
  return metadata;
}

void finish_message_library() {
  Worlds& all = mutable_worlds();
  for (MPI_Comm* world : {&all.setup, &all.reductions, &all.halos, &all.ending}) MPI_Comm_free(world);
  MPI_Finalize();
}

void abort_all_ranks(int exit_code) {
  MPI_Abort(MPI_COMM_WORLD, exit_code);
  std::abort();
}

int end_together(int exit_code, const std::vector<std::string>& complaints) {
  constexpr double patience = 2.0;  // seconds for the others to fail likewise; longer than in_flight.cpp's
  const double begin = wall_time();
  std::array<int, 2> mine = {exit_code, complaints.empty() ? 0 : 1}, largest = {0, 0};
  MPI_Request request = MPI_REQUEST_NULL;
  const bool waits = !simulator().empty();  // a simulator finds ranks that wait in vain
  if (waits)
    MPI_Allreduce(mine.data(), largest.data(), 2, MPI_INT, MPI_MAX, worlds().ending);
  else
    MPI_Iallreduce(mine.data(), largest.data(), 2, MPI_INT, MPI_MAX, worlds().ending, &request);
  for (int done = waits ? 1 : 0; done == 0;) {
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done != 0) break;
    if (!complaints.empty() && wall_time() - begin > patience) end_alone(exit_code, complaints);
    std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
  if (largest[1] != 0) print_complaints(complaints);
  return largest[0];
}

}  // namespace minikrylov
