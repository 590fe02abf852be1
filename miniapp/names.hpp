// The words of the command line: one table per enum serves parser, help, lists, results, report and tests.
#pragma once
#include <array>
#include <span>
#include <string>
#include <string_view>

#include "comm/emulated.hpp"
#include "comm/halo.hpp"
#include "comm/progress.hpp"
#include "comm/reduction.hpp"
#include "kernels/formulation.hpp"
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

enum class MatrixFormat { sell, crs };
template <> struct Names<MatrixFormat> {
  static constexpr std::string_view noun = "format";
  static constexpr std::array table = {
      Name<MatrixFormat>{"sell", MatrixFormat::sell,
                         "SELL-C-σ: chunks of C rows, sorted by length in windows of σ rows"},
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

enum class PreconditionerChoice { none, jacobi, sgs, ic0 };
template <> struct Names<PreconditionerChoice> {
  static constexpr std::string_view noun = "preconditioner";
  static constexpr std::array table = {
      Name<PreconditionerChoice>{"none", PreconditionerChoice::none, "M = I"},
      Name<PreconditionerChoice>{"jacobi", PreconditionerChoice::jacobi, "M = diag(A); joins the sweeps over vectors"},
      Name<PreconditionerChoice>{"sgs", PreconditionerChoice::sgs,
                                 "symmetric Gauss-Seidel on each rank, in parallel by colours"},
      Name<PreconditionerChoice>{
          "ic0", PreconditionerChoice::ic0,
          "incomplete Cholesky without fill-in on each rank, in parallel by colours (see --ordering)"},
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
      Name<Grouping>{"least", Grouping::least, "as few sweeps as possible, so that the fewest vectors are moved"},
      Name<Grouping>{"paper", Grouping::paper, "as the paper groups the statements, where that is different"},
  };
};

template <> struct Names<AttachDots> {
  static constexpr std::string_view noun = "setting";
  static constexpr std::array table = {
      Name<AttachDots>{"on", AttachDots::yes, "dot products run on the rows that a product has just written"},
      Name<AttachDots>{"off", AttachDots::no, "dot products are sweeps of their own, as the papers count them"},
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

enum class ListTopic {
  methods,
  problems,
  preconditioners,
  formats,
  orderings,
  reductions,
  formulations,
  fields,
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
