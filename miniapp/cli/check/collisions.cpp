// Detects files of a job that are the same file.
#include "miniapp/cli/check/collisions.hpp"

#include <filesystem>

namespace minikrylov {
namespace {

/// The file that a path names, without links; empty if it leads in circles or is too long, of which others complain.
std::filesystem::path file_named_by(const std::string& path) {
  std::error_code unknown;
  const std::filesystem::path place =
      std::filesystem::weakly_canonical(std::filesystem::absolute(path, unknown), unknown);
  return unknown ? std::filesystem::path() : place;
}

/// Compares by name, or by the existing files of both names.
bool is_same(const std::string& one, const std::string& other) {
  std::error_code ignored;  // then they count as different
  if (std::filesystem::equivalent(one, other, ignored)) return true;
  const std::filesystem::path place = file_named_by(one);
  return !place.empty() && place == file_named_by(other);
}

}  // namespace

void complain_of_collisions(const std::vector<FileOfJob>& files, Complaints& complaints) {
  for (std::size_t k = 0; k < files.size(); ++k)
    for (std::size_t j = 0; j < k; ++j) {
      const FileOfJob &one = files[j], &other = files[k];
      const bool matters = one.role == FileRole::written || other.role == FileRole::written;
      complaints.unless(!matters || one.path.empty() || other.path.empty() || !is_same(one.path, other.path),
                        "{} {} and {} {} are the same file (one would overwrite the other) choose different ones",
                        one.flag, one.path, other.flag, other.path);
    }
}

}  // namespace minikrylov
