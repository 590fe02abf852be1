// User settings of the tuning to the processor.
#pragma once
#include "miniapp/settings/named.hpp"

namespace minikrylov {

/// Where the Tuning of a run comes from.
enum class Tune { off, automatic, full };
template <> struct Names<Tune> {
  static constexpr std::string_view noun = "tuning";
  static constexpr std::array table = {
      Name<Tune>{"off", Tune::off,
                 "the defaults, at most a tenth slower than the best on the processors measured so far"},
      Name<Tune>{"auto", Tune::automatic,
                 "what an earlier run of this version measured on this processor, or a measurement of a second"},
      Name<Tune>{"full", Tune::full, "measured now, with more candidates, for later runs, too"},
  };
};

}  // namespace minikrylov
