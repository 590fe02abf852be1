// Colouring by Kokkos Kernels: the only file that includes its graph algorithms.
#include "kernels/ordering/colouring.hpp"

#include <KokkosGraph_Distance1Color.hpp>
#include <KokkosKernels_Handle.hpp>

#include "kernels/core/arrays.hpp"

namespace minikrylov {

Colouring colour_rows(const CrsArrays& matrix) {
  using Handle = KokkosKernels::Experimental::KokkosKernelsHandle<Offset, LocalIndex, double, HostExec,
                                                                  Kokkos::HostSpace, Kokkos::HostSpace>;
  const auto offsets = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), matrix.offsets);
  const auto columns = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), matrix.columns);
  Handle handle;
  handle.create_graph_coloring_handle(KokkosGraph::COLORING_SERIAL);
  KokkosGraph::Experimental::graph_color(&handle, matrix.rows, matrix.rows, offsets, columns);
  auto* const result = handle.get_graph_coloring_handle();
  const auto from_one = result->get_vertex_colors();
  Colouring colouring{allocate<int>("colours", matrix.rows), static_cast<int>(result->get_num_colors())};
  const auto colours = Kokkos::create_mirror_view(colouring.colour_of_row);
  for (LocalIndex i = 0; i < matrix.rows; ++i) colours(i) = static_cast<int>(from_one(i)) - 1;
  Kokkos::deep_copy(colouring.colour_of_row, colours);
  return colouring;
}

}  // namespace minikrylov
