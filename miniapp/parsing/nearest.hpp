// Finds the word that a user probably meant.
#pragma once
#include <span>
#include <string>
#include <string_view>

namespace minikrylov {

/// The number of characters to insert, delete, replace or swap with their neighbour to turn `a` into `b`:
/// R. Lowrance, R. Wagner, J. ACM 22 (1975) 177-183, restricted to swaps of neighbours.
[[nodiscard]] int edit_distance(std::string_view a, std::string_view b);

/// The candidate with the minimum distance from `word`, the first of equals; empty if there is none, or if all differ
/// from it in more than half of its characters.
[[nodiscard]] std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates);

/// `did you mean "pcg"?`, or `choose one of pcg, cg` if no candidate is close.
[[nodiscard]] std::string suggestion(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace minikrylov
