// No message library: a build without MPI has one rank.
#include "comm/runtime/message_library.hpp"

#include <cstdio>
#include <cstdlib>

namespace minikrylov {

LibraryMetadata start_message_library(int& /*argc*/, char**& /*argv*/) {
  return {.name = "none", .version = "none", .thread_level = granted_thread_level()};
}

std::string granted_thread_level() { return "multiple"; }

void finish_message_library() {}

void abort_all_ranks(int exit_code) { std::_Exit(exit_code); }

int end_together(int exit_code, const std::vector<std::string>& complaints) {
  for (const std::string& complaint : complaints) std::fprintf(stderr, "%s\n", complaint.c_str());
  return exit_code;
}

}  // namespace minikrylov
