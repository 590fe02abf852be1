// All that a method's file needs: statements on vectors, sums over ranks, and the judge who says when to stop.
#pragma once
#include "miniapp/methods/running/env.hpp"
#include "miniapp/methods/running/global_sums.hpp"
