// How the matrix of a rank is ordered and stored.
#pragma once
#include <memory>
#include <optional>

#include "comm/runtime/communicator.hpp"
#include "kernels/formats/coded/encode.hpp"
#include "kernels/ordering/ordering.hpp"
#include "kernels/schedule/local_matrix.hpp"
#include "miniapp/settings/names.hpp"

namespace minikrylov {

/// Whether the ordered rows stay in memory beside the matrix, for factorisations.
enum class OrderedRows { dropped, kept };

/// How the matrix is ordered and stored.
struct MatrixLayout {
  MatrixFormat format = MatrixFormat::sell;
  int chunk = 8;         ///< C of SELL-C-σ, in rows; for sell_block in points
  LocalIndex sigma = 1;  ///< σ of SELL-C-σ, likewise
  OrderingChoice ordering = OrderingChoice::natural;
  OrderedRows ordered_rows = OrderedRows::dropped;
  OrderedUnit unit = OrderedUnit::row;  ///< some formats always order points
  Compression compression = Compression::none;
  int powers = 1;  ///< the maximum number of powers of A that are computed at a time
  PowersHalo powers_halo = PowersHalo::automatic;
  Precision inner = Precision::double_precision;    ///< of a second matrix for inner iterations; double: there is none
  Precision vectors = Precision::double_precision;  ///< of inner iterations
};

/// Which of the two forms of a matrix products read.
enum class KeptForm { coded, plain };

/// How compression of the matrix of this rank was tried, whatever came of it.
struct MatrixCoding {
  Compression asked = Compression::lossless;
  KeptForm kept = KeptForm::coded;  ///< the same on all ranks
  coded::Shares shares;
  Offset plain_bytes = 0;        ///< of the matrix, not compressed
  Offset coded_bytes = 0;        ///< of the same in codes
  double seconds = 0;            ///< to find the codes and to write them
  std::optional<double> gain{};  ///< time of plain products over that of coded ones, if both were measured
};

/// A matrix in its layout.
struct StoredMatrix {
  std::unique_ptr<LocalMatrix> matrix;
  std::optional<MatrixCoding> coding{};  ///< if compression was asked for
  std::unique_ptr<LocalMatrix> plain{};  ///< `matrix`, not compressed, if the faster of the two is to be determined
};

/// The matrix of ordered rows, `dofs` per point; not compressed if no rank finds anything to code. Collective.
[[nodiscard]] StoredMatrix stored_matrix(const CrsArrays& ordered, const Ordering& ordering, int dofs,
                                         const MatrixLayout& layout, const Communicator& ranks);

/// The same matrix with numbers rounded to `precision`, stored in no more bytes than that takes. Collective. Throws a
/// SetupError where a number is outside of its range.
[[nodiscard]] std::unique_ptr<LocalMatrix> rounded_matrix(const CrsArrays& ordered, const Ordering& ordering, int dofs,
                                                          const MatrixLayout& layout, Precision precision,
                                                          const Communicator& ranks);

/// Throws a SetupError on all ranks alike if any rank's `values` leave the range of `precision`, chosen by the option
/// `flag`. What is less than a rounding error of the largest number may become zero. Collective.
void require_range(const Array<double>& values, Precision precision, std::string_view flag, const Communicator& ranks);

}  // namespace minikrylov
