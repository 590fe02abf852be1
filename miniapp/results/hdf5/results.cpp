// Writes a record as an HDF5 file: built in memory, then written at once.
#include "miniapp/results/results.hpp"

#include "miniapp/results/hdf5/values.hpp"
#include "miniapp/results/whole_file.hpp"

namespace minikrylov {
namespace {

using hdf5::checked;
using hdf5::Handle;

void write_group(hid_t parent, const ResultsGroup& group) {
  const Handle made = hdf5::create_group(parent, group.name.c_str());
  for (const NamedValue& value : group.values) hdf5::write_value(made, value);
  for (const RowTable& table : group.tables) hdf5::write_table(made, table);
  for (const ResultsGroup& inner : group.groups) write_group(made, inner);
}

/// The bytes of the file. In memory, no disk error can interrupt HDF5.
std::vector<std::byte> image_of(const ResultsFile& contents) {
  checked(H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr), "H5Eset_auto2");
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), "H5Pcreate", H5Pclose);
  checked(H5Pset_fapl_core(access, std::size_t{1} << 20, 0), "H5Pset_fapl_core");
  const Handle file(H5Fcreate("minikrylov-results-in-memory", H5F_ACC_TRUNC, H5P_DEFAULT, access), "H5Fcreate",
                    H5Fclose);
  hdf5::write_attribute(file, "format", contents.format);
  hdf5::write_value(file, {"schema_version", "", "", std::int64_t{schema_version}});
  for (const ResultsGroup& group : contents.groups) write_group(file, group);
  checked(H5Fflush(file, H5F_SCOPE_LOCAL), "H5Fflush");
  const ssize_t size = H5Fget_file_image(file, nullptr, 0);
  std::vector<std::byte> image(static_cast<std::size_t>(checked(size, "H5Fget_file_image")));
  checked(H5Fget_file_image(file, image.data(), image.size()), "H5Fget_file_image");
  return image;
}

}  // namespace

ResultsSupport results_support() { return ResultsSupport::hdf5; }

void write_results(const std::string& path, const ResultsFile& file, OverwritePolicy policy) {
  write_whole_file(path, image_of(file), policy);
}

std::string objection_to(const std::string& path, OverwritePolicy policy) { return objection_to_file(path, policy); }

}  // namespace minikrylov
