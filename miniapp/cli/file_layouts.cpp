// The kinds of files, one line each.
#include "miniapp/cli/file_layouts.hpp"

#include "miniapp/accept/fields.hpp"
#include "miniapp/merging/fields.hpp"
#include "miniapp/model/fields.hpp"
#include "miniapp/overlap/fields.hpp"

namespace minikrylov {

std::vector<FileLayout> file_layouts() {
  return {
      results_file_layout(),    acceptance_file_layout(), overlap_file_layout(),
      prediction_file_layout(), comparison_file_layout(), merging_file_layout(),
  };
}

}  // namespace minikrylov
