// The one list of everything that is recorded: results file, report, schema and documentation are derived from it.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "miniapp/solve/record.hpp"

namespace minikrylov {

/// A value of a field; monostate where nothing was recorded.
using FieldValue = std::variant<std::monostate, std::int64_t, double, std::string, std::vector<std::int64_t>,
                                std::vector<double>, std::vector<std::string>, Table>;

/// The line of the report that shows a field.
enum class ReportLine {
  none,
  program,
  build,
  machine,
  parallel,
  bandwidth,
  tuning,
  emulated,
  simulated,
  problem,
  partition,
  matrix
};

/// The kind of a field's value in a results file.
enum class FieldKind { whole, real, text, wholes, reals, texts, table };

/// Whether every file has the field.
enum class Presence { always, sometimes };

template <class S> struct Field {
  std::string_view name;
  std::string_view unit;  ///< "s", "bytes", "bytes/s", "flop"; "" for a number or a word
  std::string_view meaning;
  ReportLine line;
  FieldValue (*get)(const S&);
  FieldKind kind;
  Presence presence;
};

/// The fields of a structure of record.hpp, in display order.
template <class S> [[nodiscard]] std::span<const Field<S>> fields();
template <> std::span<const Field<RunRecord>> fields();
template <> std::span<const Field<SystemDescription>> fields();
template <> std::span<const Field<MatrixRecord>> fields();
template <> std::span<const Field<SolveRecord>> fields();
template <> std::span<const Field<KernelRow>> fields();
template <> std::span<const Field<ReductionRow>> fields();
template <> std::span<const Field<TimelineRow>> fields();

/// The time that the method spent in all calls.
[[nodiscard]] double exposed_seconds(const ReductionRow& reduction);

/// "matrix and M in single, vectors and sums in double": of a solve in mixed precision.
[[nodiscard]] std::string precisions_of(const SolveRecord& solve);

/// Bytes moved by all calls.
[[nodiscard]] double bytes_of(const KernelRow& kernel);

/// `value` in readable form: "1.5 ms", "2.0 GiB", "17.3 GB/s", "1,810,432", "64 x 64 x 32"; "-" where nothing was
/// recorded.
[[nodiscard]] std::string readable(const FieldValue& value, std::string_view unit);

}  // namespace minikrylov
