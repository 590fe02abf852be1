// No simulation: ranks and time are real.
#include "comm/runtime/simulation.hpp"

#include <chrono>
#include <thread>

namespace minikrylov {

std::string simulator() { return ""; }

SimulatedKernels::SimulatedKernels(ProgressHook& hook, double /*bytes_per_second*/) : hook_(hook) {}

SimulatedKernels::~SimulatedKernels() { hook_.keep_time_by(nullptr); }

void pause(double seconds) { std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); }

}  // namespace minikrylov
