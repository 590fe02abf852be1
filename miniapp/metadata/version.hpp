// What was built, from what and how. The values are written anew in every build that changes them.
#pragma once

namespace minikrylov::version {

extern const char* const number;
extern const char* const git_hash;        ///< the commit, or "unknown" outside a repository
extern const char* const git_state;       ///< "clean", "modified" or "unknown"
extern const char* const compiler;        ///< name and version
extern const char* const compiler_flags;  ///< of the kernels, without what names a file
extern const char* const build_type;

}  // namespace minikrylov::version
