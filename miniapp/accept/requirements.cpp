// Requirements of an acceptance run, read with CLI11's configuration file reader.
#include "miniapp/accept/requirements.hpp"

#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fstream>

#include "miniapp/accept/record.hpp"
#include "miniapp/accept/workloads.hpp"
#include "miniapp/parsing/nearest.hpp"
#include "miniapp/parsing/reader.hpp"
#include "miniapp/parsing/strict_config.hpp"
#include "problems/file_text.hpp"
#include "problems/require.hpp"

namespace minikrylov {
namespace {

constexpr std::string_view merit_table = "figure-of-merit", bytes_key = "gigabytes-per-second",
                           unknowns_key = "unknowns-per-second";

std::vector<std::string> table_names() {
  std::vector<std::string> names{std::string(merit_table)};
  for (const Part& part : parts_of_merit()) names.push_back(name_of(part));
  return names;
}

/// The section markers that CLI11 inserts among the items.
bool is_marker(const CLI::ConfigItem& item) { return item.name == "++" || item.name == "--"; }

/// One line of a file.
struct RequiredRate {
  std::string table;
  std::optional<double> MinimumRates::*kind;
  double value;
};

/// A line of `file`; adds a complaint and returns nothing if it is invalid.
std::optional<RequiredRate> parse_required(const CLI::ConfigItem& item, const std::string& file,
                                           Complaints& complaints) {
  const std::string table = fmt::format("{}", fmt::join(item.parents, "."));
  const std::vector<std::string> tables = table_names();
  const bool known = std::find(tables.begin(), tables.end(), table) != tables.end();
  complaints.unless(known, "{}: there is no part [{}] (unknown name) {}", file, table,
                    suggestion(table, std::vector<std::string_view>(tables.begin(), tables.end())));
  constexpr std::array keys{bytes_key, unknowns_key};
  const bool key_known = std::find(keys.begin(), keys.end(), item.name) != keys.end();
  complaints.unless(key_known, "{}: there is no rate \"{}\" (unknown name) {}", file, item.name,
                    suggestion(item.name, keys));
  const auto value = item.inputs.size() == 1 ? parse_real(item.inputs.front()) : std::nullopt;
  const bool fits = value && *value > 0;
  complaints.unless(fits, "{}: {} of [{}] is invalid (a rate is one positive number) give one, like 12.5", file,
                    item.name, table);
  if (!known || !key_known || !fits) return std::nullopt;
  if (item.name == bytes_key) return RequiredRate{table, &MinimumRates::bytes_per_second, 1e9 * *value};
  return RequiredRate{table, &MinimumRates::unknowns_per_second, *value};
}

struct Rates {
  double bytes_per_second, unknowns_per_second;
};

std::vector<std::string> missed_by(const std::string& name, const Rates& reached, const MinimumRates& minimum) {
  std::vector<std::string> list;
  // Written so that NaN misses the requirement.
  if (minimum.bytes_per_second && !(reached.bytes_per_second >= *minimum.bytes_per_second))
    list.push_back(fmt::format("{}: {:.4g} GB/s, {:.4g} GB/s required", name, reached.bytes_per_second / 1e9,
                               *minimum.bytes_per_second / 1e9));
  if (minimum.unknowns_per_second && !(reached.unknowns_per_second >= *minimum.unknowns_per_second))
    list.push_back(fmt::format("{}: {:.4g} unknowns/s, {:.4g} unknowns/s required", name, reached.unknowns_per_second,
                               *minimum.unknowns_per_second));
  return list;
}

}  // namespace

Requirements parse_requirements(std::istream& text, const std::string& file) {
  Requirements requirements;
  requirements.file = file;
  Complaints complaints;
  const std::vector<CLI::ConfigItem> items = strict_items(text, file, Sections::allowed, complaints);
  for (const CLI::ConfigItem& item : items) {
    const auto rate = is_marker(item) ? std::nullopt : parse_required(item, file, complaints);
    if (!rate) continue;
    MinimumRates& minimum = rate->table == merit_table ? requirements.merit : requirements.parts[rate->table];
    minimum.*(rate->kind) = rate->value;
  }
  complaints.unless(requirements.merit.bytes_per_second || requirements.merit.unknowns_per_second ||
                        !requirements.parts.empty() || !complaints.messages().empty(),
                    "{} requires nothing (it sets no rate) see scripts/acceptance/reference.toml for an example", file);
  complaints.raise();
  return requirements;
}

Requirements read_requirements(const std::string& file) {
  require_readable(file);
  std::ifstream stream(file);
  return parse_requirements(stream, file);
}

std::vector<std::string> shortfalls_of(const AcceptRecord& record, const Requirements& requirements) {
  std::vector<std::string> list =
      missed_by(std::string(merit_table), {record.bytes_per_second, record.unknowns_per_second}, requirements.merit);
  for (const auto& [name, minimum] : requirements.parts) {
    const auto part = std::find_if(record.parts.begin(), record.parts.end(),
                                   [&name = name](const PartRow& row) { return row.name == name; });
    const Rates reached =
        part == record.parts.end() ? Rates{0, 0} : Rates{part->bytes_per_second, part->unknowns_per_second};
    const std::vector<std::string> more = missed_by(name, reached, minimum);
    list.insert(list.end(), more.begin(), more.end());
  }
  return list;
}

}  // namespace minikrylov
