// Files that are written completely or not at all.
#include "miniapp/results/whole_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <csignal>
#include <cstring>
#include <ctime>
#include <filesystem>

#include "problems/require.hpp"

namespace minikrylov {
namespace {

std::string folder_of(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

std::string exists_text(const std::string& path) {
  return fmt::format("{} exists (results are not overwritten by default) choose another file, or add --force", path);
}

[[noreturn]] void refuse(const std::string& path, const char* step, int error) {
  throw SetupError(
      {fmt::format("{} could not be written ({}: {}; nothing was changed) free some space or choose another file", path,
                   step, std::strerror(error))});
}

constexpr std::string_view part_suffix = ".part-";
constexpr std::size_t longest_suffix = 24;  ///< of a temporary file: process id and attempt number

/// Whether a killed process left this temporary file behind: old enough not to be in progress, and not locked.
bool is_left_behind(const std::filesystem::path& part) {
  constexpr std::time_t grace_period = 60;  // seconds; far more than between creating and locking a file
  const int descriptor = open(part.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (descriptor < 0) return false;
  struct stat metadata {};
  const bool left = fstat(descriptor, &metadata) == 0 && S_ISREG(metadata.st_mode) &&
                    std::time(nullptr) - metadata.st_mtime > grace_period && flock(descriptor, LOCK_EX | LOCK_NB) == 0;
  close(descriptor);
  return left;
}

/// Whether a file of this name is one of ours: "<file>.part-<process id>-<attempt>", as by free_name().
bool is_temporary_file_of(std::string_view name, const std::string& file) {
  const std::string start = file + std::string(part_suffix);
  if (!name.starts_with(start)) return false;
  const std::string_view numbers = name.substr(start.size());
  const std::size_t dash = numbers.find('-');
  if (dash == 0 || dash == std::string_view::npos || dash + 1 == numbers.size()) return false;
  return numbers.substr(0, dash).find_first_not_of("0123456789") == std::string_view::npos &&
         numbers.substr(dash + 1).find_first_not_of("0123456789") == std::string_view::npos;
}

/// Removes temporary files of `path`, so that they do not pile up when processes are killed while writing.
void remove_leftovers(const std::string& path) {
  const std::string file = std::filesystem::path(path).filename().string();
  std::error_code ignored;  // leftovers do no harm
  for (const auto& entry : std::filesystem::directory_iterator(folder_of(path), ignored))
    if (is_temporary_file_of(entry.path().filename().string(), file) && is_left_behind(entry.path()))
      unlink(entry.path().c_str());
}

/// The file that handlers of terminating signals remove first. They may only use plain memory and unlink().
char unfinished_part[PATH_MAX] = "";
constexpr int ending_signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU, SIGXFSZ};
struct sigaction actions_before[std::size(ending_signals)];

void restore_actions() {
  for (std::size_t k = 0; k < std::size(ending_signals); ++k) sigaction(ending_signals[k], &actions_before[k], nullptr);
}

void remove_part_and_end(int signal) {
  unlink(unfinished_part);
  restore_actions();
  raise(signal);
}

/// An unused name beside `path`.
std::string free_name(const std::string& path) {
  for (int attempt = 0;; ++attempt) {
    std::string name = fmt::format("{}{}{}-{}", path, part_suffix, getpid(), attempt);
    if (access(name.c_str(), F_OK) != 0) return name;
  }
}

/// What a link names; writing beside the link would put a file in its place.
std::string target_of(const std::string& path) {
  std::error_code unknown;
  const bool is_link = std::filesystem::is_symlink(path, unknown);
  const std::string target = is_link ? std::filesystem::canonical(path, unknown).string() : path;
  return unknown ? path : target;
}

/// Whether what is printed goes to this file, which would then be replaced.
bool is_printed_to(const struct stat& file) {
  struct stat printed {};
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO})
    if (fstat(stream, &printed) == 0 && printed.st_dev == file.st_dev && printed.st_ino == file.st_ino) return true;
  return false;
}

/// Flushes the directory entry; file systems that cannot flush directories do so anyway.
void flush_folder(const std::string& folder) {
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  fsync(descriptor);
  close(descriptor);
}

}  // namespace

/// A new file beside `path` that disappears unless it is given its name. Locked to show that it is in use.
class WholeFile::Part {
 public:
  explicit Part(const std::string& path) : path_(path), name_(free_name(path)), removed_by_signals_(name_) {
    descriptor_ = open(name_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ < 0) refuse(path_, "creating a file beside it", errno);
    flock(descriptor_, LOCK_EX | LOCK_NB);  // on file systems without locks, age alone identifies leftovers
  }
  Part(const Part&) = delete;
  Part& operator=(const Part&) = delete;
  ~Part() {
    if (descriptor_ >= 0) close(descriptor_);
    if (!name_.empty()) unlink(name_.c_str());
  }

