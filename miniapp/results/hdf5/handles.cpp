// HDF5 objects that close themselves, and calls that throw.
#include "miniapp/results/hdf5/handles.hpp"

#include <fmt/format.h>

#include <array>
#include <stdexcept>
#include <string>

namespace minikrylov::hdf5 {

hid_t checked(hid_t result, const char* call) {
  if (result >= 0) return result;
  std::string why;
  const auto append = [](unsigned, const H5E_error2_t* error, void* text) -> herr_t {
    *static_cast<std::string*>(text) += fmt::format("; {}", error->desc == nullptr ? "" : error->desc);
    return 0;
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_DOWNWARD, append, &why);
  throw std::runtime_error(fmt::format("{} failed{}", call, why));
}

Handle text_type() {
  Handle type(H5Tcopy(H5T_C_S1), "H5Tcopy", H5Tclose);
  checked(H5Tset_size(type, H5T_VARIABLE), "H5Tset_size");
  checked(H5Tset_cset(type, H5T_CSET_UTF8), "H5Tset_cset");
  return type;
}

Handle shape(std::size_t rows, std::size_t columns) {
  const std::array<hsize_t, 2> extents{rows, columns};
  return {H5Screate_simple(columns == 0 ? 1 : 2, extents.data(), nullptr), "H5Screate_simple", H5Sclose};
}

Handle create_group(hid_t parent, const char* name) {
  return {H5Gcreate2(parent, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), "H5Gcreate2", H5Gclose};
}

}  // namespace minikrylov::hdf5
