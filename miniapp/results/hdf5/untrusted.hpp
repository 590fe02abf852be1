// Groups of files that may be damaged, or made to do harm: class, shape and size of everything are checked before it is
// read.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "miniapp/results/hdf5/handles.hpp"

namespace minikrylov::hdf5 {

/// A row of the table of kernels, as far as it is wanted here.
struct KernelBytes {
  std::string name;
  std::int64_t calls;
  double bytes_read, bytes_written;
};

/// The whole numbers that make sense.
struct WholeLimits {
  std::int64_t least, most;
};

/// An open group. What is read throws a SetupError that names the file and the place in it.
class UntrustedGroup {
 public:
  UntrustedGroup(Handle group, std::string file, std::string place)
      : group_(std::move(group)), file_(std::move(file)), place_(std::move(place)) {}

  /// Whether there is something called so, a link to nowhere included.
  [[nodiscard]] bool has(const std::string& name) const;
  /// The group of this name, in this file: links to others are refused.
  [[nodiscard]] UntrustedGroup group(const std::string& name) const;
  /// One whole number, which must be there.
  [[nodiscard]] std::int64_t whole(const char* name, WholeLimits limits) const;
  /// One finite number that is not negative; 0 where it was not recorded.
  [[nodiscard]] double amount(const char* name) const;
  /// One text without control characters; empty where it was not recorded.
  [[nodiscard]] std::string word(const char* name) const;
  /// Entries of a list.
  [[nodiscard]] double length(const char* name) const;
  /// The table of kernels.
  [[nodiscard]] std::vector<KernelBytes> kernels() const;

 private:
  [[nodiscard]] double number(const char* name) const;
  [[nodiscard]] Handle dataset(const char* name) const;
  /// Throws unless `ok`: place/name is `what`.
  void check(bool ok, const std::string& name, const char* what) const;

  Handle group_;
  std::string file_, place_;
};

/// The root of a file. Throws a SetupError if it cannot be opened.
[[nodiscard]] UntrustedGroup open_untrusted(const std::string& path);

}  // namespace minikrylov::hdf5
