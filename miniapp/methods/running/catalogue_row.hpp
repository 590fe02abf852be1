// Static properties of a method: a row of the catalogue.
#pragma once
#include <string_view>

namespace minikrylov {

class Env;
class Operator;
class Preconditioner;
struct Outcome;

/// Which preconditioners a method accepts.
enum class Preconditioning {
  none,
  diagonal,  ///< only diagonal ones, which couple no rows, and polynomials where CatalogueRow::polynomial takes them
  any
};

/// The residual norms by which a method can be stopped. All methods except the deep pipelines have r = b - A x; only CG
/// methods have u = M⁻¹ r.
enum class KnownNorms { all, unpreconditioned, natural };

/// The largest l of plcg.
inline constexpr int max_pipeline_depth = 3;

/// Information that a method needs besides the system.
enum class Needs {
  nothing,
  spectrum,        ///< estimates of the largest eigenvalues
  basis,           ///< a basis of polynomials for several steps at a time
  pairs_of_powers  ///< of M⁻¹ A, from one pass over A
};

/// CG needs a symmetric positive definite matrix; BiCGStab takes any.
enum class Family { cg, bicgstab };

using Method = Outcome (*)(const Operator& A, const Preconditioner& M, Env& env);

/// Of which precision a method's vectors may be.
enum class Vectors {
  doubles,
  doubles_or_singles  ///< singles in inner iterations, with one right-hand side
};

class Correction;

/// A itself, and what the iteration multiplies with: A in lower precision.
struct MixedOperators {
  const Operator &exact, &inner;
  Correction* correction = nullptr;  ///< whose d and r are x and b, in single precision; null: A x = b
};
/// A method with reliable updates, which recomputes r = b - A x by A itself from time to time.
using ReliableMethod = Outcome (*)(const MixedOperators& A, const Preconditioner& M, Env& env);

struct CatalogueRow {
  std::string_view name;
  Method method = nullptr;
  Family family = Family::cg;
  Preconditioning preconditioning = Preconditioning::any;
  std::string_view classical{};  ///< the classical method that this one rearranges; may be itself
  std::string_view citation{};
  KnownNorms norms = KnownNorms::all;
  Needs needs = Needs::nothing;
  int restarts = 0;  ///< as its paper recommends
  /// The vector whose ghosts can travel with the reduction (an embedded one) when a list writes it. Recurrences
  /// that start from r = b - A x then update all other ghosts, and products need no messages. Empty: none.
  std::string_view carries{};
  ReliableMethod reliable = nullptr;  ///< the same method with reliable updates; null: there is none
  Method polynomial = nullptr;        ///< of Preconditioning::diagonal: the same method for a polynomial M; or null
  Vectors vectors = Vectors::doubles;

  /// Whether it computes powers of the matrix instead of products.
  [[nodiscard]] constexpr bool takes_powers() const { return needs == Needs::basis || needs == Needs::pairs_of_powers; }

  /// The row of what runs with a polynomial M.
  [[nodiscard]] constexpr CatalogueRow with_polynomial() const {
    CatalogueRow row = *this;
    if (polynomial != nullptr) row.method = polynomial;
    return row;
  }

  /// The default. BiCGStab may break down by chance; the current residual then makes a better shadow residual.
  [[nodiscard]] constexpr int usual_restarts() const { return family == Family::bicgstab ? 10 : restarts; }
};

}  // namespace minikrylov
