// Reads groups of files that may be damaged or malicious.
#include "miniapp/results/hdf5/untrusted.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>

#include "problems/printable.hpp"
#include "problems/require.hpp"

namespace minikrylov::hdf5 {
namespace {

constexpr hssize_t most_rows_read = 1 << 20;     ///< of a list or table of kernels; far more than any real one
constexpr hssize_t most_times_read = 1 << 26;    ///< likewise, of all iterations
constexpr std::size_t most_row_bytes = 1 << 16;  ///< likewise
constexpr double most_amount = 1e100;            ///< likewise, of what is added up

bool is_number(hid_t type) {
  const H5T_class_t kind = H5Tget_class(type);
  return (kind == H5T_INTEGER || kind == H5T_FLOAT) && H5Tget_size(type) <= sizeof(double);
}

bool is_text(hid_t type) { return H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) > 0; }

/// The type of a column; invalid if there is none.
Handle column_type(hid_t table, const char* name) {
  const int index = H5Tget_member_index(table, name);
  return {index < 0 ? H5Tcopy(H5T_NATIVE_OPAQUE) : H5Tget_member_type(table, static_cast<unsigned>(index)),
          "H5Tget_member_type", H5Tclose};
}

/// A row as laid out in memory.
struct RawRow {
  char* name;
  std::int64_t calls;
  double bytes_read, bytes_written;
};

Handle raw_row_type() {
  Handle type(H5Tcreate(H5T_COMPOUND, sizeof(RawRow)), "H5Tcreate", H5Tclose);
  checked(H5Tinsert(type, "name", HOFFSET(RawRow, name), text_type()), "H5Tinsert");
  checked(H5Tinsert(type, "calls", HOFFSET(RawRow, calls), H5T_NATIVE_INT64), "H5Tinsert");
  checked(H5Tinsert(type, "bytes_read", HOFFSET(RawRow, bytes_read), H5T_NATIVE_DOUBLE), "H5Tinsert");
  checked(H5Tinsert(type, "bytes_written", HOFFSET(RawRow, bytes_written), H5T_NATIVE_DOUBLE), "H5Tinsert");
  return type;
}

std::string copy_of(const char* text) { return text == nullptr ? "" : printable(text); }

}  // namespace

void UntrustedGroup::check(bool ok, const std::string& name, const char* what) const {
  require(ok, "{}: {}/{} {} (it is damaged, or was not written by this program) use files written by solve --output",
          file_, place_, name, what);
}

bool UntrustedGroup::has(const std::string& name) const { return H5Lexists(group_, name.c_str(), H5P_DEFAULT) > 0; }

UntrustedGroup UntrustedGroup::group(const std::string& name) const {
  check(has(name), name, "is missing");
  H5L_info_t link;
  check(H5Lget_info(group_, name.c_str(), &link, H5P_DEFAULT) >= 0 && link.type == H5L_TYPE_HARD, name,
        "is a link to another place");
  const hid_t opened = H5Gopen2(group_, name.c_str(), H5P_DEFAULT);
  check(opened >= 0, name, "is not a readable group");
  return {Handle(opened, "H5Gopen2", H5Gclose), file_, place_ + "/" + name};
}

double UntrustedGroup::number(const char* name) const {
  const hid_t opened = H5Aopen(group_, name, H5P_DEFAULT);
  check(opened >= 0, name, "cannot be read");
  const Handle attribute(opened, "H5Aopen", H5Aclose);
  const Handle type(H5Aget_type(attribute), "H5Aget_type", H5Tclose);
  const Handle space(H5Aget_space(attribute), "H5Aget_space", H5Sclose);
  check(is_number(type) && H5Sget_simple_extent_npoints(space) == 1, name, "is not a single number");
  double value = 0;
  check(H5Aread(attribute, H5T_NATIVE_DOUBLE, &value) >= 0, name, "cannot be read");
  return value;
}

std::int64_t UntrustedGroup::whole(const char* name, WholeLimits limits) const {
  check(H5Aexists(group_, name) > 0, name, "is missing");
  const double value = number(name);
  constexpr double exact = 9007199254740992.0;  // 2^53
  check(value == std::floor(value) && std::fabs(value) <= exact && value >= static_cast<double>(limits.minimum) &&
            value <= static_cast<double>(limits.maximum),
        name, "is not a plausible number");
  return static_cast<std::int64_t>(value);
}

double UntrustedGroup::amount(const char* name) const {
  if (H5Aexists(group_, name) <= 0) return 0;
  const double value = number(name);
  check(std::isfinite(value) && value >= 0, name, "is not a plausible number");
  return value;
}

std::string UntrustedGroup::word(const char* name) const {
  if (H5Aexists(group_, name) <= 0) return "";
  const hid_t opened = H5Aopen(group_, name, H5P_DEFAULT);
  check(opened >= 0, name, "cannot be read");
  const Handle attribute(opened, "H5Aopen", H5Aclose);
  const Handle type(H5Aget_type(attribute), "H5Aget_type", H5Tclose);
  const Handle space(H5Aget_space(attribute), "H5Aget_space", H5Sclose);
  check(is_text(type) && H5Sget_simple_extent_npoints(space) == 1, name, "is not a single text");
  char* text = nullptr;
  check(H5Aread(attribute, text_type(), &text) >= 0, name, "cannot be read");
  const std::unique_ptr<char, herr_t (*)(void*)> owner(text, H5free_memory);
  return copy_of(text);
}

