// Gauss-Seidel of Kokkos Kernels: the only file that includes it, since it takes long to compile.
#include "kernels/triangular/kokkos_gauss_seidel.hpp"

#include <KokkosKernels_Handle.hpp>
#include <KokkosSparse_gauss_seidel_impl.hpp>
#include <limits>
#include <stdexcept>
#include <string>

#include "kernels/formats/crs.hpp"
#include "kernels/ordering/uncoupled.hpp"

namespace minikrylov {
namespace {

using Handle = KokkosKernels::Experimental::KokkosKernelsHandle<int, LocalIndex, double, Exec, Memory, Memory>;
/// The default algorithm behind its public functions, which also compile two other algorithms: unused here, and most of
/// the compile time.
using Point =
    KokkosSparse::Impl::PointGaussSeidel<Handle, Array<const int>, Array<const LocalIndex>, Array<const double>>;
using Many = Kokkos::View<double**, Kokkos::LayoutRight, Memory, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

class KokkosGaussSeidel final : public LocalSolver {
 public:
  explicit KokkosGaussSeidel(const CrsArrays& matrix, Array<int> offsets)
      : rows_(matrix.rows), offsets_(std::move(offsets)), columns_(matrix.columns), values_(matrix.values) {
    handle_.create_gs_handle(KokkosSparse::GS_DEFAULT);
    handle_.get_gs_handle()->set_execution_space(Exec());
    Point(&handle_, rows_, rows_, offsets_, columns_, true).initialize_symbolic();
    Point(&handle_, rows_, rows_, offsets_, columns_, values_, true).initialize_numeric();
  }
  KokkosGaussSeidel(const KokkosGaussSeidel&) = delete;
  KokkosGaussSeidel& operator=(const KokkosGaussSeidel&) = delete;
  ~KokkosGaussSeidel() override { handle_.destroy_gs_handle(); }

  [[nodiscard]] LocalIndex rows() const override { return rows_; }

  void solve(const Vector& r, const Vector& z, ProgressHook*) const override {
    if (rows_ == 0) return;
    constexpr bool from_zero = true, forward = true, backward = true, new_right_hand_side = true;
    Point(&handle_, rows_, rows_, offsets_, columns_, values_)
        .apply(Many(z.data.data(), rows_, z.width), Many(r.data.data(), rows_, r.width), from_zero, 1, 1.0, forward,
               backward, new_right_hand_side);
  }

  /// Both sweeps read the whole matrix.
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
                                "preconditioner sgs or more ranks");
  const CrsArrays own = uncoupled(matrix, Array<int>("one group", matrix.rows));
  return std::make_unique<KokkosGaussSeidel>(own, short_offsets(own));
}

}  // namespace minikrylov
