// Which options belong to which preconditioner, and which preconditioner suits which problem, format and ordering.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "miniapp/methods/catalogue.hpp"
#include "tests/miniapp/command_lines.hpp"

namespace minikrylov {

using Catch::Matchers::ContainsSubstring;

TEST_CASE("preconditioner options take effect, and ineffective ones are refused") {
  const SolveOptions job = solve({"--problem", "elasticity3d", "--method", "pcg", "--preconditioner", "block-ic0",
                                  "--preconditioner-precision", "single", "--format", "sell-block"});
  CHECK(job.method.preconditioning.precision == Precision::single_precision);
  CHECK(job.matrix.format == MatrixFormat::sell_block);
  CHECK(solve({"--preconditioner", "block-jacobi-ic0", "--jacobi-blocks", "3"}).method.preconditioning.jacobi_blocks ==
        3);
  CHECK(solve({"--preconditioner", "chebyshev", "--chebyshev-degree", "7"}).method.preconditioning.chebyshev_degree ==
        7);
  CHECK(solve({"--preconditioner", "newton", "--chebyshev-degree", "40"}).method.preconditioning.chebyshev_degree ==
        40);
  CHECK(solve({"--preconditioner", "emulated", "--preconditioner-cost", "20"}).method.preconditioning.emulated_cost ==
        20);
  CHECK_THAT(complaint_of({"--preconditioner", "emulated", "--preconditioner-cost", "3"}), ContainsSubstring("even"));
  for (const char* flag : {"--preconditioner-cost", "--chebyshev-degree", "--jacobi-blocks"})
    CHECK_THAT(complaint_of({flag, "2"}), ContainsSubstring(flag) && ContainsSubstring("no effect"));
  CHECK_THAT(complaint_of({"--preconditioner", "chebyshev", "--preconditioner-precision", "single"}),
             ContainsSubstring("no effect") &&
                 ContainsSubstring("sgs or ic0 or block-ic0 or block-jacobi-ic0) omit it or use --preconditioner sgs"));
  CHECK_THAT(complaint_of({"--jacobi-blocks", "2"}),
             ContainsSubstring("block-jacobi-ic0) omit it or use --preconditioner block-jacobi-ic0"));
  CHECK_THAT(complaint_of({"--ic0-shift", "0.1"}), ContainsSubstring("ic0 or block-ic0 or block-jacobi-ic0"));
}

TEST_CASE("the degree of a polynomial is a number, by default 4, or the fastest") {
  const auto degree = [](const std::vector<const char*>& more) {
    std::vector<const char*> words{"--method", "pcg", "--preconditioner", "chebyshev"};
    words.insert(words.end(), more.begin(), more.end());
    return solve(words).method.preconditioning;
  };
  CHECK(degree({}).chebyshev_degree == 4);
  CHECK(degree({}).degree_choice == DegreeChoice::given);
  CHECK(degree({"--chebyshev-degree", "0"}).chebyshev_degree == 0);
  CHECK(degree({"--chebyshev-degree", "auto"}).degree_choice == DegreeChoice::fastest);
  for (const char* wrong : {"-1", "1001", "x", "4.0"})
    CHECK_THAT(complaint_of({"--preconditioner", "chebyshev", "--chebyshev-degree", wrong}),
               ContainsSubstring("from 0 to 1000, or auto"));
  CHECK_THAT(complaint_of({"--preconditioner", "newton", "--chebyshev-degree", "41"}),
             ContainsSubstring("from 0 to 40"));
  CHECK_THAT(complaint_of({"--preconditioner", "newton", "--chebyshev-degree", "auto"}),
             ContainsSubstring("does not suit newton"));
  CHECK_THAT(complaint_of({"--chebyshev-degree", "auto"}),
             ContainsSubstring("no effect") && ContainsSubstring("chebyshev or newton"));
}

TEST_CASE("newton needs no symmetric matrix") {
  CHECK(complaints_of({"--problem", "convection-diffusion", "--method", "pbicgstab", "--preconditioner", "newton"})
            .empty());
}

TEST_CASE("s-step methods say why they cannot take most preconditioners") {
  for (const auto& pair : {std::pair{"ca-pcg", "pipecg"}, {"ca-cg", "ca-pcg"}, {"ca-bicgstab", "pbicgstab"}})
    for (const char* preconditioner : {"block-jacobi-ic0", "chebyshev", "newton"}) {
      const bool polynomial = std::string_view(preconditioner) != "block-jacobi-ic0";
      if (polynomial && std::string_view(pair.first) == "ca-pcg") continue;
      const std::string words = [&]() -> std::string {
        try {
          const std::vector<const char*> given{"--method", pair.first, "--preconditioner", preconditioner};
          static_cast<void>(parse_command_line(given, {catalogue(), 1, 1e12}));
        } catch (const SetupError& error) {
          return error.messages().front();
        }
        return "";
      }();
      CHECK_THAT(words, ContainsSubstring(pair.first) && ContainsSubstring(preconditioner));
      CHECK_THAT(words, ContainsSubstring(polynomial ? "only the inverse" : "nothing would be avoided"));
      if (polynomial || std::string_view(pair.first) != "ca-cg") CHECK_THAT(words, ContainsSubstring(pair.second));
    }
}

TEST_CASE("pipe2cg-powers takes diagonal preconditioners only, and its powers have halos of their own") {
  const auto given = [](const std::vector<const char*>& more) {
    std::vector<const char*> words{"--method", "pipe2cg-powers"};
    words.insert(words.end(), more.begin(), more.end());
    return std::get<SolveOptions>(parse_command_line(words, {catalogue(), 2, 1e12}));
  };
  CHECK_THAT(names(given({})), ContainsSubstring("pipe2cg-powers/jacobi "));
  CHECK_THAT(names(given({"--preconditioner", "none"})), ContainsSubstring("pipe2cg-powers/none "));
  for (const char* preconditioner : {"ic0", "chebyshev"})
    CHECK_THROWS_WITH(
        given({"--preconditioner", preconditioner}),
        ContainsSubstring("pipe2cg-powers cannot take") && ContainsSubstring("use --preconditioner jacobi or none"));
  if (on_host) CHECK(given({"--powers-halo", "deep"}).halo.powers_halo == PowersHalo::deep);
  CHECK_THROWS_WITH(given({"--matrix-precision", "single"}), ContainsSubstring("does not suit pipe2cg-powers"));
}

TEST_CASE("ca-pcg takes polynomials, as do groups of methods that it belongs to") {
  const auto given = [](std::vector<const char*> words) {
    return std::get<SolveOptions>(parse_command_line(words, {catalogue(), 1, 1e12}));
  };
  for (const char* preconditioner : {"chebyshev", "newton"})
    for (const char* names_of_methods : {"ca-pcg", "all-cg"}) {
      const SolveOptions options = given({"--method", names_of_methods, "--preconditioner", preconditioner});
      CHECK_THAT(names(options), ContainsSubstring(fmt::format("ca-pcg/{} ", preconditioner)));
      CHECK_THAT(names(options), !ContainsSubstring("ca-cg"));
    }
  // Its products come one by one, so chunks of rows are of use.
  CHECK(given({"--method", "ca-pcg", "--preconditioner", "chebyshev", "--overlap", "dynamic"}).halo.overlap ==
        Overlap::dynamic);
  CHECK_THROWS_WITH(given({"--method", "ca-pcg", "--preconditioner", "ic0"}),
                    ContainsSubstring("ca-pcg cannot take --preconditioner ic0") &&
                        ContainsSubstring("use --preconditioner chebyshev, jacobi or none"));
}

TEST_CASE("how halos of powers and of products are exchanged is refused where there are none") {
  constexpr CatalogueRow with_powers[] = {{"pcg", nullptr, Family::cg, Preconditioning::any, "pcg", ""},
                                          {.name = "ca-pcg",
                                           .family = Family::cg,
                                           .preconditioning = Preconditioning::diagonal,
                                           .classical = "pcg",
                                           .citation = "",
                                           .needs = Needs::basis}};
  const auto complaint = [&](const std::vector<const char*>& words, int ranks = 2) -> std::string {
    try {
      static_cast<void>(parse_command_line(words, {with_powers, ranks, 1e12}));
    } catch (const SetupError& error) {
      CHECK(error.messages().size() == 1);
      return error.messages().front();
    }
    return "";
  };
  for (const char* halo : {"deep", "rounds"})
    CHECK_THAT(complaint({"--method", "pcg", "--powers-halo", halo}),
               ContainsSubstring("--powers-halo") && ContainsSubstring("has no effect"));
  CHECK(complaint({"--method", "pcg", "--preconditioner", "chebyshev", "--powers-halo", "rounds"}).empty());
  CHECK(complaint({"--method", "pcg,ca-pcg", "--powers-halo", "deep"}).empty() == on_host);
  CHECK_THAT(complaint({"--method", "ca-pcg", "--format", "crs", "--powers-halo", "deep"}),
             ContainsSubstring("--powers-halo deep has no effect"));
  CHECK(complaint({"--method", "ca-pcg", "--format", "crs", "--powers-halo", "rounds"}).empty());
  for (const char* alone : {"1", "0"})
    CHECK_THAT(complaint({"--method", "pcg", "--preconditioner", "chebyshev", "--chebyshev-degree", alone,
                          "--powers-halo", "deep"}),
               ContainsSubstring("--powers-halo deep has no effect"));
  CHECK_THAT(complaint({"--method", "ca-pcg", "--s-step", "1", "--powers-halo", "deep"}),
             ContainsSubstring("--powers-halo deep has no effect"));
  CHECK_THAT(complaint({"--method", "ca-pcg", "--powers-halo", "deep"}, 1),
             ContainsSubstring("--powers-halo deep has no effect"));
  CHECK(complaint({"--method", "ca-pcg", "--powers-halo", "rounds"}, 1).empty());
  const std::string dynamic = complaint({"--method", "ca-pcg", "--overlap", "dynamic"});
  CHECK_THAT(dynamic, ContainsSubstring(on_host ? "use --overlap static" : ""));
  CHECK(dynamic.empty() != on_host);
  CHECK(complaint({"--method", "ca-pcg", "--overlap", "dynamic", "--format", "crs"}).empty());
  CHECK(complaint({"--method", "ca-pcg", "--overlap", "static"}).empty());
  CHECK(complaint({"--method", "pcg,ca-pcg", "--overlap", "dynamic"}).empty());
}

TEST_CASE("block preconditioners need several unknowns per point, and row colourings exclude blocks") {
  CHECK_THAT(complaint_of({"--format", "sell-block"}), ContainsSubstring("--format sell"));
  CHECK_THAT(complaint_of({"--method", "pcg", "--preconditioner", "block-ic0"}),
             ContainsSubstring("--preconditioner ic0"));
  CHECK_THAT(complaint_of({"--method", "pcg", "--preconditioner", "block-lu"}),
             ContainsSubstring("--preconditioner jacobi"));
  const auto body = [](const char* preconditioner, const char* ordering) {
    return complaints_of({"--problem", "elasticity3d", "--method", "pcg", "--format", "sell-block", "--preconditioner",
                          preconditioner, "--ordering", ordering});
  };
  CHECK(body("block-ic0", "multicolour").empty());
  CHECK(body("ic0", "natural").empty() == on_host);
  CHECK(body("ic0", "multicolour").size() == 1);
  CHECK_THAT(
      complaint_of({"--problem", "convection-diffusion", "--method", "pbicgstab", "--preconditioner", "chebyshev"}),
      ContainsSubstring("symmetric"));
}

TEST_CASE("a device gets colours where rows would wait for each other, and chunks as high as its warps") {
  const auto ordering = [](const char* preconditioner) {
    return solve({"--method", "pcg", "--preconditioner", preconditioner}).ordering.ordering;
  };
  for (const char* in_turn : {"ic0", "sgs", "block-jacobi-ic0"})
    CHECK(ordering(in_turn) == (on_host ? OrderingChoice::natural : OrderingChoice::multicolour));
  for (const char* at_once : {"none", "jacobi", "chebyshev"}) CHECK(ordering(at_once) == OrderingChoice::natural);
  CHECK(solve({}).matrix.chunk == (on_host ? 8 : 32));
  for (const char* coupled : {"natural", "interior-first"}) {
    const auto complaints = complaints_of({"--method", "pcg", "--preconditioner", "ic0", "--ordering", coupled});
    CHECK(complaints.empty() == on_host);
    if (!on_host) CHECK_THAT(complaints.front(), ContainsSubstring("--ordering multicolour"));
  }
  CHECK(complaints_of({"--method", "pcg", "--preconditioner", "ic0", "--ordering", "red-black"}).empty());
}

}  // namespace minikrylov
