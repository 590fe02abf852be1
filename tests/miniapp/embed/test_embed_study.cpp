// The study of halos inside reductions, on a chain whose figures can be counted by hand.
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <random>
#include <set>

#include "comm/embedded/traffic.hpp"
#include "comm/partition/row_partition.hpp"
#include "miniapp/embed/study.hpp"
#include "tests/miniapp/command_lines.hpp"

namespace minikrylov {
namespace {

using Catch::Approx;
using Catch::Matchers::ContainsSubstring;

SparseMatrix chain(LocalIndex rows) {
  SparseMatrix matrix{rows, {0}, {}, {}};
  for (LocalIndex i = 0; i < rows; ++i) {
    for (const LocalIndex j : {i - 1, i, i + 1})
      if (j >= 0 && j < rows) {
        matrix.columns.push_back(j);
        matrix.values.push_back(i == j ? 2 : -1);
      }
    matrix.offsets.push_back(static_cast<Offset>(matrix.columns.size()));
  }
  return matrix;
}

constexpr double no_time = 0, unlimited = 1e300;

}  // namespace

TEST_CASE("flows are the distinct columns that a rank's rows need from another rank") {
  std::mt19937 random(2);
  constexpr int ranks = 7;
  SparseMatrix matrix{60, {0}, {}, {}};
  std::vector<int> owner;
  for (LocalIndex i = 0; i < matrix.rows; ++i) {
    std::set<LocalIndex> columns{i};
    for (int k = 0; k < 6; ++k) columns.insert(static_cast<LocalIndex>(random() % 60));
    matrix.columns.insert(matrix.columns.end(), columns.begin(), columns.end());
    matrix.offsets.push_back(static_cast<Offset>(matrix.columns.size()));
    owner.push_back(i < ranks ? i : static_cast<int>(random() % ranks));
  }
  std::vector<Flow> expected;
  for (int source = 0; source < ranks; ++source)
    for (int user = 0; user < ranks; ++user) {
      std::set<LocalIndex> needed;
      for (LocalIndex i = 0; i < matrix.rows; ++i)
        for (Offset e = matrix.offsets[i]; owner[i] == user && e < matrix.offsets[i + 1]; ++e)
          if (owner[matrix.columns[e]] == source) needed.insert(matrix.columns[e]);
      if (source != user && !needed.empty())
        expected.push_back({source, user, static_cast<std::int64_t>(needed.size())});
    }
  CHECK(flows_of(matrix, owner, ranks) == expected);
}

TEST_CASE("a chain on four ranks: messages, values, and the mapping that avoids all detours") {
  const SparseMatrix matrix = chain(400);
  const std::vector<MessageModel> machines{{"latency", 1, no_time, unlimited}, {"bytes", 0, 1, unlimited}};
  const StudyRow row = study_ranks(matrix, block_owners(400, 4), 4, machines);
  const SchemeCosts &conv = row.schemes[0], &emb = row.schemes[1];
  // Two messages of the reduction with three values each; one or two of the halo with one value each.
  CHECK(conv.messages_average == Approx(2 + 1.5));
  CHECK(conv.messages_maximum == 4);
  CHECK(conv.values_average == Approx(6 + 1.5));
  CHECK(conv.values_maximum == 8);
  // Between 1 and 2 values travel twice: via 0 and via 3.
  CHECK(emb.messages_average == 2);
  CHECK(emb.values_average == Approx(6 + 8.0 / 4));
  for (const int mapped : {2, 3}) {
    CHECK(row.schemes[mapped].messages_maximum == 2);
    CHECK(row.schemes[mapped].values_average == Approx(6 + 6.0 / 4));
  }
  CHECK(conv.seconds[0] == Approx(4));
  CHECK(emb.seconds[0] == Approx(2));
  CHECK(conv.seconds[1] == Approx(8 * 8));
  CHECK(row.rows_maximum == 100);
  CHECK(row.ghosts_maximum == 2);
}

TEST_CASE("without communication, the speed-up of a chain equals the number of ranks") {
  const StudyRow row = study_ranks(chain(4000), block_owners(4000, 8), 8, {{"endless network", 0, 0, 1e9}});
  CHECK(row.schemes[0].speedup[0] == Approx(8).epsilon(0.01));
  CHECK(row.schemes[1].speedup[0] < row.schemes[0].speedup[0]);  // fused kernels also run on ghosts
}

TEST_CASE("embed-study: options are parsed or refused") {
  const auto job = [](std::vector<const char*> words) {
    words.insert(words.begin(), "embed-study");
    return std::get<EmbedStudyOptions>(parse(std::move(words)));
  };
  CHECK(job({}).machines.size() == 2);
  CHECK(job({"--problem", "elasticity3d", "--size", "9", "--ranks", "4,9"}).ranks == std::vector<int>{4, 9});
  const EmbedStudyOptions own = job({"--message-seconds", "1e-6", "--core-bandwidth", "5e9"});
  CHECK(own.machines.size() == 1);
  CHECK(own.machines[0].byte_seconds == Approx(1e-6 / 2048));
  CHECK(own.machines[0].core_bytes_per_second == 5e9);
  CHECK_THAT(complaint_of({"embed-study", "--ranks", "1"}), ContainsSubstring("--ranks 1"));
  CHECK_THAT(complaint_of({"embed-study", "--byte-seconds", "1"}), ContainsSubstring("--message-seconds"));
  CHECK_THAT(complaint_of({"embed-study", "--matrix", "a.mtx"}), ContainsSubstring("matrix-market"));
  CHECK_THAT(complaint_of({"embed-study", "--partition", "a.part"}), ContainsSubstring("graph, volume or block"));
  CHECK_THAT(text_of({"embed-study", "--help"}), ContainsSubstring("--message-seconds"));
}

}  // namespace minikrylov
