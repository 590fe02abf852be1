// The table of choices.
#include "miniapp/timing/choices/tuned.hpp"

#include <fmt/format.h>

#include <array>

namespace minikrylov {
namespace {

constexpr Offset kib = 1024, mib = 1024 * kib;

// Candidates besides the defaults of Tuning. `few`, for Tune::automatic: where possible half and twice the default, or
// the best on other processors. `more`, for Tune::full: also a quarter and four times the default, and none (0, never).
constexpr std::array<Offset, 3> few_entries{0, 256, 1024};
constexpr std::array<Offset, 2> more_entries{128, 2048};
constexpr std::array<Offset, 2> few_block_entries{720, 2880};
constexpr std::array<Offset, 3> more_block_entries{0, 288, 5760};
constexpr std::array<Offset, 1> few_stays{used_once};
constexpr std::array<Offset, 1> more_stays{used_later};
constexpr std::array<Offset, 2> few_rows{8, 32};
constexpr std::array<Offset, 3> more_rows{0, 4, 64};
constexpr std::array<Offset, 2> few_elements{0, 256};
constexpr std::array<Offset, 2> more_elements{128, 512};
constexpr std::array<Offset, 2> few_filled{0, 512};
constexpr std::array<Offset, 2> more_filled{32, 256};
constexpr std::array<Offset, 2> few_in_memory{2, 8};
constexpr std::array<Offset, 2> more_in_memory{1, 16};
constexpr std::array<Offset, 2> few_in_cache{8, 32};
constexpr std::array<Offset, 2> more_in_cache{2, 4};
constexpr std::array<Offset, 2> few_streamed{8 * mib, never};
constexpr std::array<Offset, 1> few_streamed_of_one{never};
constexpr std::array<Offset, 2> few_ahead{0, 4 * mib};
constexpr std::array<Offset, 2> few_together{4096, most_together_elements};
constexpr std::array<Offset, 2> more_together{1024, 2048};
constexpr std::array<Offset, 2> few_panel_elements{0, 128};
constexpr std::array<Offset, 2> more_panel_elements{32, 256};
constexpr std::array<Offset, 2> few_blocks{128 * kib, 512 * kib};
constexpr std::array<Offset, 3> more_blocks{1 * mib, 2 * mib, never};

constexpr TunedChoice all_choices[] = {
    {.name = "entries_ahead",
     .kernel = TunedKernel::product,
     .of = [](Tuning& t) -> Offset& { return t.ahead.entries; },
     .few = few_entries,
     .more = more_entries},
    {.name = "block_entries_ahead",
     .kernel = TunedKernel::block_product,
     .of = [](Tuning& t) -> Offset& { return t.ahead.block_entries; },
     .few = few_block_entries,
     .more = more_block_entries},
    {.name = "block_stay",
     .kernel = TunedKernel::block_product,
     .of = [](Tuning& t) -> Offset& { return t.ahead.block_stay; },
     .few = few_stays,
     .more = more_stays},
    {.name = "rows_ahead",
     .kernel = TunedKernel::wide_product,
     .of = [](Tuning& t) -> Offset& { return t.ahead.rows; },
     .few = few_rows,
     .more = more_rows},
    {.name = "cache_block_bytes",
     .kernel = TunedKernel::wide_product,
     .of = [](Tuning& t) -> Offset& { return t.cache_block_bytes; },
     .few = few_blocks,
     .more = more_blocks},
    {.name = "elements_ahead",
     .kernel = TunedKernel::update,
     .of = [](Tuning& t) -> Offset& { return t.elements_ahead; },
     .few = few_elements,
     .more = more_elements},
    {.name = "periods_in_memory",
     .kernel = TunedKernel::update,
     .of = [](Tuning& t) -> Offset& { return t.periods_in_memory; },
     .few = few_in_memory,
     .more = more_in_memory},
    {.name = "periods_in_cache",
     .kernel = TunedKernel::cached_update,
     .of = [](Tuning& t) -> Offset& { return t.periods_in_cache; },
     .few = few_in_cache,
     .more = more_in_cache},
    {.name = "streamed_bytes",
     .kernel = TunedKernel::two_updates,
     .of = [](Tuning& t) -> Offset& { return t.streamed_bytes; },
     .few = few_streamed,
     .more = {}},
    {.name = "streamed_bytes_of_one",
     .kernel = TunedKernel::streamed_product,
     .of = [](Tuning& t) -> Offset& { return t.streamed_bytes_of_one; },
     .few = few_streamed_of_one,
     .more = {}},
    {.name = "filled_elements_ahead",
     .kernel = TunedKernel::filling,
     .of = [](Tuning& t) -> Offset& { return t.filled_elements_ahead; },
     .few = few_filled,
     .more = more_filled},
    {.name = "look_ahead_bytes",
     .kernel = TunedKernel::look_ahead,
     .of = [](Tuning& t) -> Offset& { return t.look_ahead_bytes; },
     .few = few_ahead,
     .more = {}},
    {.name = "together_elements",
     .kernel = TunedKernel::look_ahead,
     .of = [](Tuning& t) -> Offset& { return t.together_elements; },
     .few = few_together,
     .more = more_together},
    {.name = "panel_elements_ahead",
     .kernel = TunedKernel::panel,
     .of = [](Tuning& t) -> Offset& { return t.panel_elements_ahead; },
     .few = few_panel_elements,
     .more = more_panel_elements},
};

}  // namespace

std::span<const TunedChoice> tuned_choices() { return all_choices; }

std::string_view name_of(TunedKernel kernel) {
  switch (kernel) {
    case TunedKernel::product:
      return "q = A p, 27 points";
    case TunedKernel::block_product:
      return "q = A p, 3x3 blocks";
    case TunedKernel::wide_product:
      return "q = A p, 7 points, m = 16";
    case TunedKernel::update:
      return "r = r - q, p = r + p, (r,p), m = 16";
    case TunedKernel::cached_update:
      return "the same, in cache";
    case TunedKernel::two_updates:
      return "z = r + q, w = z + q, m = 16";
    case TunedKernel::streamed_product:
      return "q = A p, (p,q), 7 points";
    case TunedKernel::filling:
      return "p = r, q = A p, (p,q), 7 points";
    case TunedKernel::look_ahead:
      return "p = r + p, q = A p, (p,q), m = 4 and 16";
    case TunedKernel::panel:
      return "YᵀY, x = x + Y c, p = Y c, r = Y c";
  }
  return "?";
}

std::vector<std::string> texts_of(Tuning tuning) {
  std::vector<std::string> texts;
  for (const TunedChoice& choice : tuned_choices())
    texts.push_back(fmt::format("{}={}", choice.name, choice.of(tuning)));
  return texts;
}

Tuning tuning_of(std::span<const std::string> texts) {
  Tuning tuning;
  for (const std::string& text : texts)
    for (const TunedChoice& choice : tuned_choices()) {
      const std::string start = fmt::format("{}=", choice.name);
      for (const auto candidates : {choice.few, choice.more})
        for (const Offset value : candidates)
          if (text == start + std::to_string(value)) choice.of(tuning) = value;
    }
  return tuning;
}

}  // namespace minikrylov
