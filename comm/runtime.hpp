// The life of a run: MPI and Kokkos alive together, and one way in which all ranks end.
#pragma once
#include <functional>
#include <string>

#include "comm/message_library.hpp"

namespace minikrylov {

/// MPI (if built in) and Kokkos, initialised in this order and finalised in the other. One per program.
class Runtime {
 public:
  /// Collective. Takes MPI's and Kokkos's own arguments (--kokkos-…) out of argc and argv, which must outlive it.
  /// A rank takes the GPU that its number on the host suggests, unless KOKKOS_DEVICE_ID or
  /// KOKKOS_VISIBLE_DEVICES says otherwise.
  Runtime(int& argc, char**& argv);
  /// Collective. Everything that holds device memory or messages must be gone.
  ~Runtime();
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;

  [[nodiscard]] int argument_count() const { return argc_; }  ///< what is left, the program's name included
  [[nodiscard]] char** arguments() const { return argv_; }    ///< argument_count() of them
  [[nodiscard]] const LibraryMetadata& library() const { return library_; }
  [[nodiscard]] int threads_per_rank() const;   ///< host threads that run kernels
  [[nodiscard]] std::string host_name() const;  ///< of this rank

 private:
  LibraryMetadata library_;
  int& argc_;
  char**& argv_;
};

/// Runs `program` inside a Runtime; returns the exit code for main(): the largest of all ranks' return values.
/// Collective. A SetupError ends the program with exit code 2 and its complaints on stderr, each once however many
/// ranks have it. Any other exception is printed with its rank, and all ranks are ended with exit code 1. No rank is
/// left waiting for one that failed.
int run(int argc, char** argv, const std::function<int(Runtime&)>& program);

}  // namespace minikrylov
