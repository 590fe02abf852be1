// Options of solves whose products are with a rounded matrix.
#include "miniapp/cli/mixed_precision.hpp"

namespace minikrylov {
namespace {

/// The usual fraction of the residual at which inner solves end: rounding of the matrix leaves about its unit roundoff
/// times the condition number, so that more digits would be lost again.
double usual_inner_rtol(Precision precision) {
  switch (precision) {
    case Precision::half_precision:
      return 1e-2;
    case Precision::bfloat16:
      return 1e-1;
    default:
      return 1e-4;
  }
}

}  // namespace

void add_mixed_precision(OptionReader& add, WrittenPrecision& written) {
  add.choice(
      "--matrix-precision", written.matrix,
      "LOSSY: precision of the matrix in all products but those of b - A x, which stays double, like sums; a rounded\n"
      "copy is kept beside the matrix, and the same solve in double precision is timed, too:");
  add.choice(
      "--vector-precision", written.vectors,
      "LOSSY: precision of the vectors between those products, double or single, with --matrix-precision; auto:\n"
      "double:");
  add.choice("--refinement", written.refinement, "how such a solve gets as accurate as in double; auto: restart:");
  add.real("--inner-rtol", written.inner_rtol,
           "X of --refinement restart: an inner solve ends when the residual has fallen to X times what it was; auto:\n"
           "1e-4, half 1e-2, bfloat16 0.1");
}

MixedPrecision finish_mixed_precision(const WrittenPrecision& written, Complaints& complaints) {
  const MixedPrecision usual;
  const MixedPrecision mixed{.matrix = written.matrix,
                             .refinement = written.refinement.value_or(usual.refinement),
                             .inner_rtol = written.inner_rtol.value_or(usual_inner_rtol(written.matrix)),
                             .vectors = written.vectors.value_or(usual.vectors)};
  constexpr std::string_view omit = "omit it or use --matrix-precision single";
  complaints.unless(mixed.is_on() || !written.refinement,
                    "--refinement has no effect (all products are with the matrix in double precision) {}", omit);
  complaints.unless(mixed.is_on() || !written.inner_rtol,
                    "--inner-rtol has no effect (all products are with the matrix in double precision) {}", omit);
  complaints.unless(!mixed.is_on() || !written.inner_rtol || mixed.refinement == Refinement::restart,
                    "--inner-rtol has no effect (reliable updates have no inner solves) omit it or use --refinement "
                    "restart");
  complaints.unless(
      mixed.is_on() || mixed.vectors == Precision::double_precision,
      "--vector-precision has no effect (all products are with the matrix in double precision, and so are "
      "their vectors) {}",
      omit);
  complaints.unless(
      mixed.vectors == Precision::double_precision || mixed.vectors == Precision::single_precision,
      "--vector-precision {} is not possible (kernels are compiled for vectors in double and single precision) use "
      "single",
      name_of(mixed.vectors));
  complaints.unless(
      mixed.inner_rtol > 0 && mixed.inner_rtol < 1,
      "--inner-rtol {} is invalid (it is a fraction of the residual, between 0 and 1) give one, like 1e-4",
      mixed.inner_rtol);
  return mixed;
}

}  // namespace minikrylov
