// User settings of `minikrylov tune`: none.
#pragma once

namespace minikrylov {

struct TuneOptions {};

}  // namespace minikrylov
