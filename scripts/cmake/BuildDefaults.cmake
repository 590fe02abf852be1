# How every target is compiled: build type, ccache, and the interface targets that carry our flags.
get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
if(NOT CMAKE_BUILD_TYPE AND NOT multi_config)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release, RelWithDebInfo or MinSizeRel" FORCE)
endif()
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_CXX_EXTENSIONS OFF)
# Kokkos' headers take longer to compile than our files, so files are compiled together. OFF helps when editing them.
option(CMAKE_UNITY_BUILD "Compile several files together" ON)
set(CMAKE_UNITY_BUILD_BATCH_SIZE 16 CACHE STRING "Number of files compiled together")

find_program(CCACHE_PROGRAM ccache)
mark_as_advanced(CCACHE_PROGRAM)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
endif()

# Results are promised bit for bit, so compilers must not contract a*b+c: -ffp-contract=off, --fmad=false.
# These two flags also apply to users of the installed headers; the warnings do not.
add_library(minikrylov_flags INTERFACE)
target_compile_features(minikrylov_flags INTERFACE cxx_std_20)
target_include_directories(minikrylov_flags INTERFACE
  "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>" "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/minikrylov>")
if(MINIKRYLOV_DEVICE_ON_HOST)
  target_compile_definitions(minikrylov_flags INTERFACE MINIKRYLOV_DEVICE_ON_HOST)
endif()
get_filename_component(compiler_name "${CMAKE_CXX_COMPILER}" NAME)
if(compiler_name STREQUAL "nvcc_wrapper")
  set(MINIKRYLOV_ARITHMETIC_FLAGS -ffp-contract=off --fmad=false)
  # fmt 9 assumes that nvcc has consteval but not constexpr; the opposite is true.
  target_compile_definitions(minikrylov_flags INTERFACE FMT_USE_CONSTEXPR=1 FMT_CONSTEVAL=)
else()
  set(MINIKRYLOV_ARITHMETIC_FLAGS -ffp-contract=off)
endif()
target_compile_options(minikrylov_flags INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:${MINIKRYLOV_ARITHMETIC_FLAGS}>")

add_library(minikrylov_warnings INTERFACE)
target_compile_options(minikrylov_warnings INTERFACE -Wall -Wextra -Wshadow)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC's own AVX-512 headers and std::string trigger these (GCC bugs 105593 and 105651).
  target_compile_options(minikrylov_warnings INTERFACE -Wno-maybe-uninitialized -Wno-restrict)
endif()
if(MINIKRYLOV_WARNINGS_AS_ERRORS)
  target_compile_options(minikrylov_warnings INTERFACE -Werror)
endif()
if(compiler_name STREQUAL "nvcc_wrapper")
  # A kernel that calls a host function does nothing there, and nvcc only warns.
  target_compile_options(minikrylov_warnings INTERFACE
    "SHELL:-Xcudafe --diag_error=20011" "SHELL:-Xcudafe --diag_error=20014")
endif()
