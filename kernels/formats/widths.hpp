// The numbers of right-hand sides for which products are compiled.
#pragma once
#include <type_traits>

#include "kernels/core/dispatch.hpp"

namespace minikrylov {

/// A width known only at run time.
inline constexpr int any_width = 0;

/// Widths for which products are compiled.
inline constexpr int compiled_widths[] = {1, 2, 4, 8, 16, 32};

/// Calls use() with the width as a type if products are compiled for it, otherwise with any_width.
template <class Use> void with_width(int width, const Use& use) {
  dispatch<compiled_widths>(width, use, [&] { use(std::integral_constant<int, any_width>()); });
}

}  // namespace minikrylov
