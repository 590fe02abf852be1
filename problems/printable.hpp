// Text from files, made safe for terminals.
#pragma once
#include <string>
#include <string_view>

namespace minikrylov {

/// `text` with control characters and invalid UTF-8 written as \xNN, except for characters in `kept`: files come from
/// strangers, and escape sequences in them must not reach the user's terminal. Idempotent.
[[nodiscard]] std::string printable(std::string_view text, std::string_view kept = {});

}  // namespace minikrylov
