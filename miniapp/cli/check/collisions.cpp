// Detects files of a job that are the same file.
#include "miniapp/cli/check/collisions.hpp"

#include <filesystem>

namespace minikrylov {
namespace {

/// Compares by name, or by the existing files of both names.
bool is_same(const std::string& one, const std::string& other) {
  std::error_code ignored;  // then they count as different
  if (std::filesystem::equivalent(one, other, ignored)) return true;
  const auto place = [&ignored](const std::string& path) {
    return std::filesystem::weakly_canonical(std::filesystem::absolute(path), ignored);
  };
  return place(one) == place(other);
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
