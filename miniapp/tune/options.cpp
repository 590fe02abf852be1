// The command line of `minikrylov tune`, which has no options.
#include "miniapp/tune/options.hpp"

#include "miniapp/parsing/reader.hpp"
#include "miniapp/parsing/words.hpp"

namespace minikrylov {

std::variant<TuneOptions, std::string> parse_tune(std::span<const std::string> words, Complaints& complaints) {
  CLI::App app(
      "Measures which prefetch distances, streamed stores and block sizes suit this processor with these ranks and\n"
      "threads, prints each kernel's time with each of them, and stores the fastest for `solve --tune auto`. Takes "
      "half a\n"
      "minute; no bit of any result depends on it.",
      "minikrylov tune");
  expect_words(app);
  app.footer("Example:\n  mpirun -n 2 minikrylov tune");
  OptionReader add(app);
  if (const std::optional<std::string> help = add.read(words, complaints)) return *help;
  complain_of_extras(app, complaints);
  add.convert(complaints);
  return TuneOptions{};
}

}  // namespace minikrylov
