// What a user asks for of `minikrylov solve`: one structure for each stage of a run, together. No stage takes them all.
#pragma once
#include "miniapp/settings/matrix_options.hpp"
#include "miniapp/settings/method_options.hpp"
#include "miniapp/settings/network_options.hpp"
#include "miniapp/settings/output_options.hpp"
#include "miniapp/settings/problem_options.hpp"

namespace minikrylov {

struct RunOptions {
  int repetitions = 5;  ///< timed solves of each method, at least
  int warm_up = 1;      ///< solves before them, not timed
  Detail detail = Detail::off;
  std::optional<double> equal_accuracy{};  ///< set: time until ‖b - A x‖ ≤ so much ‖b‖, whatever the method computes
  double minimum_seconds = 0;              ///< further timed solves until all together took so long
};

/// A `solve` job that makes sense.
struct SolveOptions {
  ProblemOptions problem;
  PartitionOptions partition;
  HaloOptions halo;
  MatrixOptions matrix;
  OrderingOptions ordering;
  MethodOptions method;
  RunOptions run;
  NetworkOptions network;
  OutputOptions output;
};

}  // namespace minikrylov
