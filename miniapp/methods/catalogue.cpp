// The table of methods. What a method costs is not written here: it is observed (see observe_costs).
#include <algorithm>

#include "miniapp/methods/methods.hpp"

namespace minikrylov {
namespace {

constexpr auto none = Preconditioning::none, any = Preconditioning::any;
constexpr auto of_r = KnownNorms::unpreconditioned;

constexpr CatalogueRow embeds(CatalogueRow row) {
  row.embedding = Embedding::yes;
  return row;
}

constexpr CatalogueRow rows[] = {
    {"cg", cg, Family::cg, none, "cg", "Hestenes & Stiefel 1952"},
    embeds({"pcg", pcg, Family::cg, any, "pcg", "Hestenes & Stiefel 1952; Saad 2003, Algorithm 9.1"}),
    embeds({"cg-saad", cg_saad, Family::cg, none, "cg", "Saad 1985; Selvitopi & Aykanat 2014, figures 1 and 2"}),
    embeds({"cg-chronopoulos-gear", cg_chronopoulos_gear, Family::cg, any, "pcg", "Chronopoulos & Gear 1989"}),
    {"sapcg", sapcg, Family::cg, any, "pcg", "D'Azevedo, Eijkhout & Romine 1993; Eller & Gropp 2016"},
    {"nbpcg", nbpcg, Family::cg, any, "pcg", "Gropp 2010; Eller & Gropp 2016"},
    embeds({"pipecg", pipecg, Family::cg, any, "pcg", "Ghysels & Vanroose 2014, Algorithm 4"}),
    {"pipecg-rr",
     pipecg_rr,
     Family::cg,
     any,
     "pcg",
     "Cools, Yetkin, Agullo, Giraud & Vanroose 2018",
     KnownNorms::all,
     Needs::spectrum},
    {"pipe2cg", pipe2cg, Family::cg, any, "pcg", "Eller & Gropp 2016"},
    {"pipeprcg", pipeprcg, Family::cg, any, "pcg", "Chen & Carson 2020"},
    {"plcg",
     plcg,
     Family::cg,
     any,
     "pcg",
     "Cornelis, Cools & Vanroose 2018",
     KnownNorms::natural,
     Needs::spectrum,
     100},
    {"bicgstab",
     bicgstab,
     Family::bicgstab,
     none,
     "bicgstab",
     "van der Vorst 1992; Krasnopolsky 2019, Algorithm 2",
     of_r},
    {"pbicgstab",
     pbicgstab,
     Family::bicgstab,
     any,
     "pbicgstab",
     "van der Vorst 1992; Krasnopolsky 2019, Algorithm 5",
     of_r},
    {"ibicgstab",
     ibicgstab,
     Family::bicgstab,
     none,
     "bicgstab",
     "Yang & Brent 2002; Krasnopolsky 2019, Algorithm 3",
     of_r},
    {"pipebicgstab",
     pipebicgstab,
     Family::bicgstab,
     none,
     "bicgstab",
     "Cools & Vanroose 2017; Krasnopolsky 2019, Algorithm 4",
     of_r},
    {"pipebicgstab-rr", pipebicgstab_rr, Family::bicgstab, none, "bicgstab", "Cools & Vanroose 2017, section 4", of_r},
    {"rbicgstab",
     rbicgstab,
     Family::bicgstab,
     any,
     "pbicgstab",
     "Krasnopolsky 2010; Krasnopolsky 2019, Algorithm 6",
     of_r},
    {"ppipebicgstab",
     ppipebicgstab,
     Family::bicgstab,
     any,
     "pbicgstab",
     "Cools & Vanroose 2017; Krasnopolsky 2019, Algorithm 7",
     of_r},
    {"ppipebicgstab-rr",
     ppipebicgstab_rr,
     Family::bicgstab,
     any,
     "pbicgstab",
     "Cools & Vanroose 2017, section 4",
     of_r},
};

}  // namespace

std::span<const CatalogueRow> catalogue() { return rows; }

const CatalogueRow* find_method(std::string_view name) {
  const auto* row = std::find_if(std::begin(rows), std::end(rows), [&](const auto& r) { return r.name == name; });
  return row == std::end(rows) ? nullptr : row;
}

}  // namespace minikrylov
