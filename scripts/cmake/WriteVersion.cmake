# Writes SOURCE from TEMPLATE with the current state of git and of the compile COMMANDS, unless nothing has changed.
set(git_hash unknown)
set(git_state unknown)
find_program(GIT_PROGRAM git)
if(GIT_PROGRAM AND EXISTS "${SOURCE_DIR}/.git")
  execute_process(COMMAND "${GIT_PROGRAM}" -C "${SOURCE_DIR}" rev-parse HEAD
    RESULT_VARIABLE failed OUTPUT_VARIABLE hash OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(NOT failed)
    set(git_hash "${hash}")
    # Untracked files may be results, so they do not count as a modification.
    execute_process(
      COMMAND "${GIT_PROGRAM}" -C "${SOURCE_DIR}" --no-optional-locks status --porcelain --untracked-files=no
      RESULT_VARIABLE failed OUTPUT_VARIABLE changes ERROR_QUIET)
    if(NOT failed AND changes STREQUAL "")
      set(git_state clean)
    elseif(NOT failed)
      set(git_state modified)
    endif()
  endif()
endif()

# The flags of the kernels (CMake's, Kokkos's and ours) without those that name files.
set(flags unknown)
if(EXISTS "${COMMANDS}")
  file(STRINGS "${COMMANDS}" lines REGEX "\"command\": .* -o [^ ]*minikrylov_kernels\\.dir/")
  list(LENGTH lines count)
  if(count GREATER 0)
    list(GET lines 0 flags)
    string(REGEX REPLACE "^ *\"command\": \"|\",? *$" "" flags "${flags}")
    string(REGEX REPLACE " -(o|c|isystem) [^ ]+| -[ID][^ ]+" "" flags "${flags}")
    string(REGEX REPLACE "^([^- ][^ ]* +)+" "" flags "${flags}")
    string(REGEX REPLACE "[\\\"]" "" flags "${flags}")
    string(STRIP "${flags}" flags)
  endif()
endif()
configure_file("${TEMPLATE}" "${SOURCE}" @ONLY)
