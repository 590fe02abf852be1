# The program as SMPI wants it: a module of which smpirun loads a copy for each rank, so that each has its own global variables.
add_library(minikrylov MODULE miniapp/main.cpp)
set_target_properties(minikrylov PROPERTIES PREFIX "" SUFFIX "" LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
# A symbol that copies could find in one another would be shared by their ranks; and small copies load fast.
file(WRITE "${PROJECT_BINARY_DIR}/main_only.map" "{ global: main; local: *; };\n")
target_link_options(minikrylov PRIVATE
  -Wl,--version-script=${PROJECT_BINARY_DIR}/main_only.map -Wl,--gc-sections -Wl,-s -Wl,-z,defs)
