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
};

/// All methods, classical ones first in each family.
[[nodiscard]] std::span<const CatalogueRow> catalogue();

/// The row called `name`, or null.
[[nodiscard]] const CatalogueRow* find_method(std::string_view name);

}  // namespace minikrylov
