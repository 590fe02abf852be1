// What a fuzzed reader provides.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// Reads `data`; aborts if what comes of it is wrong. libFuzzer's name, so that it can drive the same function.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace minikrylov {

/// Sound files, from which inputs are made.
[[nodiscard]] std::vector<std::string> fuzz_samples();

/// How inputs ended.
[[nodiscard]] std::string fuzz_summary();

/// What a reader needs before the first input and after the last.
void start_fuzzing(int& argc, char** argv);
void stop_fuzzing();

}  // namespace minikrylov
