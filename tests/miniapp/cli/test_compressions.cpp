// What is said of codes is what encoding does, and `explain` takes --compress.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <set>

#include "kernels/formats/coded/compressed.hpp"
#include "miniapp/cli/compressions.hpp"
#include "tests/kernels/coded_samples.hpp"
#include "tests/miniapp/command_lines.hpp"
#include "tests/miniapp/sample_record.hpp"

namespace minikrylov {
namespace {

using Catch::Matchers::ContainsSubstring;

/// Three ones in each row, at different distances in each.
samples::Sample ones() {
  samples::Sample sample;
  samples::Draw draw(1);
  for (LocalIndex row = 0; row < 4000; ++row) {
    sample.row.emplace_back();
    LocalIndex column = row % 3900;
    for (int k = 0; k < 3; ++k) {
      sample.row.back().push_back({column, 1.0});
      column += 1 + static_cast<LocalIndex>(draw() % 20);
    }
  }
  return sample;
}

/// The same with numbers of 52 bits, none of which is padding.
samples::Sample of_52_bits() {
  samples::Sample sample = ones();
  samples::Draw draw(2);
  for (auto& row : sample.row)
    for (samples::Entry& e : row) e.value = samples::draw_number(draw, samples::kinds - 1);
  return sample;
}

/// Codes of numbers that occur in matrices with numbers of all kinds, those whose rows repeat included.
std::set<std::string_view> codes_in_matrices(coded::Allowed allowed) {
  std::vector<samples::Sample> all{ones(), of_52_bits(), samples::banded(4000, 5)};
  for (int kind = 0; kind < samples::kinds; ++kind) all.push_back(samples::with_numbers(4000, 300, kind, 3));
  std::set<std::string_view> used;
  for (const samples::Sample& sample : all) {
    const CompressedMatrix made = make_coded_sell(sample.arrays(), {0, sample.rows()}, 8, allowed, Plain::dropped);
    for (std::size_t k = 0; k < coded::value_codings.size(); ++k)
      if (made.shares.values[k].chunks > 0) used.insert(coded::value_codings[k]);
  }
  return used;
}

ExplainOptions explained_by(std::vector<const char*> words) {
  return std::get<ExplainOptions>(parse(std::move(words)));
}

}  // namespace

TEST_CASE("the codes that are explained are those that matrices are in", "[compression]") {
  using coded::Allowed;
  for (const auto& [compression, allowed] : {std::pair(Compression::lossless, Allowed::all),
                                             {Compression::tables, Allowed::tables},
                                             {Compression::narrow, Allowed::narrow}}) {
    INFO(name_of(compression));
    const std::string text = explain_codes(compression);
    CHECK_THAT(text, ContainsSubstring("--compress " + std::string(name_of(compression))));
    const std::set<std::string_view> used = codes_in_matrices(allowed);
    for (const std::string_view code : coded::value_codings) {
      INFO(code);
      const bool is_explained = text.find(" " + std::string(code) + " ") != std::string::npos;
      CHECK(is_explained == used.contains(code));
    }
  }
}

TEST_CASE("pieces of the diagonal are explained where repeated chunks are stored once", "[compression]") {
  for (const auto& name : Names<Compression>::table) {
    const bool once = name.value == Compression::lossless || name.value == Compression::automatic;
    INFO(name_of(name.value));
    CHECK((explain_codes(name.value).find("pieces of 64 rows that repeat are stored once") != std::string::npos) ==
          once);
  }
}

TEST_CASE("bytes per entry are those of the codes", "[compression]") {
  const std::string text = list_codes();
  for (const std::string_view code : coded::value_codings)
    CHECK_THAT(text, ContainsSubstring("\n" + std::string(code) + " "));
  for (const std::string_view code : coded::column_codings)
    CHECK_THAT(text, ContainsSubstring("\n" + std::string(code) + " "));
  CHECK_THAT(line_with(text, "table of 8 "), ContainsSubstring(" 0.4 ") && ContainsSubstring("lossless, tables"));
  CHECK_THAT(line_with(text, "bfloat16 "), ContainsSubstring(" 2 ") && ContainsSubstring("lossless, narrow"));
  CHECK_THAT(line_with(text, "double "), ContainsSubstring(" 8 ") && ContainsSubstring("lossless, tables, narrow"));
  CHECK_THAT(line_with(text, "sparse doubles "), ContainsSubstring(" 6.5 ") && ContainsSubstring(" lossless") &&
                                                     !ContainsSubstring("tables") && !ContainsSubstring("narrow"));
  CHECK_THAT(text, ContainsSubstring("with 40 entries each, a quarter of them 0;"));
  CHECK_THAT(line_with(text, "16 bits "), ContainsSubstring(" 2.5 "));
  CHECK_THAT(text, ContainsSubstring("uncompressed: 8 + 4."));
  CHECK_THAT(explain_codes(Compression::none), ContainsSubstring("8 bytes per number"));
}

TEST_CASE("explain takes a method, and its options in any order", "[compression]") {
  CHECK_FALSE(explained_by({"explain", "pcg"}).compression.has_value());
  CHECK(explained_by({"explain", "pcg", "--compress", "tables"}).compression == Compression::tables);
  CHECK_THAT(complaint_of({"explain", "pcg", "--compress", "zip"}), ContainsSubstring("zip"));
  CHECK_THAT(complaint_of({"explain", "pcg", "--comprss", "none"}), ContainsSubstring("did you mean \"--compress\"?"));
  CHECK_THAT(complaint_of({"explain", "pcg", "--compress"}), ContainsSubstring("explain takes one method"));
  CHECK_THAT(complaint_of({"explain", "pcg", "--s-step", "2"}), ContainsSubstring("--s-step has no effect"));
  CHECK_THAT(complaint_of({"explain", "cgg", "--compress", "none"}), ContainsSubstring("did you mean \"cg\"?"));
}

}  // namespace minikrylov
