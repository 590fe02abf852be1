// A record as an HDF5 file: made in memory, then written as a whole.
#include "miniapp/results/results.hpp"

#include "miniapp/accept/fields.hpp"
#include "miniapp/model/fields.hpp"
#include "miniapp/overlap/fields.hpp"
#include "miniapp/results/hdf5/values.hpp"
#include "miniapp/results/whole_file.hpp"
#include "problems/require.hpp"

namespace minikrylov {
namespace {

using hdf5::checked;
using hdf5::Column;
using hdf5::Handle;

template <class S> void write_fields(hid_t group, const S& record) {
  for (const Field<S>& field : fields<S>())
    hdf5::write_value(group, field.name, field.unit, field.meaning, field.get(record));
}

/// A default row tells the kinds of the columns where there are no rows.
template <class S> void write_rows(hid_t group, const char* name, const std::vector<S>& rows) {
  std::vector<Column> columns;
  for (const Field<S>& field : fields<S>()) {
    Column& column = columns.emplace_back(Column{field.name, field.unit, {}});
    for (const S& row : rows) column.values.push_back(field.get(row));
    if (rows.empty()) column.values.push_back(field.get(S{}));
  }
  hdf5::write_columns(group, name, rows.size(), columns);
}

/// What the fields of a structure mean, for those that have no dataset to carry it.
template <class S> void write_schema(hid_t group, const char* name) {
  std::vector<Column> columns{{"name", "", {}}, {"unit", "", {}}, {"meaning", "", {}}};
  for (const Field<S>& field : fields<S>()) {
    columns[0].values.emplace_back(std::string(field.name));
    columns[1].values.emplace_back(std::string(field.unit));
    columns[2].values.emplace_back(std::string(field.meaning));
  }
  hdf5::write_columns(group, name, fields<S>().size(), columns);
}

void write_solve(hid_t parent, std::size_t number, const SolveRecord& solve) {
  const Handle group = hdf5::create_group(parent, std::to_string(number).c_str());
  write_fields(group, solve);
  write_rows(group, "kernels", solve.kernels);
  write_rows(group, "reductions", solve.reductions);
  write_rows(group, "timeline", solve.timeline);
}

void write_solves(hid_t file, const std::vector<SolveRecord>& solves) {
  const Handle group = hdf5::create_group(file, "solves");
  for (std::size_t k = 0; k < solves.size(); ++k) write_solve(group, k, solves[k]);
}

void write_all(hid_t file, const Record& record) {
  write_fields(hdf5::create_group(file, "run"), record.run);
  write_fields(hdf5::create_group(file, "problem"), record.problem);
  write_fields(hdf5::create_group(file, "matrix"), record.matrix);
  write_solves(file, record.solves);
  const Handle schema = hdf5::create_group(file, "schema");
  write_schema<RunRecord>(schema, "run");
  write_schema<ProblemRecord>(schema, "problem");
  write_schema<MatrixRecord>(schema, "matrix");
  write_schema<SolveRecord>(schema, "solve");
  write_schema<KernelRow>(schema, "kernels");
  write_schema<ReductionRow>(schema, "reductions");
  write_schema<TimelineRow>(schema, "timeline");
}

void write_all(hid_t file, const AcceptRecord& record) {
  write_fields(hdf5::create_group(file, "run"), record.run);
  const Handle acceptance = hdf5::create_group(file, "acceptance");
  write_fields(acceptance, record);
  write_rows(acceptance, "preflight", record.preflight);
  write_rows(acceptance, "phases", record.phases);
  write_rows(acceptance, "systems", record.systems);
  write_rows(acceptance, "checks", record.checks);
  write_rows(acceptance, "trials", record.trials);
  write_rows(acceptance, "parts", record.parts);
  write_solves(file, record.solves);
}

void write_all(hid_t file, const OverlapRecord& record) {
  write_fields(hdf5::create_group(file, "run"), record.run);
  const Handle overlap = hdf5::create_group(file, "overlap");
  write_rows(overlap, "preflight", record.preflight);
  write_rows(overlap, "times", record.rows);
  hdf5::write_attribute(overlap, "verdict", record.verdict);
  write_fields(hdf5::create_group(overlap, "noise"), record.noise);
}

void write_all(hid_t file, const PredictionRecord& record) {
  write_fields(hdf5::create_group(file, "run"), record.run);
  const Handle model = hdf5::create_group(file, "model");
  hdf5::write_attribute(model, "machine", record.machine);
  hdf5::write_attribute(model, "workload", record.workload);
  hdf5::write_attribute(model, "answer", record.answer);
  const Handle curves = hdf5::create_group(model, "curves");
  for (std::size_t k = 0; k < record.curves.size(); ++k)
    write_fields(hdf5::create_group(curves, std::to_string(k).c_str()), record.curves[k]);
}

void write_all(hid_t file, const ModelComparisonRecord& record) {
  write_fields(hdf5::create_group(file, "run"), record.run);
  const Handle model = hdf5::create_group(file, "model");
  hdf5::write_attribute(model, "machine", record.machine);
  write_rows(model, "comparison", record.rows);
}

/// The bytes of the file. In memory, no disk can fail in the midst of HDF5's work.
template <class Kind> std::vector<std::byte> image_of(const char* format, const Kind& record) {
  checked(H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr), "H5Eset_auto2");
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), "H5Pcreate", H5Pclose);
  checked(H5Pset_fapl_core(access, std::size_t{1} << 20, 0), "H5Pset_fapl_core");
  const Handle file(H5Fcreate("minikrylov-results-in-memory", H5F_ACC_TRUNC, H5P_DEFAULT, access), "H5Fcreate",
                    H5Fclose);
  hdf5::write_attribute(file, "format", format);
  hdf5::write_value(file, "schema_version", "", "", std::int64_t{schema_version});
  write_all(file, record);
  checked(H5Fflush(file, H5F_SCOPE_LOCAL), "H5Fflush");
  const ssize_t size = H5Fget_file_image(file, nullptr, 0);
  std::vector<std::byte> image(static_cast<std::size_t>(checked(size, "H5Fget_file_image")));
  checked(H5Fget_file_image(file, image.data(), image.size()), "H5Fget_file_image");
  return image;
}

}  // namespace

ResultsSupport results_support() { return ResultsSupport::hdf5; }

void write_results(const std::string& path, const Record& record, OverwritePolicy policy) {
  write_whole_file(path, image_of("miniKrylov results", record), policy);
}

void write_results(const std::string& path, const AcceptRecord& record, OverwritePolicy policy) {
  write_whole_file(path, image_of("miniKrylov acceptance", record), policy);
}

void write_results(const std::string& path, const OverlapRecord& record, OverwritePolicy policy) {
  write_whole_file(path, image_of("miniKrylov overlap", record), policy);
}

void write_results(const std::string& path, const PredictionRecord& record, OverwritePolicy policy) {
  write_whole_file(path, image_of("miniKrylov prediction", record), policy);
}

void write_results(const std::string& path, const ModelComparisonRecord& record, OverwritePolicy policy) {
  write_whole_file(path, image_of("miniKrylov model comparison", record), policy);
}

std::string objection_to(const std::string& path, OverwritePolicy policy) { return objection_to_file(path, policy); }

}  // namespace minikrylov
