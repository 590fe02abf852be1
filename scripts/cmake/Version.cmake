# The generated version.cpp: checked in every build, rewritten only if it changes.
set(version_source "${PROJECT_BINARY_DIR}/generated/miniapp/version.cpp")
set(version_command "${CMAKE_COMMAND}"
  "-DSOURCE_DIR=${PROJECT_SOURCE_DIR}"
  "-DTEMPLATE=${CMAKE_CURRENT_LIST_DIR}/version.cpp.in"
  "-DSOURCE=${version_source}"
  "-DNUMBER=${PROJECT_VERSION}"
  "-DCOMPILER=${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}"
  "-DCOMMANDS=${PROJECT_BINARY_DIR}/compile_commands.json"
  "-DBUILD_TYPE=${CMAKE_BUILD_TYPE}"
  -P "${CMAKE_CURRENT_LIST_DIR}/WriteVersion.cmake")
add_custom_target(minikrylov_version COMMAND ${version_command} BYPRODUCTS "${version_source}" VERBATIM)
add_dependencies(minikrylov_miniapp minikrylov_version)
# A library of its own, so that a new commit recompiles nothing else.
set_source_files_properties("${version_source}" PROPERTIES GENERATED ON SKIP_UNITY_BUILD_INCLUSION ON)
target_sources(minikrylov_miniapp PRIVATE "${version_source}")
