// Untrusted files are read in a separate process, so that a fault in the HDF5 library becomes a message, not a crash.
#pragma once
#include <cstring>
#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace minikrylov::hdf5 {

/// The result of `work`, computed by a child process with limited memory and time. Throws the SetupError that `work`
/// throws, or one saying that `file` cannot be read if the child ends otherwise. `work` must neither communicate nor
/// use threads, which a child process does not have. Not collective.
[[nodiscard]] std::string in_child(const std::string& file, const std::function<std::string()>& work);

/// Serialises values for the same program.
class Packer {
 public:
  void operator()(const std::string& text) const {
    (*this)(text.size());
    bytes_ += text;
  }
  template <class Row> void operator()(const std::vector<Row>& rows) const {
    static_assert(std::is_trivially_copyable_v<Row>);
    (*this)(rows.size());
    bytes_.append(reinterpret_cast<const char*>(rows.data()), rows.size() * sizeof(Row));
  }
  template <class Number> void operator()(Number number) const {
    bytes_.append(reinterpret_cast<const char*>(&number), sizeof number);
  }
  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  mutable std::string bytes_;
};

/// Unpacks the values of a Packer, in the same order.
class Unpacker {
 public:
  explicit Unpacker(std::string_view bytes) : bytes_(bytes) {}

  void operator()(std::string& text) const {
    std::size_t size = 0;
    (*this)(size);
    text = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
  }
  template <class Row> void operator()(std::vector<Row>& rows) const {
    std::size_t size = 0;
    (*this)(size);
    rows.resize(size);
    for (Row& row : rows) (*this)(row);
  }
  template <class Number> void operator()(Number& number) const {
    std::memcpy(&number, bytes_.data(), sizeof number);
    bytes_.remove_prefix(sizeof number);
  }
  [[nodiscard]] bool at_end() const { return bytes_.empty(); }

 private:
  mutable std::string_view bytes_;
};

}  // namespace minikrylov::hdf5
