// Field values in an HDF5 file: texts and numbers become attributes, lists and tables become datasets.
#pragma once
#include <string_view>

#include "miniapp/results/file.hpp"
#include "miniapp/results/hdf5/handles.hpp"

namespace minikrylov::hdf5 {

/// Writes nothing for monostate. Datasets carry the attributes unit and meaning.
void write_value(hid_t parent, const NamedValue& value);

/// A text as an attribute.
void write_attribute(hid_t object, std::string_view name, std::string_view text);

/// Writes a one-dimensional dataset of compounds. The attribute `units` lists the columns' units.
void write_table(hid_t parent, const RowTable& table);

}  // namespace minikrylov::hdf5
