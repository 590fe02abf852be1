// Assigns each row to a part of the chosen ordering.
#include "miniapp/system/orderings.hpp"

#include "kernels/core/arrays.hpp"
#include "kernels/ordering/colouring.hpp"

namespace minikrylov {
namespace {

using RowPolicy = Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Static>, Kokkos::IndexType<LocalIndex>>;

/// 0: red, 1: black.
Array<int> red_and_black(const Box& box) {
  const auto rows = static_cast<LocalIndex>(box.size().points());
  const auto colours = allocate<int>("red and black", rows);
  Kokkos::parallel_for(
      "colour = (x + y + z) mod 2", RowPolicy(0, rows), KOKKOS_LAMBDA(LocalIndex i) {
        const GridPoint p = box.point(i);
        colours(i) = static_cast<int>((GlobalIndex{p.x} + p.y + p.z) % 2);
      });
  return colours;
}

/// 1 on the faces x = max, y = max, z = max of directions with more than one point, 0 elsewhere.
Array<int> upper_faces(const Box& box) {
  const auto rows = static_cast<LocalIndex>(box.size().points());
  const auto on_face = allocate<int>("upper faces", rows);
  const GridSize n = box.size();
  Kokkos::parallel_for(
      "find upper faces", RowPolicy(0, rows), KOKKOS_LAMBDA(LocalIndex i) {
        const GridPoint p = box.point(i);
        on_face(i) =
            (n.x > 1 && p.x == box.end.x - 1) || (n.y > 1 && p.y == box.end.y - 1) || (n.z > 1 && p.z == box.end.z - 1);
      });
  return on_face;
}

/// 1 for boundary rows, 0 for the others.
Array<int> boundary_rows(const CrsArrays& rows, const Box& box) {
  return rows.column_count > rows.rows ? rows_with_ghosts(rows) : upper_faces(box);
}

/// Splits each part of `outer` in two: first `inner` = 0, then `inner` = 1.
Ordering order_by_two(const Array<int>& outer, const Array<int>& inner, int outer_parts = 2) {
  const auto rows = static_cast<LocalIndex>(outer.extent(0));
  const auto part = allocate<int>("parts", rows);
  Kokkos::parallel_for(
      "part = 2 outer + inner", RowPolicy(0, rows), KOKKOS_LAMBDA(LocalIndex i) { part(i) = 2 * outer(i) + inner(i); });
  Exec().fence("order_by_two");
  return order_by_part(part, 2 * outer_parts);
}

/// Colour by colour with interior rows first, but without separate parts for them: rows of one colour are not coupled,
/// and a product can compute the interior ones during the halo exchange.
Ordering order_by_colour(const Array<int>& colour_of_row, int colours, const CrsArrays& rows) {
  Ordering ordering = order_by_two(colour_of_row, rows_with_ghosts(rows), colours);
  std::vector<LocalIndex> parts;
  for (std::size_t p = 0; p < ordering.parts.size(); p += 2) parts.push_back(ordering.parts[p]);
  ordering.parts = parts;
  return ordering;
}

Ordering multicolour(const CrsArrays& rows) {
  const Colouring colouring = colour_rows(rows);
  return order_by_colour(colouring.colour_of_row, colouring.colours, rows);
}

}  // namespace

Ordering order_rows(OrderingChoice choice, const CrsArrays& rows, const Box& box) {
  switch (choice) {
    case OrderingChoice::natural:
      break;
    case OrderingChoice::interior_first:
      return order_by_part(rows_with_ghosts(rows), 2);
    case OrderingChoice::red_black:
      return order_by_colour(red_and_black(box), 2, rows);
    case OrderingChoice::multicolour:
      return multicolour(rows);
    case OrderingChoice::reordered_1:
      return order_by_two(boundary_rows(rows, box), red_and_black(box));
    case OrderingChoice::reordered_2:
      return order_by_two(red_and_black(box), boundary_rows(rows, box));
  }
  return natural_ordering(rows.rows);
}

}  // namespace minikrylov
