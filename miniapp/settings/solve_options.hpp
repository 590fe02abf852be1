// User settings of `minikrylov solve`: one structure per stage of a run. No stage receives all of them.
#pragma once
#include "miniapp/settings/matrix_options.hpp"
#include "miniapp/settings/method_options.hpp"
#include "miniapp/settings/network_options.hpp"
#include "miniapp/settings/output_options.hpp"
#include "miniapp/settings/problem_options.hpp"
#include "miniapp/settings/tune_options.hpp"
#include "miniapp/settings/vector_options.hpp"

namespace minikrylov {

struct RunOptions {
  int repetitions = 5;  ///< minimum number of timed solves per method
  int warm_up = 1;      ///< untimed solves before them
  Detail detail = Detail::off;
  std::optional<double> equal_accuracy{};  ///< set: time until ‖b - A x‖ ≤ this times ‖b‖, whatever the recurrence says
  double minimum_seconds = 0;              ///< repeat timed solves until their total time reaches this
  double span_seconds = 0;  ///< repeat timed solves until this much time has passed, including what surrounds them
};

/// A consistent `solve` job.
struct SolveOptions {
  ProblemOptions problem;
  VectorOptions vectors;
  PartitionOptions partition;
  HaloOptions halo;
  MatrixOptions matrix;
  Tune tune = Tune::off;
  OrderingOptions ordering;
  MethodOptions method;
  RunOptions run;
  NetworkOptions network;
  OutputOptions output;
  std::string job_file{};  ///< of --config; empty: none
};

}  // namespace minikrylov
