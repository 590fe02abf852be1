// The only file that includes Kokkos Kernels' gauss_seidel, which takes more than a minute to compile.
#include "kernels/kokkos_gauss_seidel.hpp"

#include <KokkosKernels_Handle.hpp>
#include <KokkosSparse_gauss_seidel.hpp>
#include <limits>
#include <stdexcept>
#include <string>

#include "kernels/crs.hpp"
#include "kernels/uncoupled.hpp"

namespace minikrylov {
namespace {

using Handle = KokkosKernels::Experimental::KokkosKernelsHandle<int, LocalIndex, double, Exec, Memory, Memory>;
using Many = Kokkos::View<double**, Kokkos::LayoutRight, Memory, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

class KokkosGaussSeidel final : public LocalSolver {
 public:
  explicit KokkosGaussSeidel(const CrsArrays& matrix, Array<int> offsets)
      : rows_(matrix.rows), offsets_(std::move(offsets)), columns_(matrix.columns), values_(matrix.values) {
    handle_.create_gs_handle(KokkosSparse::GS_DEFAULT);
    KokkosSparse::Experimental::gauss_seidel_symbolic(&handle_, rows_, rows_, offsets_, columns_, true);
    KokkosSparse::Experimental::gauss_seidel_numeric(&handle_, rows_, rows_, offsets_, columns_, values_, true);
  }
  KokkosGaussSeidel(const KokkosGaussSeidel&) = delete;
  KokkosGaussSeidel& operator=(const KokkosGaussSeidel&) = delete;
  ~KokkosGaussSeidel() override { handle_.destroy_gs_handle(); }

  [[nodiscard]] LocalIndex rows() const override { return rows_; }

  void solve(const Vector& r, const Vector& z) const override {
    if (rows_ == 0) return;
    constexpr bool from_zero = true, new_right_hand_side = true;
    KokkosSparse::Experimental::symmetric_gauss_seidel_apply(
        &handle_, rows_, rows_, offsets_, columns_, values_, Many(z.data.data(), rows_, z.width),
        Many(r.data.data(), rows_, r.width), from_zero, new_right_hand_side, 1.0, 1);
  }

  /// Each of the two sweeps reads the whole matrix.
  [[nodiscard]] Cost cost(int width) const override {
    const double entries = static_cast<double>(values_.extent(0)), rows = rows_;
    return {2 * (12 * entries + 4 * rows + 8 * rows * (1 + width)), 2 * 8 * rows * width, 4 * entries * width};
  }

 private:
  LocalIndex rows_;
  Array<int> offsets_;
  Array<LocalIndex> columns_;
  Array<double> values_;
  mutable Handle handle_;
};

}  // namespace

std::unique_ptr<LocalSolver> make_kokkos_gauss_seidel(const CrsArrays& matrix) {
  if (matrix.nonzeros() > std::numeric_limits<int>::max())
    throw std::invalid_argument("the matrix has " + std::to_string(matrix.nonzeros()) +
                                " nonzeros on a rank (Kokkos Kernels' Gauss-Seidel has 32-bit offsets) use "
                                "--preconditioner sgs or more ranks");
  const CrsArrays own = uncoupled(matrix, Array<int>("one group", matrix.rows));
  return std::make_unique<KokkosGaussSeidel>(own, short_offsets(own));
}

}  // namespace minikrylov
