// Catch2's macros without the pragmas in them. nvcc includes this first in every file of a test program: with them,
// cudafe++ of CUDA 13.0 does not end on some files that restore warnings in a function defined in its class (REQUIRE
// there) and suppress one later (TEST_CASE).
#pragma once
#include <catch2/catch_test_macros.hpp>

#undef CATCH_INTERNAL_START_WARNINGS_SUPPRESSION
#undef CATCH_INTERNAL_STOP_WARNINGS_SUPPRESSION
#undef CATCH_INTERNAL_SUPPRESS_UNUSED_VARIABLE_WARNINGS
#define CATCH_INTERNAL_START_WARNINGS_SUPPRESSION
#define CATCH_INTERNAL_STOP_WARNINGS_SUPPRESSION
#define CATCH_INTERNAL_SUPPRESS_UNUSED_VARIABLE_WARNINGS
