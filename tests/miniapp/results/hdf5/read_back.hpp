// Reads results files by HDF5's own C interface.
#pragma once
#include <string>
#include <vector>

#include "miniapp/results/hdf5/handles.hpp"

namespace minikrylov {

using hdf5::Handle;

inline Handle open_object(const Handle& file, const std::string& path) {
  return {H5Oopen(file, path.c_str(), H5P_DEFAULT), "H5Oopen", H5Oclose};
}
inline Handle open_attribute(const Handle& file, const std::string& path, const std::string& name) {
  const Handle object = open_object(file, path);
  return {H5Aopen(object, name.c_str(), H5P_DEFAULT), "H5Aopen", H5Aclose};
}
template <class T> T number(const Handle& file, const std::string& path, const std::string& name) {
  const Handle attribute = open_attribute(file, path, name);
  T value{};
  hdf5::checked(H5Aread(attribute, std::is_same_v<T, double> ? H5T_NATIVE_DOUBLE : H5T_NATIVE_INT64, &value),
                "H5Aread");
  return value;
}
inline std::string text(const Handle& file, const std::string& path, const std::string& name) {
  const Handle attribute = open_attribute(file, path, name);
  char* value = nullptr;
  hdf5::checked(H5Aread(attribute, hdf5::text_type(), &value), "H5Aread");
  const std::string copy = value;
  H5free_memory(value);
  return copy;
}

struct Numbers {
  std::vector<hsize_t> shape;
  std::vector<double> values;
};
inline Numbers dataset(const Handle& file, const std::string& path) {
  const Handle data(H5Dopen2(file, path.c_str(), H5P_DEFAULT), "H5Dopen2", H5Dclose);
  const Handle space(H5Dget_space(data), "H5Dget_space", H5Sclose);
  Numbers numbers;
  numbers.shape.resize(static_cast<std::size_t>(H5Sget_simple_extent_ndims(space)));
  H5Sget_simple_extent_dims(space, numbers.shape.data(), nullptr);
  numbers.values.resize(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
  hdf5::checked(H5Dread(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers.values.data()), "H5Dread");
  return numbers;
}

/// One member of a table's compounds.
template <class T> std::vector<T> column(const Handle& file, const std::string& path, const char* name, hid_t kind) {
  const Handle data(H5Dopen2(file, path.c_str(), H5P_DEFAULT), "H5Dopen2", H5Dclose);
  const Handle space(H5Dget_space(data), "H5Dget_space", H5Sclose);
  const Handle type(H5Tcreate(H5T_COMPOUND, sizeof(T)), "H5Tcreate", H5Tclose);
  hdf5::checked(H5Tinsert(type, name, 0, kind), "H5Tinsert");
  std::vector<T> values(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
  hdf5::checked(H5Dread(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), "H5Dread");
  return values;
}
inline std::vector<std::string> words(const Handle& file, const std::string& path, const char* name) {
  std::vector<std::string> copies;
  for (char* word : column<char*>(file, path, name, hdf5::text_type())) {
    copies.emplace_back(word);
    H5free_memory(word);
  }
  return copies;
}

inline Handle open_file(const std::string& path) {
  return {H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), "H5Fopen", H5Fclose};
}

}  // namespace minikrylov
