// A reference to something that can be called.
#pragma once
#include <type_traits>

namespace minikrylov {

template <class Signature> class FunctionRef;

/// Refers to a callable, which must live longer, without owning it: std::function_ref of C++26. What is called through
/// it is not compiled anew for each caller. Host only.
template <class Result, class... Arguments> class FunctionRef<Result(Arguments...)> {
 public:
  /// Implicit, so that a lambda can be an argument.
  template <class Callable>
  requires std::is_invocable_r_v<Result, const Callable&, Arguments...> FunctionRef(
      const Callable& callable)  // NOLINT(google-explicit-constructor)
      : callable_(&callable), call_([](const void* of, Arguments... arguments) -> Result {
          return (*static_cast<const Callable*>(of))(arguments...);
        }) {}

  Result operator()(Arguments... arguments) const { return call_(callable_, arguments...); }

 private:
  const void* callable_;
  Result (*call_)(const void*, Arguments...);
};

}  // namespace minikrylov