Handle UntrustedGroup::dataset(const char* name, int dimensions, hssize_t most) const {
  check(has(name), name, "is missing");
  H5L_info_t link;
  check(H5Lget_info(group_, name, &link, H5P_DEFAULT) >= 0 && link.type == H5L_TYPE_HARD, name,
        "is a link to another place");
  const hid_t opened = H5Dopen2(group_, name, H5P_DEFAULT);
  check(opened >= 0, name, "is not a readable dataset");
  Handle dataset(opened, "H5Dopen2", H5Dclose);
  const Handle space(H5Dget_space(dataset), "H5Dget_space", H5Sclose);
  const hssize_t rows = H5Sget_simple_extent_npoints(space);
  check(H5Sget_simple_extent_ndims(space) == dimensions && rows >= 0 && rows <= most, name,
        dimensions == 1 ? "is not a list of plausible length" : "is not a table of plausible size");
  const Handle how(H5Dget_create_plist(dataset), "H5Dget_create_plist", H5Pclose);
  check(H5Pget_external_count(how) == 0 && H5Pget_layout(how) != H5D_VIRTUAL, name, "is stored in another file");
  return dataset;
}

double UntrustedGroup::length(const char* name) const {
  const Handle list = dataset(name, 1, most_rows_read);
  const Handle space(H5Dget_space(list), "H5Dget_space", H5Sclose);
  const auto entries = static_cast<double>(H5Sget_simple_extent_npoints(space));
  check(entries > 0, name, "is an empty list");
  return entries;
}

std::vector<double> UntrustedGroup::amounts(const char* name, hid_t dataset) const {
  const Handle type(H5Dget_type(dataset), "H5Dget_type", H5Tclose);
  const Handle space(H5Dget_space(dataset), "H5Dget_space", H5Sclose);
  const auto entries = static_cast<std::size_t>(H5Sget_simple_extent_npoints(space));
  check(is_number(type), name, "has no numbers");
  check(H5Dget_storage_size(dataset) / H5Tget_size(type) >= entries, name, "declares more numbers than it has");
  std::vector<double> values(entries);
  if (entries == 0) return values;
  check(H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) >= 0, name, "cannot be read");
  check(std::ranges::all_of(values, [](double value) { return value >= 0 && value <= most_amount; }), name,
        "has implausible numbers");
  return values;
}

std::vector<double> UntrustedGroup::list(const char* name) const {
  return amounts(name, dataset(name, 1, most_rows_read));
}

Table UntrustedGroup::table(const char* name) const {
  const Handle rows = dataset(name, 2, most_times_read);
  const Handle space(H5Dget_space(rows), "H5Dget_space", H5Sclose);
  hsize_t extent[2] = {};
  checked(H5Sget_simple_extent_dims(space, extent, nullptr), "H5Sget_simple_extent_dims");
  return {.columns = std::max<std::size_t>(1, extent[1]), .values = amounts(name, rows)};
}

std::vector<KernelBytes> UntrustedGroup::kernels() const {
  constexpr const char* name = "kernels";
  const Handle table = dataset(name, 1, most_rows_read);
  const Handle space(H5Dget_space(table), "H5Dget_space", H5Sclose);
  const Handle type(H5Dget_type(table), "H5Dget_type", H5Tclose);
  check(H5Tget_class(type) == H5T_COMPOUND && H5Tget_size(type) <= most_row_bytes, name, "is not a table");
  check(is_text(column_type(type, "name")), name, "has no text column called name");
  for (const char* column : {"calls", "bytes_read", "bytes_written"})
    check(is_number(column_type(type, column)), name, "lacks a numeric column");
  const auto rows = static_cast<std::size_t>(H5Sget_simple_extent_npoints(space));
  if (rows == 0) return {};
  check(H5Dget_storage_size(table) / rows >= sizeof(RawRow), name, "declares more rows than it has");
  std::vector<RawRow> raw(rows, RawRow{});
  const Handle raw_type = raw_row_type();
  check(H5Dread(table, raw_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, raw.data()) >= 0, name, "cannot be read");
  std::vector<KernelBytes> kernels;
  bool sensible = true;
  for (const RawRow& row : raw) {
    kernels.push_back({.name = copy_of(row.name),
                       .calls = row.calls,
                       .bytes_read = row.bytes_read,
                       .bytes_written = row.bytes_written});
    sensible = sensible && row.calls >= 0 && row.bytes_read >= 0 && row.bytes_written >= 0 &&
               std::isfinite(row.bytes_read + row.bytes_written);
  }
  checked(H5Dvlen_reclaim(raw_type, space, H5P_DEFAULT, raw.data()), "H5Dvlen_reclaim");
  check(sensible, name, "has implausible numbers");
  return kernels;
}

UntrustedGroup open_untrusted(const std::string& path) {
  checked(H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr), "H5Eset_auto2");
  struct stat metadata {};
  const bool is_file = stat(path.c_str(), &metadata) == 0 && S_ISREG(metadata.st_mode);
  const hid_t opened = is_file ? H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT) : -1;
  require(opened >= 0,
          "{} cannot be read (it does not exist, or is not an HDF5 file) use files written by solve --output", path);
  return {Handle(opened, "H5Fopen", H5Fclose), path, ""};
}

}  // namespace minikrylov::hdf5
