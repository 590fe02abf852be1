# Compiles the methods' source texts into the program, which shows what it runs; regenerated when one changes.
file(GLOB method_files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/miniapp/methods/*.cpp")
set(method_texts "${PROJECT_BINARY_DIR}/generated/miniapp/method_texts.cpp")
add_custom_command(OUTPUT "${method_texts}"
  COMMAND "${CMAKE_COMMAND}" "-DFOLDER=${PROJECT_SOURCE_DIR}/miniapp/methods" "-DOUTPUT=${method_texts}"
    -P "${CMAKE_CURRENT_LIST_DIR}/WriteMethodTexts.cmake"
  DEPENDS ${method_files} "${CMAKE_CURRENT_LIST_DIR}/WriteMethodTexts.cmake"
  COMMENT "Writing the texts of the methods" VERBATIM)
set_source_files_properties("${method_texts}" PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
target_sources(minikrylov_miniapp PRIVATE "${method_texts}")
# Written for a target that needs no library, so that nothing else of miniapp is compiled only after all of kernels.
add_custom_target(minikrylov_method_texts DEPENDS "${method_texts}")
add_dependencies(minikrylov_miniapp minikrylov_method_texts)
