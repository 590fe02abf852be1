# The generated header "miniapp/version.hpp": looked at in every build, rewritten only when it would change.
set(version_folder "${PROJECT_BINARY_DIR}/generated")
set(version_header "${version_folder}/miniapp/version.hpp")

set(version_command "${CMAKE_COMMAND}"
  "-DSOURCE_DIR=${PROJECT_SOURCE_DIR}"
  "-DTEMPLATE=${CMAKE_CURRENT_LIST_DIR}/version.hpp.in"
  "-DHEADER=${version_header}"
  "-DNUMBER=${PROJECT_VERSION}"
  "-DCOMPILER=${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}"
  "-DCOMMANDS=${PROJECT_BINARY_DIR}/compile_commands.json"
  "-DBUILD_TYPE=${CMAKE_BUILD_TYPE}"
  -P "${CMAKE_CURRENT_LIST_DIR}/WriteVersionHeader.cmake")
add_custom_target(minikrylov_version COMMAND ${version_command} BYPRODUCTS "${version_header}" VERBATIM)

# Only who includes the header is compiled again when it changes.
get_target_property(miniapp_type minikrylov_miniapp TYPE)
if(miniapp_type STREQUAL "INTERFACE_LIBRARY")
  set(version_scope INTERFACE)
else()
  set(version_scope PUBLIC)
endif()
add_dependencies(minikrylov_miniapp minikrylov_version)
target_include_directories(minikrylov_miniapp ${version_scope} "$<BUILD_INTERFACE:${version_folder}>")
