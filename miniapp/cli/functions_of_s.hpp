// Costs of s-step methods as functions of s.
#pragma once
#include <string>
#include <vector>

namespace minikrylov {

/// A row of cells per s-step method, and one where it runs differently with a polynomial M: its name, sums, values in
/// them, products with A, applications of M, vectors read + written and work vectors, each per s steps as a polynomial
/// in s. All are fitted to what is observed at three s, and must agree with
/// what is observed at two others. Not collective.
[[nodiscard]] std::vector<std::vector<std::string>> functions_of_s();

/// What these columns are called.
[[nodiscard]] std::vector<std::string> headings_of_functions();

/// "2s² + 3s + 1" for values at s = 2, 4, 6, 8, 10; "?" if they are not those of a polynomial of degree 2.
[[nodiscard]] std::string polynomial_through(const std::vector<int>& values);

}  // namespace minikrylov
