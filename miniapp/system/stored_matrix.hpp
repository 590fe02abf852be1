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
  Precision inner = Precision::double_precision;  ///< of a second matrix for inner iterations; double: there is none
};

/// How the matrix of this rank was compressed.
struct MatrixCoding {
  coded::Shares shares;
  Offset plain_bytes = 0;  ///< of the same matrix, not compressed
  double seconds = 0;      ///< to find the codes and to write them
};

/// A matrix in its layout.
struct StoredMatrix {
  std::unique_ptr<LocalMatrix> matrix;
  std::optional<MatrixCoding> coding{};  ///< of `matrix`, if it is compressed and any rank has used a code
  std::unique_ptr<LocalMatrix> plain{};  ///< the same, not compressed, if the faster of the two is to be determined
};

/// The matrix of ordered rows, `dofs` per point. Collective.
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
