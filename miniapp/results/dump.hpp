// Systems as Matrix Market files, for other programs.
#pragma once
#include "comm/runtime/communicator.hpp"
#include "miniapp/settings/output_options.hpp"
#include "miniapp/system/right_hand_sides.hpp"

namespace minikrylov {

/// Writes the matrix in coordinate format in the global numbering, with 17 significant digits: `symmetric` if a(i,j)
/// and a(j,i) are bitwise equal, otherwise `general`. Rows ascend for any number of ranks; rank 0 holds only a few of
/// them at a time. Collective. Throws like write_whole_file(), on all ranks.
void dump_matrix(const std::string& path, const AssembledRows& assembled, OverwritePolicy policy,
                 const Communicator& ranks);

/// Writes the right-hand sides, as they were given, as an array with a column for each. Collective; throws likewise.
void dump_rhs(const std::string& path, const System& system, const RightHandSides& sides, OverwritePolicy policy,
              const Communicator& ranks);

}  // namespace minikrylov
