// The fields of the kernels, sums and timeline of a solve.
#include "miniapp/results/fields.hpp"
#include "miniapp/results/fields_values.hpp"

namespace minikrylov {
namespace {

using field_values::derived;
using field_values::field;
using Line = ReportLine;

constexpr Field<KernelRow> kernel_fields[] = {
    field<&KernelRow::name>("name", "", "the formula that the kernel computes"),
    field<&KernelRow::calls>("calls", "", "calls per solve"),
    field<&KernelRow::seconds>("seconds", "s", "time of all calls (slowest rank), with a fence around each"),
    field<&KernelRow::bytes_read>("bytes_read", "bytes", "bytes that must be read, over all calls and ranks"),
    field<&KernelRow::bytes_written>("bytes_written", "bytes", "bytes that must be written, over all calls and ranks"),
    field<&KernelRow::flops>("flops", "flop", "floating-point operations, over all calls and ranks"),
};

constexpr Field<ReductionRow> reduction_fields[] = {
    field<&ReductionRow::label>("label", "", "what was summed"),
    field<&ReductionRow::calls>("calls", "", "calls per solve"),
    field<&ReductionRow::values>("values", "", "values summed, over all calls"),
    field<&ReductionRow::start_seconds>("start_seconds", "s", "time in start() (slowest rank)"),
    field<&ReductionRow::finish_seconds>("finish_seconds", "s", "time in finish() (slowest rank): the part not hidden"),
    field<&ReductionRow::alone_seconds>("alone_seconds", "s",
                                        "time of as many sums of this length with nothing between start and finish"),
    derived<ReductionRow>("exposed_seconds", "s",
                          "time that the method spent in the sum: start_seconds + finish_seconds", Line::none,
                          [](const ReductionRow& r) { return FieldValue(exposed_seconds(r)); }),
    derived<ReductionRow>("hidden_seconds", "s",
                          "alone_seconds - exposed_seconds; negative: hiding the sum made it slower", Line::none,
                          [](const ReductionRow& r) { return FieldValue(r.alone_seconds - exposed_seconds(r)); }),
};

constexpr Field<TimelineRow> timeline_fields[] = {
    field<&TimelineRow::rank>("rank", "", "rank; only the first few are recorded"),
    field<&TimelineRow::track>("track", "",
                               "iteration, kernel, sum start, sum wait, sum in flight, halo wait, or "
                               "halo in flight"),
    field<&TimelineRow::name>("name", "", "a kernel's formula, what was summed, or messages"),
    field<&TimelineRow::begin_seconds>("begin_seconds", "s", "start, relative to the start of the first iteration"),
    field<&TimelineRow::end_seconds>("end_seconds", "s", "end, relative to the start of the first iteration"),
};

}  // namespace

template <> std::span<const Field<KernelRow>> fields() { return kernel_fields; }
template <> std::span<const Field<ReductionRow>> fields() { return reduction_fields; }
template <> std::span<const Field<TimelineRow>> fields() { return timeline_fields; }

}  // namespace minikrylov
