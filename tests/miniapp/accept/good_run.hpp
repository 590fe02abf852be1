// Records of an acceptance run as the rules want it.
#pragma once

#include "miniapp/accept/merit.hpp"
#include "miniapp/accept/record.hpp"
#include "miniapp/accept/workloads.hpp"

namespace minikrylov {

/// A method whose whole solves take these seconds, and were timed three times for `timed` iterations; 200 bytes per
/// second of triad.
inline TimedMethod method_of(const char* method, int iterations, double seconds, int timed) {
  SolveRecord solve;
  solve.method = method;
  solve.rows = 1000;
  solve.rhs = 2;
  solve.iterations = iterations;
  solve.triad_bytes_per_second = 200;
  solve.bytes_per_iteration = 600;
  TimedMethod both{solve, solve};
  const double share = static_cast<double>(timed) / iterations;
  both.timed.iterations = timed;
  both.timed.solve_seconds = {10 * seconds * share, seconds * share, seconds * share};
  return both;
}

inline TimedMethod method_of(const char* method, int iterations, double seconds) {
  return method_of(method, iterations, seconds, iterations);
}

/// A record of a run as the rules want it.
inline AcceptRecord good_run() {
  AcceptRecord record;
  record.run.build_type = "Release";
  record.run.device = "OpenMP";
  record.run.compiler_flags = "-O3 -march=native";
  record.asked_seconds = 60;
  record.timed_seconds = 61;
  record.expected_seconds = 100;
  record.phases = {{"set-up", 30}, {"timed sets", 61}, {"closing checks", 19}};
  record.checks = {{.problem = "poisson3d-7", .check = "xᵀAy = yᵀAx", .finding = "1e-16", .wanted = "at most 1e-12"},
                   {.problem = "poisson3d-fvm",
                    .check = "iterations",
                    .finding = "-",
                    .wanted = "known for one rank",
                    .result = CheckResult::left_out}};
  for (const Part& part : parts_of_merit()) {
    record.parts.push_back(part_row(name_of(part), part.scale, method_of("pcg", 10, 2), method_of("pipecg", 11, 1)));
    record.solves.push_back(method_of("pcg", 10, 2).timed);
    record.solves.push_back(method_of("pipecg", 11, 1).timed);
  }
  const Merit merit = figure_of_merit(record.parts);
  record.bytes_per_second = merit.bytes_per_second;
  record.unknowns_per_second = merit.unknowns_per_second;
  return record;
}

}  // namespace minikrylov
