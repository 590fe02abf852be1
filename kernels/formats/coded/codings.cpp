// Bytes of codes.
#include "kernels/formats/coded/codings.hpp"

namespace minikrylov::coded {
namespace {

template <int N> Offset table_bytes(Offset length, int chunk) {
  return (length + places_per_word<N> - 1) / places_per_word<N> * chunk * Offset{sizeof(std::uint32_t)};
}

}  // namespace

Offset doubles_before_sparse(Offset length, int chunk) {
  const Offset each = with_row_bits(chunk, [](auto bits) { return Offset{sizeof(StoredRows<decltype(bits)>)}; });
  constexpr Offset a_double{sizeof(double)};
  return (length * each + a_double - 1) / a_double;
}

Offset bytes_of(ValueCoding coding, Offset length, int chunk, Offset zeros) {
  const Offset entries = length * chunk;
  switch (coding) {
    case ValueCoding::constant:
      return Offset{sizeof(double)};
    case ValueCoding::table8:
      return table_bytes<8>(length, chunk);
    case ValueCoding::table16:
      return table_bytes<16>(length, chunk);
    case ValueCoding::table256:
      return table_bytes<256>(length, chunk);
    case ValueCoding::bfloat16:
    case ValueCoding::half:
      return entries * Offset{sizeof(std::uint16_t)};
    case ValueCoding::single:
      return entries * Offset{sizeof(float)};
    case ValueCoding::sparse:
      return (doubles_before_sparse(length, chunk) + entries - zeros) * Offset{sizeof(double)};
    case ValueCoding::shared:
    case ValueCoding::full:
      break;
  }
  return entries * Offset{sizeof(double)};
}

Offset bytes_of(ColumnCoding coding, Offset length, int chunk) {
  const Offset first = length * Offset{sizeof(LocalIndex)}, entries = length * chunk;
  switch (coding) {
    case ColumnCoding::consecutive:
      return first;
    case ColumnCoding::listed8:
      return first + entries;
    case ColumnCoding::listed16:
      return first + entries * Offset{sizeof(std::uint16_t)};
    case ColumnCoding::listed:
      break;
  }
  return entries * Offset{sizeof(LocalIndex)};
}

}  // namespace minikrylov::coded
