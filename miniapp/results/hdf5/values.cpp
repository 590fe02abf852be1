// Field values in an HDF5 file.
#include "miniapp/results/hdf5/values.hpp"

#include <fmt/ranges.h>

#include <cstring>

namespace minikrylov::hdf5 {
namespace {

template <class T> hid_t number_type() { return std::is_same_v<T, double> ? H5T_NATIVE_DOUBLE : H5T_NATIVE_INT64; }

void write_attribute_of(hid_t object, std::string_view name, hid_t type, const void* data) {
  const Handle space(H5Screate(H5S_SCALAR), "H5Screate", H5Sclose);
  const Handle attribute(H5Acreate2(object, std::string(name).c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT),
                         "H5Acreate2", H5Aclose);
  checked(H5Awrite(attribute, type, data), "H5Awrite");
}

/// A dataset's name and descriptions.
struct Caption {
  std::string name;
  std::string_view unit, meaning;
};

void write_dataset(hid_t parent, const Caption& caption, hid_t type, const Handle& space, const void* data) {
  const Handle dataset(H5Dcreate2(parent, caption.name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                       "H5Dcreate2", H5Dclose);
  checked(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data), "H5Dwrite");
  write_attribute(dataset, "unit", caption.unit);
  write_attribute(dataset, "meaning", caption.meaning);
}

/// Writes a value; one overload per kind.
struct ValueWriter {
  hid_t parent;
  Caption caption;

  void operator()(std::monostate) const {}
  void operator()(std::int64_t number) const { write_attribute_of(parent, caption.name, H5T_NATIVE_INT64, &number); }
  void operator()(double number) const { write_attribute_of(parent, caption.name, H5T_NATIVE_DOUBLE, &number); }
  void operator()(const std::string& text) const { write_attribute(parent, caption.name, text); }
  template <class T> void operator()(const std::vector<T>& list) const {
    write_dataset(parent, caption, number_type<T>(), shape(list.size(), 0), list.data());
  }
  void operator()(const std::vector<std::string>& texts) const {
    std::vector<const char*> pointers;
    pointers.reserve(texts.size());
    for (const std::string& text : texts) pointers.push_back(text.c_str());
    write_dataset(parent, caption, text_type(), shape(pointers.size(), 0), pointers.data());
  }
  void operator()(const Table& table) const {
    write_dataset(parent, caption, H5T_NATIVE_DOUBLE, shape(table.rows(), table.columns), table.values.data());
  }
};

bool is_text(const Column& column) {
  return !column.values.empty() && std::holds_alternative<std::string>(column.values[0]);
}
bool is_whole(const Column& column) {
  return !column.values.empty() && std::holds_alternative<std::int64_t>(column.values[0]);
}

/// Stores eight bytes of a compound: a number, or the address of a text owned by `value`.
void store(const FieldValue& value, std::byte* at) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) std::memcpy(at, whole, sizeof *whole);
  if (const auto* real = std::get_if<double>(&value)) std::memcpy(at, real, sizeof *real);
  if (const auto* text = std::get_if<std::string>(&value)) {
    const char* pointer = text->c_str();
    std::memcpy(at, &pointer, sizeof pointer);
  }
}

}  // namespace

void write_attribute(hid_t object, std::string_view name, std::string_view text) {
  const std::string copy(text);
  const char* pointer = copy.c_str();
  write_attribute_of(object, name, text_type(), &pointer);
}

void write_value(hid_t parent, const NamedValue& value) {
  std::visit(ValueWriter{parent, {std::string(value.name), value.unit, value.meaning}}, value.value);
}

void write_table(hid_t parent, const RowTable& table) {
  const auto& [name, rows, columns] = table;
  constexpr std::size_t cell = 8;
  static_assert(sizeof(double) == cell && sizeof(const char*) == cell);
  const std::size_t row_bytes = cell * columns.size();
  const Handle text = text_type();
  const Handle type(H5Tcreate(H5T_COMPOUND, row_bytes), "H5Tcreate", H5Tclose);
  std::vector<std::byte> data(rows * row_bytes);
  std::vector<std::string_view> units;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const Column& column = columns[c];
    const hid_t kind = is_text(column) ? hid_t{text} : is_whole(column) ? H5T_NATIVE_INT64 : H5T_NATIVE_DOUBLE;
    checked(H5Tinsert(type, std::string(column.name).c_str(), c * cell, kind), "H5Tinsert");
    for (std::size_t r = 0; r < rows; ++r) store(column.values[r], &data[r * row_bytes + c * cell]);
    units.push_back(column.unit);
  }
  write_dataset(parent, {name, fmt::format("{}", fmt::join(units, ",")), "units: one per column, separated by commas"},
                type, shape(rows, 0), data.data());
}

}  // namespace minikrylov::hdf5
