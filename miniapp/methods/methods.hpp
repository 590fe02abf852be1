// The methods, one function each.
#pragma once
#include "miniapp/methods/catalogue.hpp"
#include "miniapp/methods/running/method.hpp"

namespace minikrylov {

// Each solves A x = b from the initial guess in x, with one preconditioner M where it uses one. Collective.
Outcome cg(const Operator& A, const Preconditioner& M, Env& env);
Outcome pcg(const Operator& A, const Preconditioner& M, Env& env);
Outcome cg_saad(const Operator& A, const Preconditioner& M, Env& env);
Outcome cg_chronopoulos_gear(const Operator& A, const Preconditioner& M, Env& env);
Outcome sapcg(const Operator& A, const Preconditioner& M, Env& env);
Outcome nbpcg(const Operator& A, const Preconditioner& M, Env& env);
Outcome pipecg(const Operator& A, const Preconditioner& M, Env& env);
Outcome pipecg_rr(const Operator& A, const Preconditioner& M, Env& env);
Outcome pipe2cg(const Operator& A, const Preconditioner& M, Env& env);
Outcome pipe2cg_powers(const Operator& A, const Preconditioner& M, Env& env);
Outcome pipeprcg(const Operator& A, const Preconditioner& M, Env& env);
Outcome plcg(const Operator& A, const Preconditioner& M, Env& env);
Outcome bicgstab(const Operator& A, const Preconditioner& M, Env& env);
Outcome pbicgstab(const Operator& A, const Preconditioner& M, Env& env);
Outcome ibicgstab(const Operator& A, const Preconditioner& M, Env& env);
Outcome pipebicgstab(const Operator& A, const Preconditioner& M, Env& env);
Outcome pipebicgstab_rr(const Operator& A, const Preconditioner& M, Env& env);
Outcome rbicgstab(const Operator& A, const Preconditioner& M, Env& env);
Outcome ppipebicgstab(const Operator& A, const Preconditioner& M, Env& env);
Outcome ppipebicgstab_rr(const Operator& A, const Preconditioner& M, Env& env);
Outcome ca_cg(const Operator& A, const Preconditioner& M, Env& env);
Outcome ca_pcg(const Operator& A, const Preconditioner& M, Env& env);
Outcome ca_bicgstab(const Operator& A, const Preconditioner& M, Env& env);

// The same where M is a polynomial.
Outcome ca_pcg_polynomial(const Operator& A, const Preconditioner& M, Env& env);

// The same with products of a rounded matrix and reliable updates.
Outcome pcg_reliable(const MixedOperators& A, const Preconditioner& M, Env& env);
Outcome pbicgstab_reliable(const MixedOperators& A, const Preconditioner& M, Env& env);

}  // namespace minikrylov
