// The table of methods: the one place that names them all.
#pragma once
#include <span>
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

/// Whether its sums can carry the ghosts of its products: then recurrences bring all others up to date.
enum class Embedding { no, yes };

/// What a method may be applied to: cg needs a symmetric positive definite matrix, bicgstab any.
enum class Family { cg, bicgstab };

using Method = Outcome (*)(const Operator& A, const Preconditioner& M, Env& env);

struct CatalogueRow {
  std::string_view name;
  Method method;
  Family family;
  Preconditioning preconditioning;
  std::string_view classical;  ///< the method of its family that it rearranges; itself if it is that
  std::string_view citation;
  KnownNorms norms = KnownNorms::all;
  Needs needs = Needs::nothing;
  int restarts = 0;  ///< that its paper asks for, if the user says nothing
  Embedding embedding = Embedding::no;
};

/// All methods, classical ones first in each family.
[[nodiscard]] std::span<const CatalogueRow> catalogue();

/// The row called `name`, or null.
[[nodiscard]] const CatalogueRow* find_method(std::string_view name);

}  // namespace minikrylov
