// Field values in an HDF5 file: words and numbers become attributes, lists and tables become datasets.
#pragma once
#include <string_view>

#include "miniapp/results/fields.hpp"
#include "miniapp/results/hdf5/handles.hpp"

namespace minikrylov::hdf5 {

/// Nothing is written for monostate. Datasets carry the attributes unit and meaning.
void write_value(hid_t parent, std::string_view name, std::string_view unit, std::string_view meaning,
                 const FieldValue& value);

/// A text as an attribute.
void write_attribute(hid_t object, std::string_view name, std::string_view text);

/// A column of a table whose rows are compounds: its name, and its values, one kind for all rows.
struct Column {
  std::string_view name, unit;
  std::vector<FieldValue> values;
};

/// A one-dimensional dataset of compounds; words, whole and real numbers only. The attribute units lists the columns'
/// units.
void write_columns(hid_t parent, std::string_view name, std::size_t rows, const std::vector<Column>& columns);

}  // namespace minikrylov::hdf5
