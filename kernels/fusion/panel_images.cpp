// Powers of M⁻¹ A for an M of which only the inverse can be applied: one column after the other, with its image.
#include "kernels/fusion/panel_statements.hpp"

namespace minikrylov {
namespace {

/// w_k = a w_k + b w_{k-1} + c w_{k-2}, where w_k holds A v_{k-1}; of terms that are zero no vector is read.
class ImageTerm {
 public:
  ImageTerm(const PowersTerm& term, const Panel& W, int k) : w_(W.columns[k]), used_{{}, W.name} {
    use(term.a, w_);
    if (term.b != 0) use(term.b, W.columns[k - 1]);
    if (k > 1 && term.c != 0) use(term.c, W.columns[k - 2]);
  }

  [[nodiscard]] Counts counts() const {
    const int n = used_.size();
    return {.reads = n, .writes = 1, .flops = 2 * n - 1};
  }
  void run(const Execution& how) const {
    Coordinates c(used_.size(), w_.width);
    for (int j = 0; j < used_.size(); ++j) c[j] = Scalars(w_.width, factors_[j]);
    // Of all right-hand sides: the basis of one that has ended is made, too, as by powers().
    assign({{w_, used_.name.c_str(), PanelAssign::From::nothing, used_ * c}}, Scalars(w_.width, 1), how);
  }

 private:
  void use(double factor, const Vector& w) {
    factors_.push_back(factor);
    used_.columns.push_back(w);
  }

  Vector w_;
  Panel used_;
  std::vector<double> factors_;
};

}  // namespace

void run_on_panels(const ImagesStatement& s, TrafficMeter& meter, KernelRunner& runner, const Execution& how) {
  using Kind = Formula::Line::Kind;
  const std::string &v = s.V.name, &w = s.W.name;
  const Formula of_product{{{Kind::operation, w, w + " = A " + v}}, {}};
  const Formula of_term{{{Kind::update, w, w + " = a " + w + " + b " + w + "' + c " + w + "''"}}, {}};
  const Formula of_M{{{Kind::operation, v, v + " = M⁻¹ " + w}}, {}};
  for (int k = 1; k < s.V.size(); ++k) {
    const Vector &last = s.V.columns[k - 1], &image = s.W.columns[k], &column = s.V.columns[k];
    ++meter.traffic.products;
    runner.run(
        of_product, [&] { return s.A->cost(meter.width); },
        [&] { s.A->apply(last, image, {.progress = how.progress}); });
    const ImageTerm term(s.terms[k - 1], s.W, k);
    ++meter.traffic.launches;
    const Cost cost = meter.add(term.counts());
    runner.run(
        of_term, [&] { return cost; }, [&] { term.run(how); });
    ++meter.traffic.preconditions;
    runner.run(
        of_M, [&] { return s.M->cost(meter.width); }, [&] { s.M->apply(image, column, how.progress); });
  }
}

}  // namespace minikrylov
