// Requirements on a machine: minimum values of the figure of merit and of its parts, from a file.
#pragma once
#include <istream>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace minikrylov {

struct AcceptRecord;

/// Minimum rates; unset: no requirement.
struct MinimumRates {
  std::optional<double> bytes_per_second, unknowns_per_second;
};

struct Requirements {
  std::string file;
  MinimumRates merit;
  std::map<std::string, MinimumRates> parts;
};

/// Reads TOML: a table [figure-of-merit] and tables named like parts, for example [poisson3d-7-m16], with the keys
/// gigabytes-per-second and unknowns-per-second. Throws a SetupError with all complaints. Not collective.
[[nodiscard]] Requirements parse_requirements(std::istream& text, const std::string& file);

/// Reads a file. Not collective.
[[nodiscard]] Requirements read_requirements(const std::string& file);

/// The requirements that `record` misses, one sentence each.
[[nodiscard]] std::vector<std::string> shortfalls_of(const AcceptRecord& record, const Requirements& requirements);

}  // namespace minikrylov
