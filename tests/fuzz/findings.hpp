// What sanitizers find in a child, which has no stderr.
#pragma once
#include <cctype>
#include <sstream>
#include <string>
#include <string_view>

/// Of the sanitizers; null in a program without them.
extern "C" void __sanitizer_set_report_path(const char* path) __attribute__((weak));

namespace minikrylov {

/// Whether there are sanitizers in this program.
[[nodiscard]] inline bool sanitizers_watch() { return __sanitizer_set_report_path != nullptr; }

/// Has findings written to `path` and the number of the process, or to "stderr".
inline void send_findings_to(const std::string& path) {
  if (sanitizers_watch()) __sanitizer_set_report_path(path.c_str());
}

/// Whether a report is about a fault. A warning, such as of memory that could not be had, is none: the program goes on.
[[nodiscard]] inline bool is_fault(const std::string& report) {
  return report.find("ERROR: ") != report.npos || report.find("runtime error: ") != report.npos;
}

/// Whether the innermost function of a finding belongs to this library, not to a program that calls it: the first frame
/// that is not the sanitizers' own. A report without frames belongs to nobody else.
[[nodiscard]] inline bool is_in_library(const std::string& report, std::string_view library) {
  std::istringstream lines(report);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = line.find_first_not_of(' ');
    const bool is_frame = begin != line.npos && line[begin] == '#' && begin + 1 < line.size() &&
                          std::isdigit(static_cast<unsigned char>(line[begin + 1])) != 0;
    const auto names = [&line](std::string_view part) { return line.find(part) != line.npos; };
    if (!is_frame || names("asan") || names("interceptor") || names("ubsan") || names("sanitizer")) continue;
    return names(library);
  }
  return false;
}

}  // namespace minikrylov
