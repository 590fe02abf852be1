// All solves of a run side by side, and the fastest of them.
#pragma once
#include <string>

#include "miniapp/solve/record.hpp"

namespace minikrylov {

/// The method and its preconditioner: "pcg + jacobi".
[[nodiscard]] std::string method_of(const SolveRecord& solve);

/// The same beside times and rates: "pcg + jacobi (compressed)" where products read a compressed matrix.
[[nodiscard]] std::string title_of(const SolveRecord& solve);

/// One row per solve: times measured and predicted, reductions and the share of each that was hidden, the true
/// residual, and the ratio to the classical method that it rearranges.
[[nodiscard]] std::string report_comparison(const Record& record);

/// One sentence: which accepted solve was fastest, by how much, and for which of the recorded reasons. Empty where
/// there is nothing to compare.
[[nodiscard]] std::string report_winner(const Record& record);

}  // namespace minikrylov
