// The words of the command line: one table per enum serves parser, help, lists, results, report and tests.
#pragma once
#include <array>
#include <span>
#include <string>
#include <string_view>

#include "comm/embedding.hpp"
#include "comm/emulated.hpp"
#include "comm/halo_messages.hpp"
#include "comm/progress.hpp"
#include "comm/reduction.hpp"
#include "kernels/core/precision.hpp"
#include "kernels/fusion/formulation.hpp"
#include "problems/problem.hpp"

namespace minikrylov {

/// A word, what it stands for, and one line about it.
template <class E> struct Name {
  std::string_view text;
  E value;
  std::string_view help;
};

/// What a word of this kind is called (`noun`), and all of them (`table`).
template <class E> struct Names;

template <> struct Names<ProblemKind> {
  static constexpr std::string_view noun = "problem";
  static constexpr auto table = [] {
    std::array<Name<ProblemKind>, problem_table.size()> names{};
    for (std::size_t k = 0; k < names.size(); ++k)
      names[k] = {problem_table[k].name, problem_table[k].kind, problem_table[k].description};
    return names;
  }();
};

/// Who owns which rows: boxes of a grid, or rows of a file by the matrix's graph, in blocks, or as a file says.
enum class RowDistribution { boxes, graph, block, file };
template <> struct Names<RowDistribution> {
  static constexpr std::string_view noun = "partition";
  static constexpr std::array table = {
      Name<RowDistribution>{"boxes", RowDistribution::boxes, "boxes of the grid"},
      Name<RowDistribution>{"graph", RowDistribution::graph,
                            "METIS's partition of the matrix's graph: few values are sent"},
      Name<RowDistribution>{"block", RowDistribution::block, "contiguous blocks of rows"},
      Name<RowDistribution>{"file", RowDistribution::file, "as a file says, one rank a line"},
  };
};

/// Whether a matrix from a file must be symmetric for methods and preconditioners that are made for symmetric ones.
enum class SymmetryCheck { required, ignored };
template <> struct Names<SymmetryCheck> {
  static constexpr std::string_view noun = "setting";
  static constexpr std::array table = {
      Name<SymmetryCheck>{"required", SymmetryCheck::required, "CG methods and ic0 refuse a matrix that is not"},
      Name<SymmetryCheck>{"ignored", SymmetryCheck::ignored, "they are run whatever comes of it"},
  };
};

enum class MatrixFormat { sell, sell_block, crs };
template <> struct Names<MatrixFormat> {
  static constexpr std::string_view noun = "format";
  static constexpr std::array table = {
      Name<MatrixFormat>{"sell", MatrixFormat::sell,
                         "SELL-C-σ: chunks of C rows, sorted by length in windows of σ rows"},
      Name<MatrixFormat>{"sell-block", MatrixFormat::sell_block,
                         "the same with points for rows: one column number for all unknowns of a point"},
      Name<MatrixFormat>{"crs", MatrixFormat::crs, "compressed rows with Kokkos Kernels' product: the usual baseline"},
  };
};

enum class OrderingChoice { natural, interior_first, red_black, multicolour, reordered_1, reordered_2 };
template <> struct Names<OrderingChoice> {
  static constexpr std::string_view noun = "ordering";
  static constexpr std::array table = {
      Name<OrderingChoice>{"natural", OrderingChoice::natural,
                           "the rows of a rank as the grid numbers them: x fastest, z slowest"},
      Name<OrderingChoice>{"interior-first", OrderingChoice::interior_first,
                           "rows that need no other rank's values before those that do"},
      Name<OrderingChoice>{"red-black", OrderingChoice::red_black,
                           "points whose x + y + z is even before the others (star stencils)"},
      Name<OrderingChoice>{"multicolour", OrderingChoice::multicolour,
                           "by colours that Kokkos Kernels finds: rows of one colour are not coupled"},
      Name<OrderingChoice>{"reordered-1", OrderingChoice::reordered_1,
                           "red and black interior, then red and black boundary (Nakajima 2022, figure 19(b))"},
      Name<OrderingChoice>{"reordered-2", OrderingChoice::reordered_2,
                           "red interior and boundary, then black: converges as red-black does (figure 19(c))"},
  };
};

/// How the halo exchange of a product is hidden.
enum class Overlap { none, fixed, dynamic };
template <> struct Names<Overlap> {
  static constexpr std::string_view noun = "overlap";
  static constexpr std::array table = {
      Name<Overlap>{"none", Overlap::none, "the halo first, then the product"},
      Name<Overlap>{"static", Overlap::fixed,
                    "interior rows while messages travel, each thread its share; then boundary rows"},
      Name<Overlap>{"dynamic", Overlap::dynamic,
                    "one thread exchanges the halo, the others take chunks of interior rows, and it joins them"},
  };
};

enum class PreconditionerChoice {
  none,
  jacobi,
  block_lu,
  sgs,
  sgs_kokkos_kernels,
  ic0,
  block_ic0,
  block_jacobi_ic0,
  chebyshev,
  emulated
};
template <> struct Names<PreconditionerChoice> {
  static constexpr std::string_view noun = "preconditioner";
  static constexpr std::array table = {
      Name<PreconditionerChoice>{"none", PreconditionerChoice::none, "M = I"},
      Name<PreconditionerChoice>{"jacobi", PreconditionerChoice::jacobi, "M = diag(A); joins the sweeps over vectors"},
      Name<PreconditionerChoice>{"block-lu", PreconditionerChoice::block_lu,
                                 "M = the block of each point, inverted by full LU (elasticity)"},
      Name<PreconditionerChoice>{"sgs", PreconditionerChoice::sgs,
                                 "symmetric Gauss-Seidel on each rank, in parallel by colours (see --ordering)"},
      Name<PreconditionerChoice>{"sgs-kokkos-kernels", PreconditionerChoice::sgs_kokkos_kernels,
                                 "Kokkos Kernels' own, with its own colours: the baseline"},
      Name<PreconditionerChoice>{
          "ic0", PreconditionerChoice::ic0,
          "incomplete Cholesky without fill-in on each rank, in parallel by colours (see --ordering)"},
      Name<PreconditionerChoice>{"block-ic0", PreconditionerChoice::block_ic0,
                                 "the same with the dense blocks of points for numbers (elasticity)"},
      Name<PreconditionerChoice>{"block-jacobi-ic0", PreconditionerChoice::block_jacobi_ic0,
                                 "ic0 of blocks of rows smaller than a rank; in the natural ordering all at once"},
      Name<PreconditionerChoice>{"chebyshev", PreconditionerChoice::chebyshev,
                                 "Chebyshev's polynomial in diag(A)⁻¹ A: products only, no sums over ranks"},
      Name<PreconditionerChoice>{"emulated", PreconditionerChoice::emulated,
                                 "M = I at a given cost in vectors moved, for execution-time models"},
  };
};

template <> struct Names<Precision> {
  static constexpr std::string_view noun = "precision";
  static constexpr std::array table = {
      Name<Precision>{"double", Precision::double_precision, "factors of 8 bytes a number"},
      Name<Precision>{"single", Precision::single_precision,
                      "factors of 4 bytes a number; sums and vectors stay double, so M is symmetric to rounding"},
  };
};

/// What Jacobi does with a row whose diagonal entry is zero.
enum class ZeroDiagonal { refused, one };
template <> struct Names<ZeroDiagonal> {
  static constexpr std::string_view noun = "setting";
  static constexpr std::array table = {
      Name<ZeroDiagonal>{"refused", ZeroDiagonal::refused, "there is no preconditioner then"},
      Name<ZeroDiagonal>{"one", ZeroDiagonal::one, "such rows are left as they are"},
  };
};

template <> struct Names<Formulation> {
  static constexpr std::string_view noun = "formulation";
  static constexpr std::array table = {
      Name<Formulation>{"merged", Formulation::merged, "statements that belong together run in one sweep over memory"},
      Name<Formulation>{"basic", Formulation::basic, "one sweep for each statement, by the same engine"},
      Name<Formulation>{"kokkos-kernels", Formulation::kokkos_kernels,
                        "one call of Kokkos Kernels' BLAS each: the baseline"},
  };
};

template <> struct Names<ReductionKind> {
  static constexpr std::string_view noun = "reduction";
  static constexpr std::array table = {
      Name<ReductionKind>{"blocking", ReductionKind::blocking, "MPI_Allreduce"},
      Name<ReductionKind>{"nonblocking", ReductionKind::nonblocking, "MPI_Iallreduce, finished when the sum is needed"},
      Name<ReductionKind>{"point-to-point", ReductionKind::point_to_point, "recursive doubling of our own"},
      Name<ReductionKind>{"embedded", ReductionKind::embedded,
                          "of our own, with the halo inside its messages (Selvitopi & Aykanat 2014)"},
  };
};

template <> struct Names<Mapping> {
  static constexpr std::string_view noun = "mapping";
  static constexpr std::array table = {
      Name<Mapping>{"none", Mapping::none, "rank r at position r"},
      Name<Mapping>{"klf", Mapping::klf, "Kernighan-Lin swaps of any two ranks"},
      Name<Mapping>{"klr", Mapping::klr, "Kernighan-Lin swaps of ranks that exchange messages directly"},
  };
};

template <> struct Names<ProgressKind> {
  static constexpr std::string_view noun = "progress";
  static constexpr std::array table = {
      Name<ProgressKind>{"none", ProgressKind::none, "the MPI library alone"},
      Name<ProgressKind>{"manual", ProgressKind::manual,
                         "MPI_Test between parts of products, substitutions (sell) and sweeps (merged, basic)"},
      Name<ProgressKind>{"thread", ProgressKind::thread,
                         "a thread of our own; takes a core (needs MPI_THREAD_MULTIPLE)"},
  };
};

template <> struct Names<NoiseKind> {
  static constexpr std::string_view noun = "noise";
  static constexpr std::array table = {
      Name<NoiseKind>{"none", NoiseKind::none, "no delays"},
      Name<NoiseKind>{"exponential", NoiseKind::exponential, "in each iteration one of random length"},
      Name<NoiseKind>{"periodic", NoiseKind::periodic, "in some iterations, others on each rank"},
  };
};

template <> struct Names<ResidualNorm> {
  static constexpr std::string_view noun = "norm";
  static constexpr std::array table = {
      Name<ResidualNorm>{"unpreconditioned", ResidualNorm::unpreconditioned, "‖r‖₂: that of the true residual b - A x"},
      Name<ResidualNorm>{"natural", ResidualNorm::natural, "√(r, M⁻¹ r): the error's energy, if M is near A"},
      Name<ResidualNorm>{"preconditioned", ResidualNorm::preconditioned, "‖M⁻¹ r‖₂"},
  };
};

template <> struct Names<Grouping> {
  static constexpr std::string_view noun = "grouping";
  static constexpr std::array table = {
      Name<Grouping>{"minimum", Grouping::minimum, "as few sweeps as possible, so that the fewest vectors are moved"},
      Name<Grouping>{"paper", Grouping::paper, "as the paper groups the statements, where that is different"},
  };
};

template <> struct Names<Fuse> {
  static constexpr std::string_view noun = "setting";
  static constexpr std::array table = {
      Name<Fuse>{"on", Fuse::yes, "updates and dot products run on blocks of rows just before and after a product"},
      Name<Fuse>{"off", Fuse::no, "updates and dot products are sweeps of their own, as the papers count them"},
  };
};

/// Whether true residuals are recorded, too.
enum class Detail { off, on };

template <> struct Names<GpuAwareMpi> {
  static constexpr std::string_view noun = "setting";
  static constexpr std::array table = {
      Name<GpuAwareMpi>{"auto", GpuAwareMpi::automatic, "ask the MPI library whether it takes device memory"},
      Name<GpuAwareMpi>{"on", GpuAwareMpi::on, "hand device memory to MPI"},
      Name<GpuAwareMpi>{"off", GpuAwareMpi::off, "copy the halo through host memory"},
  };
};

/// What a span of time in a trace is about.
enum class TraceTrack { iteration, kernel, sum_start, sum_wait, sum_flight, halo_wait, halo_flight };
template <> struct Names<TraceTrack> {
  static constexpr std::string_view noun = "track";
  static constexpr std::array table = {
      Name<TraceTrack>{"iteration", TraceTrack::iteration, "from one judgement of the residual to the next"},
      Name<TraceTrack>{"kernel", TraceTrack::kernel, "a kernel, a product, or a preconditioner of its own"},
      Name<TraceTrack>{"sum start", TraceTrack::sum_start, "the call that starts a sum over ranks"},
      Name<TraceTrack>{"sum wait", TraceTrack::sum_wait, "the call that finishes it"},
      Name<TraceTrack>{"sum in flight", TraceTrack::sum_flight, "from the first call until the second has returned"},
      Name<TraceTrack>{"halo wait", TraceTrack::halo_wait, "the call that waits for the messages of a halo exchange"},
      Name<TraceTrack>{"halo in flight", TraceTrack::halo_flight,
                       "from the sending of these messages to their arrival"},
  };
};

enum class ListTopic {
  methods,
  problems,
  preconditioners,
  formats,
  orderings,
  reductions,
  formulations,
  fields,
  schema,
  methods_page
};
template <> struct Names<ListTopic> {
  static constexpr std::string_view noun = "topic";
  static constexpr std::array table = {
      Name<ListTopic>{"methods", ListTopic::methods, "the methods, what they cost, and where they were published"},
      Name<ListTopic>{"problems", ListTopic::problems, "the systems that can be assembled"},
      Name<ListTopic>{"preconditioners", ListTopic::preconditioners, "the preconditioners"},
      Name<ListTopic>{"formats", ListTopic::formats, "the formats of the matrix"},
      Name<ListTopic>{"orderings", ListTopic::orderings, "the orderings of a rank's rows"},
      Name<ListTopic>{"reductions", ListTopic::reductions, "how sums over ranks are computed"},
      Name<ListTopic>{"formulations", ListTopic::formulations, "how the statements of a method are run"},
      Name<ListTopic>{"fields", ListTopic::fields, "what a results file holds, as a Markdown table"},
      Name<ListTopic>{"schema", ListTopic::schema, "the same for programs, in JSON: names, kinds, units"},
      Name<ListTopic>{"methods-page", ListTopic::methods_page,
                      "the methods and the meaning of their letters, in Markdown"},
  };
};

/// An enum whose words stand in a table above.
template <class E> concept Named = requires { Names<E>::table; };

/// The word for `value`.
template <Named E> [[nodiscard]] constexpr std::string_view name_of(E value) {
  for (const auto& name : Names<E>::table)
    if (name.value == value) return name.text;
  return "?";
}

/// All words of a kind, in the order of the table.
template <Named E> [[nodiscard]] constexpr auto words_of() {
  std::array<std::string_view, Names<E>::table.size()> words;
  for (std::size_t k = 0; k < words.size(); ++k) words[k] = Names<E>::table[k].text;
  return words;
}

}  // namespace minikrylov
