// The study as a table, and as comma-separated values.
#include <fmt/format.h>

#include "miniapp/embed/study.hpp"
#include "miniapp/report/table.hpp"
#include "miniapp/results/fields.hpp"
#include "miniapp/results/fields_readable.hpp"

namespace minikrylov {

std::string report(const EmbedStudy& study) {
  std::vector<std::string> heads{"ranks", "scheme", "messages", "most", "values", "most"};
  for (const MessageModel& machine : study.machines) {
    heads.push_back(machine.name);
    heads.emplace_back("speed-up");
  }
  heads.emplace_back("mapping");
  TextTable table(heads);
  for (const StudyRow& line : study.lines)
    for (std::size_t k = 0; k < line.schemes.size(); ++k) {
      const SchemeCosts& costs = line.schemes[k];
      std::vector<std::string> cells{std::to_string(line.ranks),
                                     std::string(Names<EmbedScheme>::table[k].text),
                                     fmt::format("{:.1f}", costs.messages_average),
                                     std::to_string(costs.messages_maximum),
                                     fmt::format("{:.0f}", costs.values_average),
                                     std::to_string(costs.values_maximum)};
      for (std::size_t m = 0; m < study.machines.size(); ++m) {
        cells.push_back(readable_seconds(costs.seconds[m]));
        cells.push_back(fmt::format("{:.1f}", costs.speedup[m]));
      }
      cells.push_back(k < 2 ? "-" : readable_seconds(costs.mapping_seconds));
      table.add(cells);
    }
  std::string text = fmt::format(
      "Halos inside reductions: {}, {} rows, {} entries; CG with one reduction, modelled per iteration\n\n{}\n",
      study.title, study.rows, study.nonzeros, table.text(2));
  text +=
      "  messages, values: sent per rank and iteration, on average and by the busiest; mapping: time to compute it\n";
  for (const auto& scheme : Names<EmbedScheme>::table) text += fmt::format("  {:<8} {}\n", scheme.text, scheme.help);
  for (const MessageModel& m : study.machines)
    text += fmt::format("  {}: {} per message, and as much again per {:.0f} bytes; {} per rank\n", m.name,
                        readable_seconds(m.message_seconds), m.message_seconds / m.byte_seconds,
                        readable(m.core_bytes_per_second, "bytes/s"));
  return text;
}

std::string as_csv(const EmbedStudy& study) {
  std::string text =
      "matrix,rows,nonzeros,ranks,rows_maximum,nonzeros_maximum,ghosts_maximum,partition_seconds,scheme,"
      "messages_average,messages_maximum,values_average,values_maximum,mapping_seconds,machine,seconds,speedup\n";
  for (const StudyRow& line : study.lines)
    for (std::size_t k = 0; k < line.schemes.size(); ++k)
      for (std::size_t m = 0; m < study.machines.size(); ++m) {
        const SchemeCosts& c = line.schemes[k];
        text += fmt::format("{},{},{},{},{},{},{},{:.3g},{},{:.6g},{},{:.6g},{},{:.3g},{},{:.6g},{:.6g}\n", study.title,
                            study.rows, study.nonzeros, line.ranks, line.rows_maximum, line.nonzeros_maximum,
                            line.ghosts_maximum, line.partition_seconds, Names<EmbedScheme>::table[k].text,
                            c.messages_average, c.messages_maximum, c.values_average, c.values_maximum,
                            c.mapping_seconds, study.machines[m].name, c.seconds[m], c.speedup[m]);
      }
  return text;
}

}  // namespace minikrylov
