// The includes of method files: statements on vectors, global sums, and the stopping test.
#pragma once
#include "miniapp/methods/running/block_gap.hpp"
#include "miniapp/methods/running/env.hpp"
#include "miniapp/methods/running/global_sums.hpp"
#include "miniapp/methods/running/gram_sums.hpp"
#include "miniapp/methods/running/intermediate_step.hpp"
#include "miniapp/methods/running/pipelined_gap.hpp"
#include "miniapp/methods/running/reliable_updates.hpp"
