// The lifetime of a run: MPI and Kokkos, and a common end for all ranks.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "comm/runtime/message_library.hpp"

namespace minikrylov {

/// MPI (if built in) and Kokkos, initialised in this order and finalised in reverse. One per program.
class Runtime {
 public:
  /// Collective. Removes MPI's and Kokkos's own arguments (--kokkos-…) from argc and argv, which must outlive this
  /// object. Ranks on a host take its GPUs in turn unless KOKKOS_DEVICE_ID or KOKKOS_VISIBLE_DEVICES says otherwise.
  Runtime(int& argc, char**& argv);
  /// Collective. All objects with device memory or messages must have been destroyed.
  ~Runtime();
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;

  [[nodiscard]] int argument_count() const { return argc_; }  ///< remaining arguments, including the program's name
  [[nodiscard]] char** arguments() const { return argv_; }    ///< argument_count() of them
  [[nodiscard]] const LibraryMetadata& library() const { return library_; }
  [[nodiscard]] int threads_per_rank() const;                     ///< host threads that run kernels
  [[nodiscard]] int reserved_cores() const { return reserved_; }  ///< of --reserve-cores: not among these threads
  /// Why the number given is not reserved; empty if it is. Whoever reads options refuses them with these.
  [[nodiscard]] const std::vector<std::string>& objections_to_reserved_cores() const { return objections_; }
  [[nodiscard]] std::string host_name() const;  ///< of this rank

 private:
  LibraryMetadata library_;
  int& argc_;
  char**& argv_;
  std::vector<std::string> objections_;
  int reserved_;
};

/// Runs `program` inside a Runtime and returns the exit code for main(): the maximum of all ranks' return values.
/// Collective. A SetupError ends the program with exit code 2 and its complaints on stderr, each printed once no matter
/// how many ranks have it. Any other exception is printed with its rank and ends all ranks with exit code 1. No rank is
/// left waiting for one that failed.
int run(int argc, char** argv, const std::function<int(Runtime&)>& program);

}  // namespace minikrylov
