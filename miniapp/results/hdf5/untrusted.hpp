// Groups of files that may be damaged or malicious: class, shape and size of everything are checked before it is read.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "miniapp/results/hdf5/handles.hpp"
#include "miniapp/solve/record.hpp"

namespace minikrylov::hdf5 {

/// A row of the table of kernels, reduced to what is needed here.
struct KernelBytes {
  std::string name;
  std::int64_t calls;
  double bytes_read, bytes_written;
};

/// The plausible range of an integer.
struct WholeLimits {
  std::int64_t minimum, maximum;
};

/// An open group. Reading throws a SetupError that names the file and the place in it.
class UntrustedGroup {
 public:
  UntrustedGroup(Handle group, std::string file, std::string place)
      : group_(std::move(group)), file_(std::move(file)), place_(std::move(place)) {}

  /// Whether this name exists, even as a dangling link.
  [[nodiscard]] bool has(const std::string& name) const;
  /// The group of this name in this file; links to other files are refused.
  [[nodiscard]] UntrustedGroup group(const std::string& name) const;
  /// A required integer.
  [[nodiscard]] std::int64_t whole(const char* name, WholeLimits limits) const;
  /// A finite, non-negative number; 0 if not recorded.
  [[nodiscard]] double amount(const char* name) const;
  /// A text without control characters; empty if not recorded.
  [[nodiscard]] std::string word(const char* name) const;
  /// The number of entries of a list, which must not be empty.
  [[nodiscard]] double length(const char* name) const;
  /// A required list of finite, non-negative numbers.
  [[nodiscard]] std::vector<double> list(const char* name) const;
  /// The same in rows and columns.
  [[nodiscard]] Table table(const char* name) const;
  /// The table of kernels.
  [[nodiscard]] std::vector<KernelBytes> kernels() const;

 private:
  [[nodiscard]] double number(const char* name) const;
  [[nodiscard]] Handle dataset(const char* name, int dimensions, hssize_t most) const;
  [[nodiscard]] std::vector<double> amounts(const char* name, hid_t dataset) const;
  /// Unless `ok`, throws an error saying that place/name is `what`.
  void check(bool ok, const std::string& name, const char* what) const;

  Handle group_;
  std::string file_, place_;
};

/// The root of a file. Throws a SetupError if it cannot be opened.
[[nodiscard]] UntrustedGroup open_untrusted(const std::string& path);

}  // namespace minikrylov::hdf5
