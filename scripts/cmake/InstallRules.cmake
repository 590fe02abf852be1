# What `cmake --install` installs, so that other projects can find_package(MiniKrylov).
include(CMakePackageConfigHelpers)
set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/MiniKrylov")

install(
  TARGETS minikrylov_library minikrylov_flags minikrylov_device minikrylov_kernels minikrylov_problems minikrylov_comm minikrylov_miniapp
  EXPORT MiniKrylovTargets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
if(TARGET minikrylov)
  install(TARGETS minikrylov RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()
foreach(room IN ITEMS device kernels problems comm miniapp)
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/${room}" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/minikrylov"
    FILES_MATCHING PATTERN "*.hpp")
endforeach()

install(EXPORT MiniKrylovTargets NAMESPACE MiniKrylov:: DESTINATION "${package_folder}")
# Not through the link in this checkout.
file(REAL_PATH "${Kokkos_DIR}" kokkos_folder)
file(REAL_PATH "${KokkosKernels_DIR}" kokkos_kernels_folder)
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/MiniKrylovConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/MiniKrylovConfig.cmake"
  INSTALL_DESTINATION "${package_folder}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/MiniKrylovConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/MiniKrylovConfig.cmake" "${PROJECT_BINARY_DIR}/MiniKrylovConfigVersion.cmake"
  DESTINATION "${package_folder}")
