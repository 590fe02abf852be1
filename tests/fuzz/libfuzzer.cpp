// Lets libFuzzer make the inputs: it begins with our samples, which go to an empty folder that it is given.
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/fuzz/inputs.hpp"

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  using namespace minikrylov;
  start_fuzzing(*argc, *argv);
  const std::filesystem::path corpus = (*argv)[*argc - 1];
  if (!std::filesystem::is_directory(corpus) || !std::filesystem::is_empty(corpus)) return 0;
  int number = 0;
  for (const std::string& sample : fuzz_samples())
    std::ofstream(corpus / ("sample-" + std::to_string(number++)), std::ios::binary) << sample;
  return 0;
}
