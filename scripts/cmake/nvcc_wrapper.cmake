# Toolchain file of the cuda preset: compiles C++ through Kokkos's nvcc_wrapper.
find_program(NVCC_WRAPPER nvcc_wrapper
  HINTS "$ENV{Kokkos_ROOT}/bin" "${Kokkos_ROOT}/bin" "${CMAKE_CURRENT_LIST_DIR}/../../build/kokkos/cuda/bin")
if(NOT NVCC_WRAPPER)
  message(FATAL_ERROR "nvcc_wrapper was not found (it comes with a Kokkos built for CUDA): "
    "run scripts/setup.sh --preset cuda, or set Kokkos_ROOT.")
endif()
set(CMAKE_CXX_COMPILER "${NVCC_WRAPPER}")
