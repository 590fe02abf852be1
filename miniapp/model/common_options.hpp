// Options that several jobs of `minikrylov model` have.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "miniapp/model/machine/machine.hpp"
#include "miniapp/parsing/reader.hpp"
#include "miniapp/settings/output_options.hpp"

namespace minikrylov {

/// A machine that was named on the command line.
struct NamedMachine {
  MachineModel machine;
  std::string file;  ///< that describes it; empty: a predefined machine
};

/// Of the predefined machines.
[[nodiscard]] std::vector<std::string_view> machine_names();

/// Adds --machine; `name` must outlive the reader.
void add_machine(OptionReader& add, std::string& name);

/// The machine called `name`; adds a complaint if there is none.
[[nodiscard]] NamedMachine find_machine(const std::string& name, Complaints& complaints);

/// Adds --output and --force; both targets must outlive the reader.
void add_output(OptionReader& add, std::string& file, OverwritePolicy& overwrite, std::string_view what);

/// Sets all variables, and complains about unknown words.
void finish_reading(const CLI::App& app, const OptionReader& add, Complaints& complaints);

}  // namespace minikrylov
