// Grid sizes on the command line.
#include "miniapp/parsing/grid.hpp"

#include <limits>

#include "miniapp/parsing/reader.hpp"

namespace minikrylov {

std::optional<std::vector<LocalIndex>> parse_extents(std::string_view flag, const std::string& text,
                                                     Complaints& complaints) {
  std::vector<LocalIndex> extents;
  bool fits = !text.ends_with('x');
  for (const std::string& part : split(text, 'x')) {
    const std::optional<long long> value = parse_whole(part);
    fits = fits && value && *value >= 1 && *value <= std::numeric_limits<LocalIndex>::max();
    if (fits) extents.push_back(static_cast<LocalIndex>(*value));
  }
  fits = fits && !extents.empty() && extents.size() <= 3;
  complaints.unless(
      fits, "{} {} is invalid (a size is one to three whole numbers, 1 or more, joined by x) give one like 64x64x32",
      flag, text);
  return fits ? std::optional(extents) : std::nullopt;
}

GridSize size_for(Dimensions dimensions, const std::string& text, Complaints& complaints) {
  const LocalIndex typical = dimensions == Dimensions::two ? 512 : 64;
  const auto given = text == "auto" ? std::optional(std::vector{typical}) : parse_extents("--size", text, complaints);
  const std::vector<LocalIndex> n = given.value_or(std::vector{typical});
  if (n.size() == 3) return {n[0], n[1], n[2]};
  if (n.size() == 1) return {n[0], n[0], dimensions == Dimensions::two ? 1 : n[0]};
  complaints.unless(dimensions != Dimensions::three,
                    "--size {} is invalid (the problem is three-dimensional) give {}x{} or {}", text, text, n[1], n[0]);
  return {n[0], n[1], 1};
}

}  // namespace minikrylov
