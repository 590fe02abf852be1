# All dependencies; each refusal names what is missing and what to do about it.
set(MINIKRYLOV_KOKKOS_FALLBACK "${PROJECT_SOURCE_DIR}/build/kokkos/openmp" CACHE PATH
  "Where scripts/setup.sh left a Kokkos of its own; asked only when find_package finds no other")
set(MINIKRYLOV_KOKKOS_DEVICES "" CACHE STRING "Kokkos devices that this build requires, for example CUDA")

# An installed Kokkos takes precedence: one named by the user through find_package's order; and if one is on the system's
# paths, setup.sh provides none. Both libraries must come from the same place.
find_package(Kokkos 4.7 QUIET HINTS "${MINIKRYLOV_KOKKOS_FALLBACK}")
if(Kokkos_FOUND)
  file(REAL_PATH "${MINIKRYLOV_KOKKOS_FALLBACK}" fallback)
  string(FIND "${Kokkos_DIR}" "${fallback}/" position)
  string(FIND "${Kokkos_DIR}" "${MINIKRYLOV_KOKKOS_FALLBACK}/" link_position)
  if(position EQUAL 0 OR link_position EQUAL 0)
    find_package(KokkosKernels QUIET PATHS "${MINIKRYLOV_KOKKOS_FALLBACK}" NO_DEFAULT_PATH)
  else()
    find_package(KokkosKernels QUIET)
  endif()
endif()
if(NOT (Kokkos_FOUND AND KokkosKernels_FOUND))
  message(FATAL_ERROR "Kokkos 4.7 or later with Kokkos Kernels was not found (neither installed, nor in "
    "${MINIKRYLOV_KOKKOS_FALLBACK}): run scripts/setup.sh, or set Kokkos_ROOT and KokkosKernels_ROOT.")
endif()
foreach(device IN LISTS MINIKRYLOV_KOKKOS_DEVICES)
  if(NOT device IN_LIST Kokkos_DEVICES)
    message(FATAL_ERROR "The Kokkos in ${Kokkos_DIR} has no ${device} (it has ${Kokkos_DEVICES}): "
      "set Kokkos_ROOT to one that has, or run scripts/setup.sh with this preset.")
  endif()
endforeach()
message(STATUS "Kokkos ${Kokkos_VERSION} (${Kokkos_DEVICES}) in ${Kokkos_DIR}")

find_package(fmt REQUIRED)
find_package(CLI11 REQUIRED)
find_package(ZLIB REQUIRED)
set(MINIKRYLOV_HWLOC "")
if(MINIKRYLOV_ENABLE_HWLOC)
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(HWLOC REQUIRED IMPORTED_TARGET hwloc)
  set(MINIKRYLOV_HWLOC PkgConfig::HWLOC)
endif()

set(MINIKRYLOV_MPI "")
if(MINIKRYLOV_ENABLE_MPI)
  find_package(MPI 3.1 REQUIRED COMPONENTS C)
  # Only the C interface: since MPI 3.0 there is no C++ interface.
  target_compile_definitions(MPI::MPI_C INTERFACE OMPI_SKIP_MPICXX=1 MPICH_SKIP_MPICXX=1)
  set(MINIKRYLOV_MPI MPI::MPI_C)
endif()

# Optional: without METIS, matrices are partitioned in blocks.
set(MINIKRYLOV_METIS "")
if(MINIKRYLOV_ENABLE_METIS)
  find_path(MINIKRYLOV_METIS_INCLUDE metis.h)
  find_library(MINIKRYLOV_METIS_LIBRARY metis)
  mark_as_advanced(MINIKRYLOV_METIS_INCLUDE MINIKRYLOV_METIS_LIBRARY)
  if(MINIKRYLOV_METIS_INCLUDE AND MINIKRYLOV_METIS_LIBRARY)
    set(MINIKRYLOV_METIS "${MINIKRYLOV_METIS_LIBRARY}")
  else()
    message(STATUS "METIS was not found: matrices are partitioned in blocks (install libmetis-dev for METIS)")
    set(MINIKRYLOV_ENABLE_METIS OFF)
  endif()
endif()

set(MINIKRYLOV_HDF5 "")
if(MINIKRYLOV_ENABLE_HDF5)
  find_package(HDF5 REQUIRED COMPONENTS C)
  set(MINIKRYLOV_HDF5 hdf5::hdf5)
  if(HDF5_IS_PARALLEL)  # its header includes mpi.h
    list(APPEND MINIKRYLOV_HDF5 ${MINIKRYLOV_MPI})
  endif()
endif()

if(MINIKRYLOV_ENABLE_TESTS)
  find_package(Catch2 3 REQUIRED)
endif()
