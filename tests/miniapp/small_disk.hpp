// A disk that is soon full.
#pragma once
#include <sys/resource.h>

#include <csignal>

namespace minikrylov {

/// Limits the size of files written by this process, as if the disk were full.
class SmallDisk {
 public:
  explicit SmallDisk(rlim_t bytes) : before_signal_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    rlimit limit = before_;
    limit.rlim_cur = bytes;
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;
  ~SmallDisk() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, before_signal_);
  }

 private:
  rlimit before_{};
  void (*before_signal_)(int);
};

}  // namespace minikrylov
