// Options that several jobs of `minikrylov model` have.
#include "miniapp/model/common_options.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "miniapp/parsing/words.hpp"

namespace minikrylov {

std::vector<std::string_view> machine_names() {
  std::vector<std::string_view> names;
  for (const ShippedMachine& shipped : shipped_machines()) names.push_back(shipped.name);
  return names;
}

void add_machine(OptionReader& add, std::string& name) {
  const std::vector<std::string_view> predefined = machine_names();
  add.text("--machine", name, "NAME", fmt::format("a file, or one of {}", fmt::join(predefined, ", ")), predefined);
}

NamedMachine find_machine(const std::string& name, Complaints& complaints) {
  const std::vector<std::string_view> predefined = machine_names();
  NamedMachine found;
  if (std::find(predefined.begin(), predefined.end(), name) == predefined.end()) found.file = name;
  try {
    found.machine = load_machine(name);
  } catch (const SetupError& error) {
    complaints.add(error);
  }
  return found;
}

void add_output(OptionReader& add, std::string& file, OverwritePolicy& overwrite, std::string_view what) {
  add.text("--output", file, "FILE", what);
  add.flag("--force", overwrite, OverwritePolicy::replace, "overwrite an existing output file");
}

void finish_reading(const CLI::App& app, const OptionReader& add, Complaints& complaints) {
  complain_of_extras(app, complaints);
  add.convert(complaints);
}

}  // namespace minikrylov
