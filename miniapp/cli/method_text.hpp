// What the files of the methods say, for those who want to read what they run.
#pragma once
#include <span>
#include <string>
#include <string_view>

namespace minikrylov {

/// A file in miniapp/methods, as it was when the program was built.
struct MethodFile {
  std::string_view name, text;
};

/// All of them; the build writes this function.
[[nodiscard]] std::span<const MethodFile> method_files();

/// The file that defines the method called `method`. Throws if there is none.
[[nodiscard]] MethodFile file_of_method(std::string_view method);

/// The comment above the method: where it comes from, what is special about it.
[[nodiscard]] std::string comment_of_method(std::string_view method);

}  // namespace minikrylov
