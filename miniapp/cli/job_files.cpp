// Job files: read with complaints, once each.
#include "miniapp/cli/job_files.hpp"

#include <algorithm>

#include "miniapp/parsing/strict_config.hpp"
#include "problems/file_text.hpp"

namespace minikrylov {
namespace {

/// The job file, or none, which CLI11 does not read, with a complaint. (CLI11 asks more than once.)
std::string readable_or_none(const std::string& path, Complaints& complaints) {
  Complaints found;
  found.unless(!path.empty(), "--config is empty (it was given without a value) specify a file, or omit it");
  try {
    if (!path.empty()) require_readable(path);
  } catch (const SetupError& error) {
    found.add(error);
  }
  if (found.messages().empty()) return path;
  const std::string& message = found.messages().front();
  const std::vector<std::string>& reported = complaints.messages();
  complaints.unless(std::find(reported.begin(), reported.end(), message) != reported.end(), "{}", message);
  return "";
}

}  // namespace

void add_job_files(CLI::App& app, bool& dump, Complaints& complaints) {
  app.set_config("--config", "",
                 "read options from this file (lines like `size = 128`); the command line takes precedence")
      ->transform([&complaints](const std::string& path) { return readable_or_none(path, complaints); })
      ->type_name("FILE")
      ->group("Job files");
  app.config_formatter(std::make_shared<StrictConfig>(app, "--config"));
  app.add_flag("--dump-config", dump, "print all options as a job file for --config, and exit")
      ->configurable(false)
      ->group("Job files");
}

std::string job_file_of(const CLI::App& app) {
  const std::vector<std::string>& given = app.get_config_ptr()->results();
  return given.empty() ? "" : given.front();
}

}  // namespace minikrylov
