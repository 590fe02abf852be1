// Foreign files are read in a process of their own: a fault of a library that reads them is a message, not a crash.
#pragma once
#include <cstring>
#include <functional>
#include <string>
#include <string_view>

namespace minikrylov::hdf5 {

/// What `work` returns, computed by a child of this process with little memory and time of its own. Throws the
/// SetupError that `work` throws, or one that says that `file` cannot be read if the child ends otherwise. `work` must
/// neither communicate nor compute with threads, which a child does not have. Not collective.
[[nodiscard]] std::string in_child(const std::string& file, const std::function<std::string()>& work);

/// Values as bytes, for the same program.
class Packer {
 public:
  void operator()(const std::string& text) const {
    (*this)(text.size());
    bytes_ += text;
  }
  template <class Number> void operator()(Number number) const {
    bytes_.append(reinterpret_cast<const char*>(&number), sizeof number);
  }
  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  mutable std::string bytes_;
};

/// The values that a Packer has packed, in the same order.
class Unpacker {
 public:
  explicit Unpacker(std::string_view bytes) : bytes_(bytes) {}

  void operator()(std::string& text) const {
    std::size_t size = 0;
    (*this)(size);
    text = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
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
