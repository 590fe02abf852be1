// Damaged or malicious results files: refused with file and place, whatever the library does with them.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <csignal>
#include <functional>
#include <limits>

#include "miniapp/results/hdf5/guarded.hpp"
#include "miniapp/results/reader.hpp"
#include "miniapp/results/results.hpp"
#include "problems/require.hpp"
#include "tests/fuzz/findings.hpp"
#include "tests/miniapp/results/hdf5/read_back.hpp"
#include "tests/miniapp/sample_record.hpp"
#include "tests/miniapp/temporary_folder.hpp"

namespace minikrylov {
namespace {

using Catch::Matchers::ContainsSubstring;

std::string complaint_about(const std::string& path) {
  try {
    static_cast<void>(read_solves(path));
  } catch (const SetupError& error) {
    return error.what();
  }
  return "";
}

/// Replaces an attribute by `rows` numbers of `type`, or by one that was never written.
void replace_attribute(hid_t file, const char* group, const char* name, hid_t type, hsize_t rows, const void* data) {
  H5Adelete_by_name(file, group, name, H5P_DEFAULT);
  const hid_t space = H5Screate_simple(1, &rows, nullptr);
  const hid_t attribute = H5Acreate_by_name(file, group, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  if (data != nullptr) H5Awrite(attribute, type, data);
  H5Aclose(attribute);
  H5Sclose(space);
}

/// The complaint about a valid file after `damage` has been applied.
std::string complaint_after(const std::function<void(hid_t file)>& damage) {
  const TemporaryFolder folder;
  write_results(folder.file("a.h5"), contents_of(sample_record()), OverwritePolicy::refuse);
  const hid_t file = H5Fopen(folder.file("a.h5").c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  REQUIRE(file >= 0);
  const char* with_kernels = "ic0";  // a preconditioner that appears in the table of kernels
  replace_attribute(file, "/solves/0", "preconditioner", hdf5::text_type(), 1, &with_kernels);
  damage(file);
  H5Fclose(file);
  return complaint_about(folder.file("a.h5"));
}

void replace_number(hid_t file, const char* group, const char* name, double value) {
  replace_attribute(file, group, name, H5T_NATIVE_DOUBLE, 1, &value);
}

/// A dataset of many rows without content, in chunks that are not allocated.
void announce_rows(hid_t file, const char* name, hid_t type, hsize_t rows) {
  H5Ldelete(file, name, H5P_DEFAULT);
  const hsize_t chunk = std::min<hsize_t>(rows, 16);
  const hid_t space = H5Screate_simple(1, &rows, nullptr), how = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_chunk(how, 1, &chunk);
  H5Dclose(H5Dcreate2(file, name, type, space, H5P_DEFAULT, how, H5P_DEFAULT));
  H5Pclose(how);
  H5Sclose(space);
}

hid_t type_of(hid_t file, const char* name) {
  const hid_t dataset = H5Dopen2(file, name, H5P_DEFAULT), type = H5Dget_type(dataset);
  H5Dclose(dataset);
  return type;
}

}  // namespace

TEST_CASE("times of repetitions that are no numbers, or not there, are refused") {
  CHECK_THAT(complaint_after([](hid_t file) { H5Ldelete(file, "/solves/0/triads_beside", H5P_DEFAULT); }),
             ContainsSubstring("/solves/0/triads_beside is missing"));
  CHECK_THAT(
      complaint_after([](hid_t file) { announce_rows(file, "/solves/0/iteration_seconds", H5T_NATIVE_DOUBLE, 3); }),
      ContainsSubstring("/solves/0/iteration_seconds is not a table of plausible size"));
  CHECK_THAT(complaint_after([](hid_t file) { announce_rows(file, "/solves/0/triads_beside", H5T_NATIVE_DOUBLE, 3); }),
             ContainsSubstring("/solves/0/triads_beside declares more numbers than it has"));
  CHECK_THAT(complaint_after([](hid_t file) { announce_rows(file, "/solves/0/triads_beside", hdf5::text_type(), 3); }),
             ContainsSubstring("/solves/0/triads_beside has no numbers"));
  for (const double nonsense : {-1.0, 1e300, std::numeric_limits<double>::quiet_NaN()})
    CHECK_THAT(complaint_after([nonsense](hid_t file) {
                 const hid_t list = H5Dopen2(file, "/solves/0/triads_beside", H5P_DEFAULT);
                 const double numbers[] = {1, nonsense, 1};
                 H5Dwrite(list, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers);
                 H5Dclose(list);
               }),
               ContainsSubstring("/solves/0/triads_beside has implausible numbers"));
}

TEST_CASE("numbers and texts of wrong class, shape or size are refused with their place") {
  const std::vector<double> many(100000, 1.0);
  CHECK_THAT(complaint_after([&](hid_t file) {
               replace_attribute(file, "/solves/0", "products", H5T_NATIVE_DOUBLE, 1000, many.data());
             }),
             ContainsSubstring("a.h5: /solves/0/products is not a single number"));
  CHECK_THAT(complaint_after(
                 [](hid_t file) { replace_attribute(file, "/", "schema_version", H5T_NATIVE_INT64, 1000, nullptr); }),
             ContainsSubstring("a.h5: /schema_version is not a single number"));
  CHECK_THAT(complaint_after([](hid_t file) { replace_number(file, "/solves/0", "method", 1); }),
             ContainsSubstring("/solves/0/method is not a single text"));
  CHECK_THAT(
      complaint_after([](hid_t file) { replace_attribute(file, "/solves/0", "rows", hdf5::text_type(), 1, nullptr); }),
      ContainsSubstring("/solves/0/rows is not a single number"));
  for (const double nonsense : {0.0, -1.0, 0.5, 1e300, std::numeric_limits<double>::quiet_NaN()})
    CHECK_THAT(complaint_after([nonsense](hid_t file) { replace_number(file, "/solves/0", "ranks", nonsense); }),
               ContainsSubstring("/solves/0/ranks is not a plausible number"));
  CHECK_THAT(complaint_after([](hid_t file) {
               replace_number(file, "/matrix", "matrix_bytes", std::numeric_limits<double>::infinity());
             }),
             ContainsSubstring("/matrix/matrix_bytes is not a plausible number"));
}

TEST_CASE("a file without solves is refused") {
  CHECK_THAT(complaint_after([](hid_t file) {
               for (std::size_t k = 0; k < sample_record().solves.size(); ++k)
                 H5Ldelete(file, ("/solves/" + std::to_string(k)).c_str(), H5P_DEFAULT);
             }),
             ContainsSubstring("a.h5: /solves/0 is missing"));
}

TEST_CASE("texts never written are empty, and escape sequences are made visible") {
  CHECK(complaint_after([](hid_t file) {
          replace_attribute(file, "/solves/0", "format", hdf5::text_type(), 1, nullptr);
        }).empty());
  const char* hostile = "\x1b]0;owned\x07";
  CHECK_THAT(
      complaint_after([&](hid_t file) { replace_attribute(file, "/", "format", hdf5::text_type(), 1, &hostile); }),
      ContainsSubstring("\\x1b]0;owned\\x07") && !ContainsSubstring("\x1b"));
}

TEST_CASE("a table of kernels that declares more than it has, or lacks columns, is refused") {
  CHECK_THAT(complaint_after([](hid_t file) {
               announce_rows(file, "/solves/0/kernels", type_of(file, "/solves/0/kernels"), hsize_t{1} << 40U);
             }),
             ContainsSubstring("/solves/0/kernels is not a list of plausible length"));
  CHECK_THAT(complaint_after([](hid_t file) {
               announce_rows(file, "/solves/0/kernels", type_of(file, "/solves/0/kernels"), 1000);
             }),
             ContainsSubstring("/solves/0/kernels declares more rows than it has"));
  CHECK_THAT(complaint_after([](hid_t file) { announce_rows(file, "/solves/0/kernels", H5T_NATIVE_DOUBLE, 3); }),
             ContainsSubstring("/solves/0/kernels is not a table"));
  CHECK_THAT(complaint_after([](hid_t file) {
               const hid_t type = H5Tcreate(H5T_COMPOUND, 8);
               H5Tinsert(type, "calls", 0, H5T_NATIVE_INT64);
               announce_rows(file, "/solves/0/kernels", type, 3);
             }),
             ContainsSubstring("/solves/0/kernels has no text column called name"));
}

TEST_CASE("missing groups, and dangling, external and circular links, are refused") {
  for (const char* group : {"run", "problem", "matrix", "solves"})
    CHECK_THAT(complaint_after([group](hid_t file) { H5Ldelete(file, group, H5P_DEFAULT); }),
               ContainsSubstring(std::string("a.h5: /") + group + " is missing"));
  CHECK_THAT(complaint_after([](hid_t file) { H5Ldelete(file, "/run/hosts", H5P_DEFAULT); }),
             ContainsSubstring("/run/hosts is missing"));
  CHECK_THAT(
      complaint_after([](hid_t file) {
        H5Ldelete(file, "/run/hosts", H5P_DEFAULT);
        const hid_t space = hdf5::checked(H5Screate(H5S_NULL), "H5Screate");
        H5Dclose(H5Dcreate2(file, "/run/hosts", H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
        H5Sclose(space);
      }),
      ContainsSubstring("/run/hosts is not a list of plausible length"));
  CHECK_THAT(complaint_after([](hid_t file) {
               H5Ldelete(file, "/run/hosts", H5P_DEFAULT);
               const hdf5::Handle none = hdf5::shape(0, 0);
               H5Dclose(H5Dcreate2(file, "/run/hosts", H5T_NATIVE_DOUBLE, none, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
             }),
             ContainsSubstring("/run/hosts is an empty list"));
  CHECK_THAT(complaint_after([](hid_t file) {
               H5Ldelete(file, "/matrix", H5P_DEFAULT);
               H5Lcreate_soft("/nowhere", file, "/matrix", H5P_DEFAULT, H5P_DEFAULT);
             }),
             ContainsSubstring("/matrix is a link to another place"));
  CHECK_THAT(complaint_after([](hid_t file) {
               H5Ldelete(file, "/matrix", H5P_DEFAULT);
               H5Lcreate_external("a.h5", "/problem", file, "/matrix", H5P_DEFAULT, H5P_DEFAULT);
             }),
             ContainsSubstring("/matrix is a link to another place"));
  CHECK_THAT(complaint_after([](hid_t file) {
               H5Ldelete(file, "/matrix", H5P_DEFAULT);
               H5Lcreate_soft("/matrix", file, "/matrix", H5P_DEFAULT, H5P_DEFAULT);
             }),
             ContainsSubstring("/matrix is a link to another place"));
  CHECK_THAT(complaint_after([](hid_t file) {
               H5Ldelete(file, "/solves/0", H5P_DEFAULT);
               H5Lcreate_hard(file, "/", file, "/solves/0", H5P_DEFAULT, H5P_DEFAULT);
             }),
             ContainsSubstring("/solves/0/ranks is missing"));
  CHECK_THAT(complaint_after([](hid_t file) {
               H5Ldelete(file, "/matrix", H5P_DEFAULT);
               announce_rows(file, "/matrix", H5T_NATIVE_DOUBLE, 3);
             }),
             ContainsSubstring("/matrix is not a readable group"));
}

TEST_CASE("a crash of the reading library becomes a message") {
  const auto message = [](const std::function<std::string()>& work) {
    try {
      return hdf5::in_child("x.h5", work);
    } catch (const SetupError& error) {
      return std::string(error.what());
    }
  };
  CHECK(message([] { return std::string(1 << 20, 'y'); }) == std::string(1 << 20, 'y'));
  CHECK_THAT(message([]() -> std::string {
               require(false, "own words");
               return "";
             }),
             ContainsSubstring("own words"));
  for (const int fault : {SIGSEGV, SIGABRT, SIGKILL})
    CHECK_THAT(message([fault]() -> std::string { return std::string(1, static_cast<char>(raise(fault))); }),
               ContainsSubstring("x.h5 cannot be read (the library that reads it ended by signal"));
  CHECK_THAT(message([]() -> std::string { throw std::bad_alloc(); }), ContainsSubstring("gave up"));
}

TEST_CASE("findings of sanitizers are told apart by their innermost function") {
  const std::string in_hdf5 =
      "==7==ERROR: AddressSanitizer: heap-buffer-overflow\nREAD of size 8\n"
      "    #0 0x7f in __interceptor_memcpy ../libsanitizer/asan/asan_interceptors.cpp\n"
      "    #1 0x7e in H5T_convert (/usr/lib/libhdf5_openmpi.so.103+0x1)\n    #2 0x55 in read_solves reader.cpp:9\n";
  const std::string in_ours =
      "reader.cpp:9: runtime error: signed integer overflow\n    #0 0x55 in read_solves reader.cpp:9\n"
      "    #1 0x7e in H5Aiterate (/usr/lib/libhdf5_openmpi.so.103+0x1)\n";
  const std::string no_memory = "==7==WARNING: AddressSanitizer failed to allocate 0x4a0000000160 bytes\n";
  CHECK(is_fault(in_hdf5));
  CHECK(is_fault(in_ours));
  CHECK_FALSE(is_fault(no_memory));
  CHECK(is_in_library(in_hdf5, "hdf5"));
  CHECK_FALSE(is_in_library(in_ours, "hdf5"));
  CHECK_FALSE(is_in_library("no frames", "hdf5"));
}

}  // namespace minikrylov
