// Vectors from files in the Matrix Market format: arrays, one number per line, column after column.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "problems/market/text.hpp"
#include "problems/numbers.hpp"

namespace minikrylov {

/// The banner and size line of an array.
struct ArrayHeader {
  GlobalIndex rows = 0;
  GlobalIndex columns = 0;
  std::size_t lines = 0;  ///< of the header, including the size line
  std::size_t body = 0;   ///< position of the first value, in characters
  market::ValueKind kind = market::ValueKind::real;
};

/// Vectors of equal length in host memory, as read from a file and not yet distributed.
struct DenseColumns {
  GlobalIndex rows = 0;
  int columns = 0;
  std::vector<double> values;  ///< column by column
};

/// What a file must have.
struct ArrayShape {
  GlobalIndex rows = 0;
  int most_columns = 1;
};

/// The header of `text`, the contents of the file `name`. Throws a SetupError with file and line if there is no header,
/// or if it is not of an array of real numbers: coordinates, complex, symmetric, empty.
[[nodiscard]] ArrayHeader parse_array_header(std::string_view text, const std::string& name);

/// The header of a file (.mtx or .mtx.gz), without reading its values.
[[nodiscard]] ArrayHeader read_array_header(const std::string& file);

/// Throws a SetupError if an array does not have this shape. `name`: the file.
void require_shape(const ArrayHeader& header, const ArrayShape& shape, const std::string& name);

/// The array in a file (.mtx or .mtx.gz). Throws a SetupError whose complaint names file and line: another shape, too
/// few, too many or unreadable values, infinities and NaNs, fractions among integers. Nothing is allocated before the
/// shape is known to be right. Not collective.
[[nodiscard]] DenseColumns read_market_array(const std::string& file, const ArrayShape& shape);

/// The same for text in memory; `name` is used in complaints.
[[nodiscard]] DenseColumns parse_market_array(std::string_view text, const ArrayShape& shape, const std::string& name);

}  // namespace minikrylov
