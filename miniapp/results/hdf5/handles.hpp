// HDF5 objects that close themselves, and calls that throw.
#pragma once
#include <hdf5.h>

#include <utility>

namespace minikrylov::hdf5 {

/// Throws a std::runtime_error with HDF5's own message if `result` says that `call` failed.
hid_t checked(hid_t result, const char* call);

/// An open HDF5 object of any kind.
class Handle {
 public:
  using Close = herr_t (*)(hid_t);

  Handle(hid_t id, const char* call, Close close) : id_(checked(id, call)), close_(close) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle& operator=(Handle&&) = delete;
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  operator hid_t() const { return id_; }  // NOLINT(google-explicit-constructor): used as the id in HDF5 calls

 private:
  hid_t id_;
  Close close_;
};

/// The type of UTF-8 strings of any length.
[[nodiscard]] Handle text_type();
/// A one- or two-dimensional shape; `columns` 0: one-dimensional.
[[nodiscard]] Handle shape(std::size_t rows, std::size_t columns);
[[nodiscard]] Handle create_group(hid_t parent, const char* name);

}  // namespace minikrylov::hdf5
