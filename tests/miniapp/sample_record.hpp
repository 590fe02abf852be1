// A record with a value in every field.
#pragma once
#include "miniapp/solve/record.hpp"

namespace minikrylov {

inline SolveRecord sample_solve(const std::string& method) {
  SolveRecord s;
  s.method = method;
  s.preconditioner = PreconditionerChoice::jacobi;
  s.ranks = 2;
  s.threads = 3;
  s.rhs = 2;
  s.rows = 1000;
  s.nonzeros = 6400;
  s.rtol = 1e-8;
  s.iterations = 3;
  s.outcome = Ending::converged;
  s.relative_residual = 5e-9;
  s.true_relative_residual = 6e-9;
  s.error = 7e-9;
  s.setup_seconds = 0.5;
  s.solve_seconds = {0.3, 0.1, 0.2};
  s.iteration_seconds = {3, {1, 2, 3, 4, 5, 6, 7, 8, 9}};
  s.triads_beside = {19e9, 20e9, 21e9};
  s.products_beside = {{0.01, 0.02, 0.03}};
  s.applications_beside = {{0.001, 0.002, 0.003}};
  s.update_bytes_per_second = 26e9;
  s.working_set_updates_per_second = 28e9;
  s.predicted_seconds_per_iteration = 0.25;
  s.work_vectors = 4;
  s.vector_bytes = 96000;
  s.vectors_read = 7;
  s.vectors_written = 3;
  s.vectors_filled = 1;
  s.tile_pass_seconds = 0.03;
  s.tile_gain_products = 5;
  s.tile_gain_triad = 18e9;
  s.basis = BasisKind::newton;
  s.progress_calls_per_loop = 30;
  s.launches = 2;
  s.products = 1;
  s.preconditions = 1;
  s.reductions_started = 2;
  s.outcomes = {Ending::converged, Ending::stagnated};
  s.iterations_of = {3, 2};
  s.residual_history = {2, {1, 2, 0.1, 0.2, 0.01, 0.02}};
  s.true_residual_history = {2, {1, 2, 0.1, 0.2, 0.01, 0.03}};
  s.timeline = {{1, TraceTrack::sum_wait, "(p,q)", 0.25, 0.5}};
  s.kernels = {{"q = A p, (p,q)", 3, 0.6, 4.8e9, 1.2e9, 1e9}, {"z = M⁻¹ r, (r,z)", 4, 0.2, 1e9, 1e9, 0.5e9}};
  s.reductions = {{"γ δ", 6, 12, 0.15, 0.05, 0.3}};
  s.restarts = 1;
  s.true_residual_in_norm = 6.5e-9;
  s.triad_bytes_per_second = 20e9;
  s.progress = ProgressKind::manual;
  s.progress_calls = 11;
  s.progress_seconds = 2e-6;
  return s;
}

inline Record sample_record() {
  Record r;
  r.run = {.version = "1.2.3",
           .git_hash = "abc",
           .git_state = "clean",
           .compiler = "GNU 12",
           .compiler_flags = "-O3",
           .build_type = "Release",
           .date = "2026-11-21T03:32:32Z",
           .command_line = "minikrylov solve",
           .mpi_library = "Some MPI 4",
           .thread_level = "funneled",
           .device = "OpenMP",
           .kokkos_configuration = "Kokkos\nin its own words",
           .hosts = {"a", "b"},
           .ranks = 2,
           .threads = 3,
           .binding = {"a: 0-1", "b: 0-1"},
           .processor = "Fast CPU",
           .packages = 1,
           .cores = 4,
           .hardware_threads = 8,
           .l1_bytes = 32768,
           .l2_bytes = 2097152,
           .l3_bytes = 31457280,
           .memory_bytes = 17179869184,
           .triad_bytes_per_second = 20e9,
           .emulated_latency = 50e-6,
           .emulated_bandwidth = 10e9,
           .emulated_noise = 20e-6,
           .simulated = "SimGrid 3.32; cluster: 4 nodes"};
  r.problem = {.problem = ProblemKind::convection_diffusion,
               .size = GridSize{10, 20, 5},
               .matrix_file = {},
               .peclet = 100,
               .rows = 1000,
               .nonzeros = 6400,
               .assembly_seconds = 0.001,
               .ranks_grid = GridSize{1, 2, 1},
               .rows_minimum = 500,
               .rows_maximum = 500,
               .ghosts_maximum = 50,
               .neighbours_maximum = 1};
  r.matrix = {.format = MatrixFormat::sell,
              .chunk = 8,
              .sigma = 64,
              .ordering = OrderingChoice::natural,
              .stored_entries = 6500,
              .bytes = 78000,
              .sigmas = {},
              .padding = 1.015625,
              .setup_seconds = 0.002,
              .product_moved_bytes_per_second = 17e9,
              .product_bytes_per_second = 19e9,
              .product_triad_bytes_per_second = 21e9,
              .product_seconds = 0.125,
              .product_update_bytes_per_second = 27e9};
  r.solves = {sample_solve("pcg"), sample_solve("pbicgstab")};
  return r;
}

/// The first line of a printed report with this beginning, or nothing.
inline std::string line_with(const std::string& text, const std::string& start) {
  const std::size_t at = text.find(start);
  return at == std::string::npos ? "" : text.substr(at, text.find('\n', at) - at);
}

}  // namespace minikrylov
