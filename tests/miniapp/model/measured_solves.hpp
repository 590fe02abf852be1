// A machine and a solve whose times are easily worked out by hand.
#pragma once
#include "miniapp/model/measured/measured.hpp"

namespace minikrylov::test {

/// 1 GB/s everywhere; a sum takes 1 ms and a halo exchange 0.1 ms, whatever their sizes.
inline MachineModel millisecond_machine() {
  MachineModel m;
  m.memory_bandwidth = m.memory_read_bandwidth = m.cache_bandwidth = 1e9;
  m.cache_bytes = 1;
  m.global = {1e-3, 0, 1, 0};
  m.local_short = m.local_long = {1e-4, 0, 1, 0};
  return m;
}

/// Four vectors of 8 MB and a product of 84 MB + x and y: 32 ms and 100 ms at 1 GB/s, on two ranks.
inline MeasuredSolve millisecond_solve(const char* method) {
  MeasuredSolve s;
  s.method = method;
  s.preconditioner = "none";
  s.formulation = "merged";
  s.grouping = "minimum";
  s.reduction = "nonblocking";
  s.norm = "unpreconditioned";
  s.ranks = 2;
  s.rows = 1000000;
  s.matrix_bytes = 84e6;
  s.vectors_read = 3;
  s.vectors_written = 1;
  s.products = 1;
  s.neighbours = 1;
  s.repetitions = {{.seconds = 0.1}};
  return s;
}

/// Half of its vectors before a product that hides a sum, half after it.
inline const MethodShape hiding{.steps = {{.vectors = 2},
                                          {.kind = ModelStep::Kind::sum_starts, .values = 3},
                                          {.products = 1},
                                          {.kind = ModelStep::Kind::sum_finishes},
                                          {.vectors = 2}}};

/// The values of all sums of a shape.
inline int values_of(const MethodShape& shape) {
  int sum = 0;
  for (const ModelStep& step : shape.steps) sum += step.values;
  return sum;
}

/// Two right-hand sides with 1000 rows on one rank: vectors of 16 kB and a matrix of 60 kB.
inline MeasuredSolve solve_on_one_rank() {
  MeasuredSolve s = millisecond_solve("cg");
  s.ranks = 1;
  s.rows = 1000;
  s.rhs = 2;
  s.matrix_bytes = 60000;
  return s;
}

inline double by_transfer(const MeasuredSolve& s, const MethodShape& shape, const MachineModel& m) {
  return predicted_seconds(s, shape, m, TimeModel::data_transfer);
}

}  // namespace minikrylov::test
