// Detects files of a job that are the same file.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "problems/require.hpp"

namespace minikrylov {

enum class FileRole { read, written };

/// A file of a job, and the option that names it.
struct FileOfJob {
  std::string_view flag;
  std::string path;
  FileRole role;
};

/// Complains about output files that are the same, even through links or paths like ./. Not collective.
void complain_of_collisions(const std::vector<FileOfJob>& files, Complaints& complaints);

}  // namespace minikrylov
