// A library that loses what is put into a window: refused by name on all ranks. MPI_Put is interposed by MPI's
// profiling interface, for all tests of this program; it loses nothing unless told to.
#include <mpi.h>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <string>

#include "comm/halo/pattern.hpp"
#include "problems/require.hpp"
#include "tests/comm/everywhere.hpp"

namespace {

enum class Library { as_it_is, loses_puts };

Library& library() {
  static Library now = Library::as_it_is;
  return now;
}

/// A library that loses puts of this rank for as long as the object lives.
class Losing {
 public:
  explicit Losing(bool here) { library() = here ? Library::loses_puts : Library::as_it_is; }
  Losing(const Losing&) = delete;
  Losing& operator=(const Losing&) = delete;
  ~Losing() { library() = Library::as_it_is; }
};

}  // namespace

extern "C" int MPI_Put(const void* from, int count, MPI_Datatype type, int rank, MPI_Aint to, int count_there,
                       MPI_Datatype type_there, MPI_Win window) {
  if (library() == Library::loses_puts) return MPI_SUCCESS;
  return PMPI_Put(from, count, type, rank, to, count_there, type_there, window);
}

namespace minikrylov {
namespace {

/// What the pattern put is refused with, or nothing.
std::string refusal(int members) {
  try {
    (void)make_pattern(PatternKind::put, 8, members, Communicator());
    return "";
  } catch (const SetupError& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE("a put that one rank loses is refused on all ranks, members or not") {
  const Communicator ranks;
  for (int members = 1; members <= ranks.size(); ++members) {
    std::string why;
    {
      const Losing losing(ranks.rank() == members - 1);
      why = refusal(members);
    }
    CHECK(everywhere(why == "pattern put is not possible (the MPI library loses what is put into a window) omit it"));
    CHECK(everywhere(refusal(members).empty()));
  }
}

}  // namespace minikrylov