  void write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) refuse(path_, "writing", written < 0 ? errno : ENOSPC);
      bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
  }

  void close_safely() {
    if (fsync(descriptor_) != 0) refuse(path_, "writing", errno);
    if (close(std::exchange(descriptor_, -1)) != 0) refuse(path_, "closing", errno);
  }

  void take_name(OverwritePolicy policy) {
    if (policy == OverwritePolicy::refuse)
      link_unless_there();
    else if (rename(name_.c_str(), path_.c_str()) != 0)
      refuse(path_, "renaming", errno);
    else
      name_.clear();
  }

 private:
  /// While it exists, catchable signals remove the temporary file. Ignored signals stay ignored.
  class RemovedBySignals {
   public:
    explicit RemovedBySignals(const std::string& part) {
      part.copy(unfinished_part, sizeof unfinished_part - 1);
      struct sigaction remove {};
      remove.sa_handler = remove_part_and_end;
      for (std::size_t k = 0; k < std::size(ending_signals); ++k) {
        sigaction(ending_signals[k], nullptr, &actions_before[k]);
        if (actions_before[k].sa_handler != SIG_IGN) sigaction(ending_signals[k], &remove, nullptr);
      }
    }
    RemovedBySignals(const RemovedBySignals&) = delete;
    RemovedBySignals& operator=(const RemovedBySignals&) = delete;
    ~RemovedBySignals() {
      restore_actions();
      std::memset(unfinished_part, 0, sizeof unfinished_part);
    }
  };

  /// A link fails if the name has been taken meanwhile; a rename would overwrite. Some file systems have no links.
  void link_unless_there() {
    if (link(name_.c_str(), path_.c_str()) == 0) return;
    require(errno != EEXIST, "{}", exists_text(path_));
    require(access(path_.c_str(), F_OK) != 0, "{}", exists_text(path_));
    if (rename(name_.c_str(), path_.c_str()) != 0) refuse(path_, "renaming", errno);
    name_.clear();
  }

  std::string path_, name_;
  RemovedBySignals removed_by_signals_;
  int descriptor_ = -1;
};

WholeFile::WholeFile(const std::string& path, OverwritePolicy policy) : policy_(policy) {
  const std::string objection = objection_to_file(path, policy);
  require(objection.empty(), "{}", objection);
  path_ = target_of(path);
  remove_leftovers(path_);
  part_ = std::make_unique<Part>(path_);
}

WholeFile::~WholeFile() = default;

void WholeFile::write(std::string_view text) { part_->write(std::as_bytes(std::span(text))); }

void WholeFile::finish() {
  part_->close_safely();
  part_->take_name(policy_);
  part_.reset();
  flush_folder(folder_of(path_));
}

void write_whole_file(const std::string& name, std::span<const std::byte> bytes, OverwritePolicy policy) {
  WholeFile file(name, policy);
  file.write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  file.finish();
}

void write_text(const std::string& path, const std::string& text, OverwritePolicy policy) {
  write_whole_file(path, std::as_bytes(std::span(text)), policy);
}

std::string objection_to_file(const std::string& path, OverwritePolicy policy) {
  struct stat metadata {};
  const bool there = stat(path.c_str(), &metadata) == 0;
  if (there && !S_ISREG(metadata.st_mode))
    return fmt::format("{} is not a file (it is a folder or a device) choose another file", path);
  if (there && is_printed_to(metadata))
    return fmt::format("{} is standard output or error (the file would replace what is printed) give another file",
                       path);
  const std::string name = std::filesystem::path(path).filename().string();
  if (name.empty() || path.size() + longest_suffix >= PATH_MAX || name.size() + longest_suffix > NAME_MAX)
    return fmt::format("{} cannot be written (its name is {}) choose a name of 1 to {} characters",
                       path.empty() ? "\"\"" : path.substr(0, NAME_MAX), name.empty() ? "empty" : "too long",
                       NAME_MAX - longest_suffix);
  if (!there && lstat(path.c_str(), &metadata) == 0)
    return fmt::format("{} cannot be written (it is a dangling link) remove it or choose another file", path);
  if (there && policy == OverwritePolicy::refuse) return exists_text(path);
  const std::string folder = folder_of(target_of(path));
  if (stat(folder.c_str(), &metadata) != 0 || !S_ISDIR(metadata.st_mode))
    return fmt::format("{} cannot be written (folder {} does not exist) create it or choose another file", path,
                       folder);
  if (access(folder.c_str(), W_OK | X_OK) != 0)
    return fmt::format("{} cannot be written (folder {}: {}) choose a file elsewhere", path, folder,
                       std::strerror(errno));
  return "";
}

}  // namespace minikrylov
