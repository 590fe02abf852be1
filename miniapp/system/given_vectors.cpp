// Right-hand sides, solutions and initial guesses given by the user.
#include "miniapp/system/given_vectors.hpp"

#include "comm/partition/global_order.hpp"
#include "kernels/core/arrays.hpp"
#include "miniapp/system/right_hand_sides.hpp"
#include "problems/market/array.hpp"

namespace minikrylov {
namespace {

/// The columns of a file, if it has the right shape.
std::optional<int> columns_in(const std::string& file, std::optional<GlobalIndex> rows, Complaints& complaints) {
  if (file.empty()) return std::nullopt;
  try {
    const ArrayHeader header = read_array_header(file);
    require_shape(header, {rows.value_or(header.rows), max_width}, file);
    return static_cast<int>(header.columns);
  } catch (const SetupError& error) {
    complaints.add(error);
    return std::nullopt;
  }
}

/// The array in a file, on all ranks: their rows, each with all columns. Empty without a file. Collective.
std::vector<double> read_columns(const std::string& file, const std::vector<GlobalIndex>& numbers, GlobalIndex rows,
                                 const Communicator& ranks) {
  if (file.empty()) return {};
  const DenseColumns all = on_first_rank(ranks, [&] { return read_market_array(file, {rows, max_width}); });
  return scatter_columns(all, numbers, ranks);
}

/// Each value `width` times, if there is one per row.
std::vector<double> for_all_columns(std::vector<double> values, std::size_t rows, int width) {
  if (values.size() != rows || width == 1) return values;
  std::vector<double> repeated;
  repeated.reserve(rows * static_cast<std::size_t>(width));
  for (const double value : values) repeated.insert(repeated.end(), static_cast<std::size_t>(width), value);
  return repeated;
}

Array<double> array_or_none(const char* name, const std::vector<double>& values) {
  return values.empty() ? Array<double>() : array_of(name, values);
}

Array<double> random_numbers(const char* name, const AssembledRows& assembled, int width, RandomStream stream) {
  const LocalIndex rows = assembled.rows.rows;
  const Vector x{allocate<double>(name, static_cast<std::size_t>(Offset{rows} * width)), rows, width};
  fill_pseudo_random(assembled.global_number, x, 0, stream);
  return x.data;
}

}  // namespace

int agreed_width(const VectorOptions& options, std::optional<GlobalIndex> rows, int asked) {
  Complaints complaints;
  const std::string &b = options.rhs_file, &x = options.solution_file, &x0 = options.guess_file;
  const auto of_b = columns_in(b, rows, complaints), of_x = columns_in(x, rows, complaints),
             of_x0 = columns_in(x0, rows, complaints);
  complaints.unless(!of_b || !of_x || *of_b == *of_x,
                    "{} has {} columns and {} has {} (each right-hand side has one solution) give as many", b,
                    of_b.value_or(0), x, of_x.value_or(0));
  const int width = of_b ? *of_b : of_x.value_or(asked);
  complaints.unless(asked == 1 || asked == width,
                    "rhs {} does not suit {} (it has {} columns, each a right-hand side) omit rhs", asked, of_b ? b : x,
                    width);
  complaints.unless(!of_x0 || *of_x0 == 1 || *of_x0 == width,
                    "{} has {} columns (there are {} right-hand sides) give one column of x0, or as many", x0,
                    of_x0.value_or(0), width);
  complaints.raise();
  return width;
}

GivenVectors given_vectors(const VectorOptions& options, const AssembledRows& assembled, int asked,
                           const Communicator& ranks) {
  const auto rows = static_cast<GlobalIndex>(ranks.reduce(assembled.rows.rows, ReduceBy::sum));
  const int on_rank_0 = on_first_rank(ranks, [&] { return agreed_width(options, rows, asked); });
  const int width = static_cast<int>(ranks.reduce(on_rank_0, ReduceBy::maximum));
  require(
      options.rhs != RhsSource::random || assembled.rows.nullspace == Nullspace::none,
      "a random right-hand side does not suit this matrix (its rows add up to zero, so most right-hand sides have no "
      "solution) give one (rhs-file), or its solution (solution-file)");
  std::vector<GlobalIndex> numbers(assembled.global_number.extent(0));
  Kokkos::deep_copy(Kokkos::View<GlobalIndex*, Kokkos::HostSpace>(numbers.data(), numbers.size()),
                    assembled.global_number);
  const auto read = [&](const std::string& file) {
    return for_all_columns(read_columns(file, numbers, rows, ranks), numbers.size(), width);
  };
  GivenVectors given{.width = width,
                     .rhs = array_or_none("b", read(options.rhs_file)),
                     .solution = array_or_none("exact x", read(options.solution_file)),
                     .guess = array_or_none("x0", read(options.guess_file))};
  if (options.rhs == RhsSource::random)
    given.rhs = random_numbers("b", assembled, width, {RandomStream::Use::rhs, options.rhs_seed});
  if (options.guess == GuessSource::random)
    given.guess = random_numbers("x0", assembled, width, {RandomStream::Use::guess, options.guess_seed});
  return given;
}

AssembledRows with_vectors(AssembledRows assembled, const GivenVectors& given) {
  if (given.rhs.extent(0) == 0 && given.solution.extent(0) == 0) return assembled;
  assembled.rows.rhs = given.rhs;  // empty: A x
  assembled.rows.solution = given.solution;
  return assembled;
}

SystemDescription with_vectors(SystemDescription description, const VectorOptions& options, const System& system) {
  description.rhs_source = options.rhs;
  if (!options.rhs_file.empty()) description.rhs_file = options.rhs_file;
  if (options.rhs == RhsSource::random) description.rhs_seed = options.rhs_seed;
  if (!options.solution_file.empty())
    description.solution_source = SolutionSource::file;
  else
    description.solution_source = system.solution.extent(0) > 0 ? SolutionSource::problem : SolutionSource::none;
  if (!options.solution_file.empty()) description.solution_file = options.solution_file;
  description.initial_guess = options.guess;
  if (!options.guess_file.empty()) description.initial_guess_file = options.guess_file;
  if (options.guess == GuessSource::random) description.initial_guess_seed = options.guess_seed;
  return description;
}

}  // namespace minikrylov
