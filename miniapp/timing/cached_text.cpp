// Files named by a hash of their key; they contain the line, then the key.
#include "miniapp/timing/cached_text.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace minikrylov {
namespace {

std::filesystem::path cache_folder() {
  const auto variable = [](const char* name) -> std::string {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
  };
  if (const std::string own = variable("MINIKRYLOV_CACHE"); !own.empty()) return own;
  if (const std::string all = variable("XDG_CACHE_HOME"); !all.empty()) return all + "/minikrylov";
  if (const std::string home = variable("HOME"); !home.empty()) return home + "/.cache/minikrylov";
  return {};
}

/// Keys may share a file name by collision, so the file also holds the key.
std::filesystem::path file_of(const std::string& kind, const std::string& key) {
  const std::filesystem::path folder = cache_folder();
  if (key.empty() || folder.empty()) return {};
  return folder / fmt::format("{}-{:016x}.txt", kind, std::hash<std::string>()(key));
}

}  // namespace

std::string read_cached(const std::string& kind, const std::string& key) {
  const std::filesystem::path path = file_of(kind, key);
  std::error_code unknown;
  if (!std::filesystem::is_regular_file(path, unknown)) return {};  // to open a pipe might take for ever
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line)) return {};
  std::ostringstream rest;
  rest << file.rdbuf();
  return rest.str() == key ? line : "";
}

void write_cached(const std::string& kind, const std::string& key, const std::string& line) {
  const std::filesystem::path path = file_of(kind, key);
  if (path.empty()) return;
  std::error_code ignored;
  std::filesystem::create_directories(path.parent_path(), ignored);
  const std::filesystem::path part = fmt::format("{}.part-{}", path.string(), getpid());
  std::ofstream file(part);
  file << line << '\n' << key;
  file.close();
  if (file.good()) std::filesystem::rename(part, path, ignored);  // atomically, for concurrent readers
  if (!file.good() || ignored) std::filesystem::remove(part, ignored);
}

}  // namespace minikrylov
