// Arrays in the Matrix Market format.
#include "problems/market/array.hpp"

#include <array>

#include "problems/market/text.hpp"

namespace minikrylov {
namespace {

/// The kind of the array's values.
market::ValueKind read_array_banner(std::string_view line, const std::string& name) {
  const std::vector<std::string> words = market::lower_words(line);
  require(words.size() == 5 && words[0] == "%%matrixmarket" && words[1] == "matrix",
          "{}:1: not a Matrix Market file (the first line should be \"%%MatrixMarket matrix array real general\") give "
          "another file",
          name);
  require(words[2] == "array",
          "{}:1: format {} is not read as vectors (they are arrays: every value, column after column) give one of "
          "format array",
          name, words[2]);
  Complaints complaints;
  complaints.unless(words[3] == "real" || words[3] == "integer",
                    "{}:1: values of type {} are not read (methods compute with real numbers) give a real array", name,
                    words[3]);
  complaints.unless(words[4] == "general",
                    "{}:1: a {} array is not read (columns are vectors, each on its own) give a general one", name,
                    words[4]);
  complaints.raise();
  return words[3] == "integer" ? market::ValueKind::integer : market::ValueKind::real;
}

std::optional<ArrayHeader> array_header_in(std::string_view text, market::TextEnd text_end, const std::string& name) {
  const market::ValueKind kind = read_array_banner(market::banner_in(text), name);
  const std::optional<market::SizeLine> found = market::size_line_in(text, text_end, name);
  if (!found) return std::nullopt;
  std::array<long long, 2> sizes{};
  require(market::read_sizes(found->line, sizes),
          "{}:{}: \"{}\" is not a size line (rows and columns are expected) correct the file", name, found->lines,
          found->line.substr(0, 60));
  require(sizes[0] >= 1 && sizes[1] >= 1,
          "{}:{}: the array is empty ({} rows, {} columns) give one with at least a column", name, found->lines,
          sizes[0], sizes[1]);
  return ArrayHeader{sizes[0], sizes[1], found->lines, found->body, kind};
}

/// Reads the number in a non-blank line. Returns an empty string, or why the line is not one.
std::string read_array_value(const char* at, const char* end, market::ValueKind kind, double& value) {
  if (!market::read_real(at, end, value) || market::skip_blanks(at, end) != end)
    return "not a value (one number per line is expected) correct the file";
  return market::objection_to_value(value, kind);
}

}  // namespace

ArrayHeader parse_array_header(std::string_view text, const std::string& name) {
  return *array_header_in(text, market::TextEnd::of_file, name);
}

ArrayHeader read_array_header(const std::string& file) {
  return market::header_of_file(
      file, [&](std::string_view text, market::TextEnd text_end) { return array_header_in(text, text_end, file); });
}

void require_shape(const ArrayHeader& header, const ArrayShape& shape, const std::string& name) {
  Complaints complaints;
  complaints.unless(header.rows == shape.rows,
                    "{}:{}: the array has {} rows (the system has {}) give one with a value per row", name,
                    header.lines, header.rows, shape.rows);
  complaints.unless(header.columns <= shape.most_columns,
                    "{}:{}: the array has {} columns (at most {} are solved together) give fewer", name, header.lines,
                    header.columns, shape.most_columns);
  complaints.raise();
}

DenseColumns parse_market_array(std::string_view text, const ArrayShape& shape, const std::string& name) {
  const ArrayHeader header = parse_array_header(text, name);
  require_shape(header, shape, name);
  const market::Place place{text, name};
  const std::size_t wanted = static_cast<std::size_t>(header.rows) * static_cast<std::size_t>(header.columns);
  const std::string_view body = text.substr(header.body);
  DenseColumns array{header.rows, static_cast<int>(header.columns), {}};
  array.values.reserve(std::min(wanted, body.size() / 2 + 1));  // a value takes two characters at least
  const char* bad = nullptr;
  std::string why;
  market::for_lines(body, [&](const char* line, const char* first, const char* stop) {
    double value = 0;
    why = read_array_value(first, stop, header.kind, value);
    if (why.empty() && array.values.size() == wanted)
      why = fmt::format("a value too many (the size line says {} times {}) correct one of the two", header.rows,
                        header.columns);
    if (why.empty())
      array.values.push_back(value);
    else
      bad = line;
    return why.empty();
  });
  require(bad == nullptr, "{}:{}: {}", name, bad == nullptr ? 0 : place.line_at(bad), why);
  require(array.values.size() == wanted,
          "{}:{}: the file ends after {} of {} values (it may be truncated) fetch it again", name,
          place.line_at(text.data() + text.size()), array.values.size(), wanted);
  return array;
}

DenseColumns read_market_array(const std::string& file, const ArrayShape& shape) {
  require_shape(read_array_header(file), shape, file);  // before a large file is unpacked
  const FileText text(file);
  return parse_market_array(text.text(), shape, file);
}

}  // namespace minikrylov
