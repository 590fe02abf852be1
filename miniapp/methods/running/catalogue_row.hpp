// What is known of a method before it runs: a row of the catalogue.
#pragma once
#include <string_view>

namespace minikrylov {

class Env;
class Operator;
class Preconditioner;
struct Outcome;

/// Whether a method has a place for a preconditioner.
enum class Preconditioning { none, any };

/// The norms of the residual that a method can be stopped by. A residual r = b - A x is there in all methods but the
/// deep pipelines, u = M⁻¹ r in CG methods only.
enum class KnownNorms { all, unpreconditioned, natural };

/// The largest l of plcg.
inline constexpr int max_pipeline_depth = 3;

/// What a method has to be told besides the system.
enum class Needs { nothing, spectrum };

/// What a method may be applied to: cg needs a symmetric positive definite matrix, bicgstab any.
enum class Family { cg, bicgstab };

using Method = Outcome (*)(const Operator& A, const Preconditioner& M, Env& env);

struct CatalogueRow {
  std::string_view name;
  Method method = nullptr;
  Family family = Family::cg;
  Preconditioning preconditioning = Preconditioning::any;
  std::string_view classical;  ///< the method of its family that it rearranges; itself if it is that
  std::string_view citation;
  KnownNorms norms = KnownNorms::all;
  Needs needs = Needs::nothing;
  int restarts = 0;  ///< that its paper asks for
  /// The vector whose ghosts its sums can carry, whenever their list writes it: recurrences that start from a residual
  /// r = b - A x then bring all other ghosts up to date, and products need no messages. Empty: there is none.
  std::string_view carries{};

  /// If the user says nothing. BiCGStab may break down by chance, and the current residual as new shadow then helps.
  [[nodiscard]] constexpr int usual_restarts() const { return family == Family::bicgstab ? 10 : restarts; }
};

}  // namespace minikrylov
