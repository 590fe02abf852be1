// What is allocated is what is counted: the bytes that matrices tell of themselves, against those that Kokkos
// allocates.
#include <catch2/catch_test_macros.hpp>
#include <functional>

#include "kernels/formats/blocks.hpp"
#include "kernels/formats/coded/compressed.hpp"
#include "kernels/formats/crs.hpp"
#include "kernels/formats/sell.hpp"
#include "kernels/formats/sell_block.hpp"
#include "tests/kernels/coded_samples.hpp"

using namespace minikrylov;
using namespace minikrylov::samples;
using coded::Allowed;

namespace {

struct LivingArrays {
  Offset bytes = 0, count = 0;
};

/// LivingArrays that were made during its life and still exist; there may be one watch at a time.
class AllocationWatch {
 public:
  AllocationWatch() : before_(Kokkos::Tools::Experimental::get_callbacks()) {
    living() = {};
    using namespace Kokkos::Tools;
    Experimental::set_allocate_data_callback([](SpaceHandle, const char*, const void*, std::uint64_t bytes) {
      living().bytes += static_cast<Offset>(bytes);
      ++living().count;
    });
    Experimental::set_deallocate_data_callback([](SpaceHandle, const char*, const void*, std::uint64_t bytes) {
      living().bytes -= static_cast<Offset>(bytes);
      --living().count;
    });
  }
  ~AllocationWatch() { Kokkos::Tools::Experimental::set_callbacks(before_); }
  AllocationWatch(const AllocationWatch&) = delete;
  AllocationWatch& operator=(const AllocationWatch&) = delete;

  [[nodiscard]] static LivingArrays& living() {
    static LivingArrays arrays;
    return arrays;
  }

 private:
  Kokkos::Tools::Experimental::EventSet before_;
};

using MakeMatrix = std::function<std::unique_ptr<LocalMatrix>()>;

/// `make` must not leave any array but the matrix's.
void check_bytes(const MakeMatrix& make) {
  make();  // what Kokkos allocates for its own use stays
  const AllocationWatch watch;
  const auto matrix = make();
  const LivingArrays living = AllocationWatch::living();
  CHECK(living.count > 0);
  CHECK(matrix->allocated_bytes() <= living.bytes);
  CHECK(living.bytes < matrix->allocated_bytes() + 8 * living.count);  // each a whole number of eight bytes
}

constexpr LocalIndex sample_rows = 1203;

/// Some parts end within groups and chunks.
const std::vector<LocalIndex> sample_parts{0, 500, sample_rows};

/// Points with `block` unknowns each.
CrsArrays points_of(int block, int kind) {
  CrsArrays points = with_numbers(sample_rows, 100, kind, 91).arrays();
  Draw draw(92);
  std::vector<double> values(static_cast<std::size_t>(points.columns.extent(0)) * block * block);
  for (double& value : values) value = draw_number(draw, kind);
  points.block = block;
  points.values = to_device(values);
  return points;
}

}  // namespace

TEST_CASE("matrices count all that they allocate, with padding and tables", "[coded]") {
  if constexpr (!on_host) SKIP("Kokkos does not tell of the arrays of an emulated device");
  for (const int kind : {0, 2, 5, 7}) {
    const Sample sample = with_numbers(sample_rows, kind == 0 ? 40 : 1000, kind, 90);
    INFO("kind " << kind);
    check_bytes([&] { return make_crs(sample.arrays()); });
    for (const int chunk : sell_chunks) {
      INFO("chunks of " << chunk);
      check_bytes([&] { return make_sell(sample.arrays(), sample_parts, chunk); });
      for (const int block : block_sizes)
        check_bytes([&] { return make_sell_block(points_of(block, kind), sample_parts, chunk); });
    }
  }
}

TEST_CASE("coded matrices count all that they allocate, with padding and tables", "[coded]") {
  if constexpr (!on_host) SKIP("Kokkos does not tell of the arrays of an emulated device");
  for (const int kind : {0, 2, 5, 7})
    for (const Allowed allowed : {Allowed::all, Allowed::tables, Allowed::narrow}) {
      const Sample sample = with_numbers(sample_rows, kind == 0 ? 40 : 1000, kind, 90);
      INFO("kind " << kind);
      check_bytes([&] { return make_coded_crs(sample.arrays(), sample_parts, 0, allowed, Plain::dropped).matrix; });
      for (const int chunk : sell_chunks) {
        INFO("chunks of " << chunk);
        check_bytes(
            [&] { return make_coded_sell(sample.arrays(), sample_parts, chunk, allowed, Plain::dropped).matrix; });
        for (const int block : block_sizes)
          check_bytes([&] {
            return make_coded_sell_block(points_of(block, kind), sample_parts, chunk, allowed, Plain::dropped).matrix;
          });
      }
    }
}
