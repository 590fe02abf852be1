// The machine as reported by hwloc and the operating system.
#include "miniapp/metadata/machine.hpp"

#include <fmt/format.h>
#include <hwloc.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

namespace minikrylov {
namespace {

class Topology {
 public:
  Topology() {
    if (hwloc_topology_init(&topology_) != 0 || hwloc_topology_load(topology_) != 0)
      throw std::runtime_error("hwloc cannot read the topology of this machine");
  }
  ~Topology() { hwloc_topology_destroy(topology_); }
  Topology(const Topology&) = delete;
  Topology& operator=(const Topology&) = delete;

  [[nodiscard]] int count(hwloc_obj_type_t type) const {
    return std::max(0, hwloc_get_nbobjs_by_type(topology_, type));
  }
  [[nodiscard]] std::int64_t cache_bytes(hwloc_obj_type_t type) const {
    const hwloc_obj_t cache = hwloc_get_obj_by_type(topology_, type, 0);
    return cache == nullptr ? 0 : static_cast<std::int64_t>(cache->attr->cache.size);
  }
  [[nodiscard]] std::string caches() const {
    const Bitmap threads = bound();
    std::string lines;
    for (const hwloc_obj_type_t type : {HWLOC_OBJ_L2CACHE, HWLOC_OBJ_L3CACHE})
      for (int k = 0; k < count(type); ++k) {
        const hwloc_obj_t cache = hwloc_get_obj_by_type(topology_, type, static_cast<unsigned>(k));
        if (threads != nullptr && hwloc_bitmap_intersects(cache->cpuset, threads.get()) == 0) continue;
        lines += fmt::format("L{}#{} {}\n", type == HWLOC_OBJ_L2CACHE ? 2 : 3, k, cache->attr->cache.size);
      }
    return lines;
  }
  [[nodiscard]] std::string processor() const {
    const hwloc_obj_t package = hwloc_get_obj_by_type(topology_, HWLOC_OBJ_PACKAGE, 0);
    const char* model = package == nullptr ? nullptr : hwloc_obj_get_info_by_name(package, "CPUModel");
    return model == nullptr ? "unknown" : model;
  }
  [[nodiscard]] std::string binding() const {
    const Bitmap threads = bound();
    if (threads == nullptr) return "unknown";
    char text[256] = "";
    hwloc_bitmap_list_snprintf(text, sizeof text, threads.get());
    return text;
  }

 private:
  using Bitmap = std::unique_ptr<hwloc_bitmap_s, void (*)(hwloc_bitmap_t)>;

  /// The hardware threads that this process may use; null where that is not known.
  [[nodiscard]] Bitmap bound() const {
    Bitmap threads(hwloc_bitmap_alloc(), hwloc_bitmap_free);
    if (hwloc_get_cpubind(topology_, threads.get(), HWLOC_CPUBIND_PROCESS) != 0) threads.reset();
    return threads;
  }

  hwloc_topology_t topology_ = nullptr;
};

}  // namespace

Machine describe_machine() {
  const Topology topology;
  return {.processor = topology.processor(),
          .packages = topology.count(HWLOC_OBJ_PACKAGE),
          .cores = topology.count(HWLOC_OBJ_CORE),
          .hardware_threads = topology.count(HWLOC_OBJ_PU),
          .l1_bytes = topology.cache_bytes(HWLOC_OBJ_L1CACHE),
          .l2_bytes = topology.cache_bytes(HWLOC_OBJ_L2CACHE),
          .l3_bytes = topology.cache_bytes(HWLOC_OBJ_L3CACHE),
          .memory_bytes = std::int64_t{sysconf(_SC_PHYS_PAGES)} * sysconf(_SC_PAGESIZE),
          .caches = topology.caches(),
          .binding = topology.binding()};
}

}  // namespace minikrylov
