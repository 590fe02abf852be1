// The interface of a fuzzed reader.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// Reads `data`; aborts if the outcome is wrong. Named as libFuzzer expects, so that it can drive the same function.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace minikrylov {

/// Valid files from which inputs are derived.
[[nodiscard]] std::vector<std::string> fuzz_samples();

/// The outcomes of the inputs so far.
[[nodiscard]] std::string fuzz_summary();

/// What a reader needs before the first input and after the last.
void start_fuzzing(int& argc, char** argv);
void stop_fuzzing();

}  // namespace minikrylov
