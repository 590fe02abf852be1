// Text from files, as a terminal may see it.
#pragma once
#include <string>
#include <string_view>

namespace minikrylov {

/// `text` with control characters, and bytes that are no UTF-8, written as \xNN, but for those in `kept`: files come
/// from others, and escape sequences in them are not for the user's terminal. Applied twice, it changes nothing more.
[[nodiscard]] std::string printable(std::string_view text, std::string_view kept = {});

}  // namespace minikrylov
