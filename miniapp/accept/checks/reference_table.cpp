// Written by scripts/acceptance/known.py: do not edit.
#include <array>

#include "miniapp/accept/checks/reference.hpp"

namespace minikrylov {
namespace {

using enum ProblemKind;

constexpr std::array table_of_iterations{
    KnownIterations{poisson3d_7, 8, 19, 19},     KnownIterations{poisson3d_27, 8, 12, 12},
    KnownIterations{elasticity3d, 8, 73, 73},    KnownIterations{convection_diffusion, 8, 22, 22},
    KnownIterations{poisson3d_7, 12, 30, 30},    KnownIterations{poisson3d_27, 12, 18, 18},
    KnownIterations{elasticity3d, 12, 113, 113}, KnownIterations{convection_diffusion, 12, 34, 34},
    KnownIterations{poisson3d_7, 16, 41, 41},    KnownIterations{poisson3d_27, 16, 24, 24},
    KnownIterations{elasticity3d, 16, 155, 155}, KnownIterations{convection_diffusion, 16, 45, 45},
    KnownIterations{poisson3d_7, 20, 51, 51},    KnownIterations{poisson3d_27, 20, 30, 30},
    KnownIterations{elasticity3d, 20, 196, 196}, KnownIterations{convection_diffusion, 20, 56, 56},
    KnownIterations{poisson3d_7, 24, 61, 61},    KnownIterations{poisson3d_27, 24, 36, 36},
    KnownIterations{elasticity3d, 24, 237, 237}, KnownIterations{convection_diffusion, 24, 67, 67},
};

constexpr std::array table_of_rounding{
    KnownRounding{poisson3d_7, "cg-chronopoulos-gear", 8e-15, 2e-16},
    KnownRounding{poisson3d_7, "sapcg", 7e-15, 1e-16},
    KnownRounding{poisson3d_7, "nbpcg", 9e-14, 3e-16},
    KnownRounding{poisson3d_7, "pipecg", 6e-13, 2e-15},
    KnownRounding{poisson3d_7, "pipecg-rr", 6e-13, 2e-15},
    KnownRounding{poisson3d_7, "pipe2cg", 5e-11, 3e-14},
    KnownRounding{poisson3d_7, "pipe2cg-powers", 1e-10, 4e-14},
    KnownRounding{poisson3d_7, "pipeprcg", 4e-13, 4e-16},
    KnownRounding{poisson3d_7, "ca-pcg", 4e-11, 6e-15},
    KnownRounding{poisson3d_27, "cg-chronopoulos-gear", 2e-14, 3e-16},
    KnownRounding{poisson3d_27, "sapcg", 1e-14, 3e-16},
    KnownRounding{poisson3d_27, "nbpcg", 2e-13, 2e-16},
    KnownRounding{poisson3d_27, "pipecg", 6e-13, 9e-15},
    KnownRounding{poisson3d_27, "pipecg-rr", 6e-13, 9e-15},
    KnownRounding{poisson3d_27, "pipe2cg", 2e-10, 9e-13},
    KnownRounding{poisson3d_27, "pipe2cg-powers", 3e-10, 7e-13},
    KnownRounding{poisson3d_27, "pipeprcg", 4e-13, 5e-16},
    KnownRounding{poisson3d_27, "ca-pcg", 4e-13, 4e-16},
    KnownRounding{elasticity3d, "cg-chronopoulos-gear", 4e-14, 3e-15},
    KnownRounding{elasticity3d, "sapcg", 5e-14, 1e-15},
    KnownRounding{elasticity3d, "nbpcg", 2e-14, 2e-15},
    KnownRounding{elasticity3d, "pipecg", 2e-13, 4e-14},
    KnownRounding{elasticity3d, "pipecg-rr", 2e-13, 4e-14},
    KnownRounding{elasticity3d, "pipe2cg", 2e-11, 4e-12},
    KnownRounding{elasticity3d, "pipe2cg-powers", 3e-11, 5e-12},
    KnownRounding{elasticity3d, "pipeprcg", 3e-14, 4e-15},
    KnownRounding{elasticity3d, "ca-pcg", 4e-13, 3e-13},
    KnownRounding{convection_diffusion, "rbicgstab", 2e-07, 2e-15},
    KnownRounding{convection_diffusion, "ppipebicgstab", 2e-07, 1e-14},
    KnownRounding{convection_diffusion, "ppipebicgstab-rr", 2e-07, 1e-14},
};

}  // namespace

std::span<const KnownIterations> known_iterations() { return table_of_iterations; }

std::span<const KnownRounding> known_rounding() { return table_of_rounding; }

}  // namespace minikrylov
