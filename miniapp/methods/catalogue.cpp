// The table of methods. What a method costs is not written here: it is observed (see observe_costs).
#include <algorithm>

#include "miniapp/methods/methods.hpp"

namespace minikrylov {
namespace {

constexpr auto no_M = Preconditioning::none, any_M = Preconditioning::any;
constexpr auto of_r = KnownNorms::unpreconditioned;

constexpr CatalogueRow embeds(CatalogueRow row) {
  row.embedding = Embedding::yes;
  return row;
}

constexpr CatalogueRow all_methods[] = {
    {"cg", cg, Family::cg, no_M, "cg", "Hestenes & Stiefel 1952"},
    embeds({"pcg", pcg, Family::cg, any_M, "pcg", "Hestenes & Stiefel 1952; Saad 2003, Algorithm 9.1"}),
    embeds({"cg-saad", cg_saad, Family::cg, no_M, "cg", "Saad 1985; Selvitopi & Aykanat 2014, figures 1 and 2"}),
    embeds({"cg-chronopoulos-gear", cg_chronopoulos_gear, Family::cg, any_M, "pcg", "Chronopoulos & Gear 1989"}),
    {"sapcg", sapcg, Family::cg, any_M, "pcg", "D'Azevedo, Eijkhout & Romine 1993; Eller & Gropp 2016"},
    {"nbpcg", nbpcg, Family::cg, any_M, "pcg", "Gropp 2010; Eller & Gropp 2016"},
    embeds({"pipecg", pipecg, Family::cg, any_M, "pcg", "Ghysels & Vanroose 2014, Algorithm 4"}),
    {"pipecg-rr",
     pipecg_rr,
     Family::cg,
     any_M,
     "pcg",
     "Cools, Yetkin, Agullo, Giraud & Vanroose 2018",
     KnownNorms::all,
     Needs::spectrum},
    {"pipe2cg", pipe2cg, Family::cg, any_M, "pcg", "Eller & Gropp 2016"},
    {"pipeprcg", pipeprcg, Family::cg, any_M, "pcg", "Chen & Carson 2020"},
    {"plcg",
     plcg,
     Family::cg,
     any_M,
     "pcg",
     "Cornelis, Cools & Vanroose 2018",
     KnownNorms::natural,
     Needs::spectrum,
     100},
    {"bicgstab",
     bicgstab,
     Family::bicgstab,
     no_M,
     "bicgstab",
     "van der Vorst 1992; Krasnopolsky 2019, Algorithm 2",
     of_r},
    {"pbicgstab",
     pbicgstab,
     Family::bicgstab,
     any_M,
     "pbicgstab",
     "van der Vorst 1992; Krasnopolsky 2019, Algorithm 5",
     of_r},
    {"ibicgstab",
     ibicgstab,
     Family::bicgstab,
     no_M,
     "bicgstab",
     "Yang & Brent 2002; Krasnopolsky 2019, Algorithm 3",
     of_r},
    {"pipebicgstab",
     pipebicgstab,
     Family::bicgstab,
     no_M,
     "bicgstab",
     "Cools & Vanroose 2017; Krasnopolsky 2019, Algorithm 4",
     of_r},
    {"pipebicgstab-rr", pipebicgstab_rr, Family::bicgstab, no_M, "bicgstab", "Cools & Vanroose 2017, section 4", of_r},
    {"rbicgstab",
     rbicgstab,
     Family::bicgstab,
     any_M,
     "pbicgstab",
     "Krasnopolsky 2010; Krasnopolsky 2019, Algorithm 6",
     of_r},
    {"ppipebicgstab",
     ppipebicgstab,
     Family::bicgstab,
     any_M,
     "pbicgstab",
     "Cools & Vanroose 2017; Krasnopolsky 2019, Algorithm 7",
     of_r},
    {"ppipebicgstab-rr",
     ppipebicgstab_rr,
     Family::bicgstab,
     any_M,
     "pbicgstab",
     "Cools & Vanroose 2017, section 4",
     of_r},
};

}  // namespace

std::span<const CatalogueRow> catalogue() { return all_methods; }

const CatalogueRow* find_method(std::string_view name) {
  const auto* row =
      std::find_if(std::begin(all_methods), std::end(all_methods), [&](const auto& r) { return r.name == name; });
  return row == std::end(all_methods) ? nullptr : row;
}

}  // namespace minikrylov
