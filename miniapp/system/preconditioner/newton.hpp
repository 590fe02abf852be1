// The polynomial of GMRES, in Newton's form.
#pragma once
#include <complex>
#include <span>
#include <vector>

#include "miniapp/system/preconditioner/polynomial.hpp"

namespace minikrylov {

/// `degree` products, for p with 1 - t p(t) = Π (1 - t/θ) over `roots` in their order, of which one with an imaginary
/// part > 0 stands for itself and its conjugate: J. Loe, R. Morgan, Numer. Linear Algebra Appl. 29 (2022) e2427, as a
/// recurrence of three terms. Where there are fewer than degree + 1 roots, the last products change nothing.
[[nodiscard]] PolynomialSteps newton_steps(std::span<const std::complex<double>> roots, int degree);

/// Π (1 - t/θ), likewise.
[[nodiscard]] double newton_residual(std::span<const std::complex<double>> roots, double t);

/// The maximum of that product between the smallest root and `upper`, sampled, for real positive roots: p is positive
/// from 0 to there if it is less than 1.
[[nodiscard]] double largest_newton_residual(std::span<const std::complex<double>> roots, double upper);

/// The roots for `degree` products, in Leja's order: harmonic Ritz values of D⁻¹ A after degree + 1 steps of Arnoldi's
/// process from a vector of pseudo-random numbers, which no partition changes; fewer where the space becomes
/// invariant. If A is symmetric positive definite, they are real, and p is positive on the spectrum. Throws a
/// SetupError on all ranks if a root is zero or infinite, or if such a p is not positive. Collective.
[[nodiscard]] std::vector<std::complex<double>> newton_roots(const PreconditionerInputs& from, int degree);

}  // namespace minikrylov
