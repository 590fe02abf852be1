// The predefined machines, from the figures that the papers give.
#include "miniapp/model/machine/machine.hpp"

namespace minikrylov {
namespace {

constexpr ShippedMachine machines[] = {
    {"lomonosov", R"(# Krasnopolsky 2019: two Xeon X5570 per node, InfiniBand QDR, 8 ranks per node.
name = "lomonosov"
source = "Krasnopolsky 2019: equations (8) and (11), table 7; memory bandwidth of a node from tables 5 and 6"
# table 7 gives 16 GB/s and 46 GB/s per processor; the model entries of table 5 correspond to 33.8 GB/s per node
memory-bandwidth = 33.8e9
memory-read-bandwidth = 33.8e9
cache-bandwidth = 92e9
cache-bytes = 16e6
ranks-per-node = 8
local-short-bytes = 2048
local-short-c0 = 2.4e-6
local-short-c1 = 6.9e-8
local-short-n0 = 0.56
local-long-c0 = 3.2e-6
local-long-c1 = 2e-9
local-long-n0 = 1
global-c0 = 3.5e-6
global-c1 = 1.7e-6
global-n0 = 0.21
global-n1 = 0.54
gamma = 1
# LogGP of InfiniBand QDR: nominal, not in the paper
loggp-latency = 1.5e-6
loggp-overhead = 0.5e-6
loggp-gap-per-byte = 0.3e-9
loggp-overhead-per-byte = 0.1e-9
)"},
    {"lomonosov-2", R"(# Krasnopolsky 2019: one Xeon E5-2697v3 per node, InfiniBand FDR, 14 ranks per node.
name = "lomonosov-2"
source = "Krasnopolsky 2019: table 7; memory bandwidth from table 6; communication as fitted on Lomonosov"
memory-bandwidth = 62.9e9
memory-read-bandwidth = 62.9e9
cache-bandwidth = 288e9
cache-bytes = 35e6
ranks-per-node = 14
# the paper fits Lomonosov only: calibrate, or use these as estimates
local-short-bytes = 2048
local-short-c0 = 2.4e-6
local-short-c1 = 6.9e-8
local-short-n0 = 0.56
local-long-c0 = 3.2e-6
local-long-c1 = 2e-9
local-long-n0 = 1
global-c0 = 3.5e-6
global-c1 = 1.7e-6
global-n0 = 0.21
global-n1 = 0.54
gamma = 1
loggp-latency = 1.2e-6
loggp-overhead = 0.4e-6
loggp-gap-per-byte = 0.17e-9
loggp-overhead-per-byte = 0.1e-9
)"},
    {"blue-waters",
     R"(# Eller and Gropp 2016 ran on Blue Waters, a Cray XE6; they measured with Netgauge and a STREAM benchmark, but
# publish no figures. These are nominal ones of two AMD 6276 and Gemini: replace them if you know better.
name = "blue-waters"
source = "nominal figures of a Cray XE6 node; Eller and Gropp 2016 give none"
memory-bandwidth = 70e9
memory-read-bandwidth = 70e9
cache-bandwidth = 200e9
cache-bytes = 32e6
ranks-per-node = 16
local-short-bytes = 4096
local-short-c0 = 3e-6
local-short-c1 = 5e-8
local-short-n0 = 0.56
local-long-c0 = 4e-6
local-long-c1 = 0.5e-9
local-long-n0 = 1
global-c0 = 5e-6
global-c1 = 1.2e-6
global-n0 = 0.21
global-n1 = 0.4
gamma = 0.3
loggp-latency = 1.5e-6
loggp-overhead = 0.9e-6
loggp-gap-per-byte = 0.2e-9
loggp-overhead-per-byte = 0.1e-9
noise = 2e-6
)"},
    {"odyssey-a64fx",
     R"(# Nakajima et al. 2022, table 1: Wisteria/BDEC-01 (Odyssey), A64FX, 48 cores and 32 GB per node, Tofu-D.
name = "odyssey-a64fx"
source = "Nakajima et al. 2022, table 1 (840 GB/s triad); communication not given there: nominal"
memory-bandwidth = 840e9
memory-read-bandwidth = 840e9
cache-bandwidth = 3600e9
cache-bytes = 32e6
ranks-per-node = 4
local-short-bytes = 4096
local-short-c0 = 1e-6
local-short-c1 = 3e-8
local-short-n0 = 0.56
local-long-c0 = 2e-6
local-long-c1 = 0.15e-9
local-long-n0 = 1
global-c0 = 3e-6
global-c1 = 1e-6
global-n0 = 0.21
global-n1 = 0.3
gamma = 1
loggp-latency = 0.5e-6
loggp-overhead = 0.4e-6
loggp-gap-per-byte = 0.15e-9
loggp-overhead-per-byte = 0.05e-9
)"},
    {"oakforest-knl",
     R"(# Nakajima et al. 2022, table 1: Oakforest-PACS, Xeon Phi 7250 (KNL), MCDRAM in flat mode, Omni-Path.
name = "oakforest-knl"
source = "Nakajima et al. 2022, table 1 (490 GB/s triad from MCDRAM); communication not given there: nominal"
memory-bandwidth = 490e9
memory-read-bandwidth = 490e9
cache-bandwidth = 1500e9
cache-bytes = 34e6
ranks-per-node = 4
local-short-bytes = 4096
local-short-c0 = 2e-6
local-short-c1 = 5e-8
local-short-n0 = 0.56
local-long-c0 = 4e-6
local-long-c1 = 0.1e-9
local-long-n0 = 1
global-c0 = 6e-6
global-c1 = 2e-6
global-n0 = 0.21
global-n1 = 0.4
gamma = 1
loggp-latency = 1e-6
loggp-overhead = 1.5e-6
loggp-gap-per-byte = 0.1e-9
loggp-overhead-per-byte = 0.2e-9
noise = 5e-6
)"},
};

}  // namespace

std::span<const ShippedMachine> shipped_machines() { return machines; }

}  // namespace minikrylov
