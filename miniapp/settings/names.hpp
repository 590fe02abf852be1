// Names of option values; those of preconditioners are in their table.
#pragma once
#include "comm/embedded/embedding.hpp"
#include "comm/halo/halo_messages.hpp"
#include "comm/reduction/emulated.hpp"
#include "comm/reduction/progress.hpp"
#include "comm/reduction/reduction.hpp"
#include "kernels/formats/format_table.hpp"
#include "kernels/fusion/formulation.hpp"
#include "miniapp/settings/named.hpp"
#include "miniapp/settings/precision.hpp"
#include "problems/problem.hpp"
#include "problems/rows.hpp"

namespace minikrylov {

template <> struct Names<ProblemKind> {
  static constexpr std::string_view noun = "problem";
  static constexpr auto table = [] {
    std::array<Name<ProblemKind>, problem_table.size()> names{};
    for (std::size_t k = 0; k < names.size(); ++k)
      names[k] = {problem_table[k].name, problem_table[k].kind, problem_table[k].description};
    return names;
  }();
};

/// The polynomials of an s-step method's basis.
enum class BasisKind { monomial, newton, chebyshev };
template <> struct Names<BasisKind> {
  static constexpr std::string_view noun = "basis";
  static constexpr std::array table = {
      Name<BasisKind>{"monomial", BasisKind::monomial, "powers of A: the columns soon become parallel"},
      Name<BasisKind>{"newton", BasisKind::newton, "products of A - θ with Ritz values θ in Leja's order"},
      Name<BasisKind>{"chebyshev", BasisKind::chebyshev, "Chebyshev's polynomials on the interval of Ritz values"},
  };
};

/// How several powers of A get their ghosts.
enum class PowersHalo { automatic, deep, rounds };
template <> struct Names<PowersHalo> {
  static constexpr std::string_view noun = "halo";
  static constexpr std::array table = {
      Name<PowersHalo>{"auto", PowersHalo::automatic,
                       "the faster one, measured (times injected: deep for at most a tenth of redundant rows)"},
      Name<PowersHalo>{"deep", PowersHalo::deep,
                       "one exchange of ghosts s rows deep, on which each rank computes redundantly"},
      Name<PowersHalo>{"rounds", PowersHalo::rounds, "one exchange per power, nothing redundant"},
  };
};

/// Who owns which rows: boxes of a grid; for a file, a partition of the matrix's graph, blocks, or another file.
enum class RowDistribution { boxes, graph, volume, block, file };
template <> struct Names<RowDistribution> {
  static constexpr std::string_view noun = "partition";
  static constexpr std::array table = {
      Name<RowDistribution>{"boxes", RowDistribution::boxes, "boxes of the grid"},
      Name<RowDistribution>{"graph", RowDistribution::graph,
                            "METIS partition of the matrix graph that cuts few couplings"},
      Name<RowDistribution>{"volume", RowDistribution::volume,
                            "METIS partition of the matrix graph by which few values are sent"},
      Name<RowDistribution>{"block", RowDistribution::block, "contiguous blocks of rows"},
      Name<RowDistribution>{"file", RowDistribution::file, "from a file with one rank per line"},
  };
};

/// Whether methods and preconditioners for symmetric matrices insist that a matrix from a file is symmetric.
enum class SymmetryCheck { required, ignored };
template <> struct Names<SymmetryCheck> {
  static constexpr std::string_view noun = "setting";
  static constexpr std::array table = {
      Name<SymmetryCheck>{"required", SymmetryCheck::required, "CG methods and ic0 refuse a nonsymmetric matrix"},
      Name<SymmetryCheck>{"ignored", SymmetryCheck::ignored, "they run on any matrix, at the user's risk"},
  };
};

template <> struct Names<Nullspace> {
  static constexpr std::string_view noun = "null space";
  static constexpr std::array table = {
      Name<Nullspace>{"none", Nullspace::none, "no projection"},
      Name<Nullspace>{"constant", Nullspace::constant,
                      "the mean is removed from each M⁻¹ r, by one more sum over ranks: for singular matrices whose "
                      "rows add up to zero"},
  };
};

template <> struct Names<MatrixFormat> {
  static constexpr std::string_view noun = "format";
  static constexpr auto table = names_from(format_table, &FormatRow::format);
};

/// Compression of the matrix, always lossless.
enum class Compression { none, lossless, tables, narrow, automatic };
template <> struct Names<Compression> {
  static constexpr std::string_view noun = "compression";
  static constexpr std::array table = {
      Name<Compression>{"none", Compression::none, "doubles: the bytes that papers and tenders count"},
      Name<Compression>{
          "lossless", Compression::lossless,
          "each chunk (of crs: 16 rows) in the narrowest code that keeps every bit, repeated chunks once"},
      Name<Compression>{"tables", Compression::tables, "values only as indices into a table of the most frequent ones"},
      Name<Compression>{"narrow", Compression::narrow, "values in narrower floating-point formats only"},
      Name<Compression>{"auto", Compression::automatic,
                        "lossless where that makes products more than 3 % faster, measured"},
  };
};

enum class OrderingChoice { natural, interior_first, red_black, multicolour, reordered_1, reordered_2 };
template <> struct Names<OrderingChoice> {
  static constexpr std::string_view noun = "ordering";
  static constexpr std::array table = {
      Name<OrderingChoice>{"natural", OrderingChoice::natural,
                           "the grid's numbering on each rank: x fastest, z slowest"},
      Name<OrderingChoice>{"interior-first", OrderingChoice::interior_first,
                           "rows that need no values of other ranks before those that do"},
      Name<OrderingChoice>{"red-black", OrderingChoice::red_black,
                           "points with even x + y + z before the others (star stencils)"},
      Name<OrderingChoice>{"multicolour", OrderingChoice::multicolour,
                           "colouring by Kokkos Kernels: rows of one colour are not coupled"},
      Name<OrderingChoice>{"reordered-1", OrderingChoice::reordered_1,
                           "red and black interior, then red and black boundary (Nakajima 2022, figure 19(b))"},
      Name<OrderingChoice>{"reordered-2", OrderingChoice::reordered_2,
                           "red interior and boundary, then black: converges like red-black (figure 19(c))"},
  };
};

/// How the halo exchange of a product is hidden.
enum class Overlap { none, fixed, dynamic, guided };
template <> struct Names<Overlap> {
  static constexpr std::string_view noun = "overlap";
  static constexpr std::array table = {
      Name<Overlap>{"none", Overlap::none, "halo exchange first, then the product"},
      Name<Overlap>{"static", Overlap::fixed,
                    "all threads compute interior rows during the halo exchange, then boundary rows"},
      Name<Overlap>{"dynamic", Overlap::dynamic,
                    "one thread exchanges the halo and then joins the others, which take chunks of interior rows"},
      Name<Overlap>{"guided", Overlap::guided,
                    "like dynamic, in chunks that shrink with the number of rows that are left (not on a GPU)"},
  };
};

/// Whether threads take chunks of rows, whichever is idle.
[[nodiscard]] constexpr bool hands_out_chunks(Overlap overlap) {
  return overlap == Overlap::dynamic || overlap == Overlap::guided;
}

/// How Jacobi treats rows whose diagonal entry is zero.
enum class ZeroDiagonal { refused, one };
template <> struct Names<ZeroDiagonal> {
  static constexpr std::string_view noun = "setting";
  static constexpr std::array table = {
      Name<ZeroDiagonal>{"refused", ZeroDiagonal::refused, "a zero diagonal entry is an error"},
      Name<ZeroDiagonal>{"one", ZeroDiagonal::one, "such rows are not scaled"},
  };
};

template <> struct Names<Formulation> {
  static constexpr std::string_view noun = "formulation";
  static constexpr std::array table = {
      Name<Formulation>{"merged", Formulation::merged,
                        "statements are fused where possible: one pass over memory for several"},
      Name<Formulation>{"basic", Formulation::basic, "one kernel per statement, by the same engine"},
      Name<Formulation>{"kokkos-kernels", Formulation::kokkos_kernels,
                        "one call to the BLAS of Kokkos Kernels per statement: the baseline"},
  };
};

template <> struct Names<ReductionKind> {
  static constexpr std::string_view noun = "reduction";
  static constexpr std::array table = {
      Name<ReductionKind>{"blocking", ReductionKind::blocking, "MPI_Allreduce"},
      Name<ReductionKind>{"nonblocking", ReductionKind::nonblocking,
                          "MPI_Iallreduce, completed when the sum is needed"},
      Name<ReductionKind>{"point-to-point", ReductionKind::point_to_point,
                          "recursive doubling by point-to-point messages"},
      Name<ReductionKind>{"embedded", ReductionKind::embedded,
                          "point-to-point, with the halo inside its messages (Selvitopi & Aykanat 2014)"},
  };
};

template <> struct Names<Mapping> {
  static constexpr std::string_view noun = "mapping";
  static constexpr std::array table = {
      Name<Mapping>{"none", Mapping::none, "rank r at position r"},
      Name<Mapping>{"klf", Mapping::klf, "Kernighan-Lin swaps of arbitrary ranks"},
      Name<Mapping>{"klr", Mapping::klr, "Kernighan-Lin swaps of ranks that exchange messages directly"},
  };
};

template <> struct Names<ProgressKind> {
  static constexpr std::string_view noun = "progress";
  static constexpr std::array table = {
      Name<ProgressKind>{"none", ProgressKind::none, "left to the MPI library"},
      Name<ProgressKind>{"manual", ProgressKind::manual,
                         "MPI_Test between parts of products, substitutions (sell) and fused kernels (merged, basic)"},
      Name<ProgressKind>{"thread", ProgressKind::thread,
                         "a progress thread per rank, which occupies a core (needs MPI_THREAD_MULTIPLE)"},
  };
};

template <> struct Names<NoiseKind> {
  static constexpr std::string_view noun = "noise";
  static constexpr std::array table = {
      Name<NoiseKind>{"none", NoiseKind::none, "no delays"},
      Name<NoiseKind>{"exponential", NoiseKind::exponential, "a delay of random length in each iteration"},
      Name<NoiseKind>{"periodic", NoiseKind::periodic, "a delay in some iterations, different ones on each rank"},
  };
};

template <> struct Names<ResidualNorm> {
  static constexpr std::string_view noun = "norm";
  static constexpr std::array table = {
      Name<ResidualNorm>{"unpreconditioned", ResidualNorm::unpreconditioned, "‖r‖₂, as of the true residual b - A x"},
      Name<ResidualNorm>{"natural", ResidualNorm::natural,
                         "√(r, M⁻¹ r): the energy norm of the error, if M is close to A"},
      Name<ResidualNorm>{"preconditioned", ResidualNorm::preconditioned, "‖M⁻¹ r‖₂"},
  };
};

template <> struct Names<Grouping> {
  static constexpr std::string_view noun = "grouping";
  static constexpr std::array table = {
      Name<Grouping>{"minimum", Grouping::minimum, "as few fused kernels as possible, which minimises memory traffic"},
      Name<Grouping>{"paper", Grouping::paper, "grouped as in the method's paper, where that differs"},
  };
};

template <> struct Names<Fuse> {
  static constexpr std::string_view noun = "setting";
  static constexpr std::array table = {
      Name<Fuse>{"on", Fuse::yes, "updates and dot products run on row blocks just before and after a product"},
      Name<Fuse>{"behind", Fuse::behind, "only those behind a product: updates before it are a kernel of their own"},
      Name<Fuse>{"off", Fuse::no, "updates and dot products run in separate kernels, as the papers count them"},
  };
};

/// Whether true residuals are recorded as well.
enum class Detail { off, on };

template <> struct Names<GpuAwareMpi> {
  static constexpr std::string_view noun = "setting";
  static constexpr std::array table = {
      Name<GpuAwareMpi>{"auto", GpuAwareMpi::automatic, "ask the MPI library whether it accepts device memory"},
      Name<GpuAwareMpi>{"on", GpuAwareMpi::on, "pass device memory to MPI"},
      Name<GpuAwareMpi>{"off", GpuAwareMpi::off, "copy the halo through host memory"},
  };
};

}  // namespace minikrylov
