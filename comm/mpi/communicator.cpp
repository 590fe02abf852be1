// The collectives of set-up and reporting, by MPI.
#include "comm/runtime/communicator.hpp"

#include <climits>
#include <numeric>

#include "comm/mpi/worlds.hpp"
#include "problems/require.hpp"

namespace minikrylov {
namespace {

MPI_Op operation(ReduceBy by) {
  if (by == ReduceBy::sum) return MPI_SUM;
  return by == ReduceBy::minimum ? MPI_MIN : MPI_MAX;
}

int as_count(std::size_t size) {
  require(size <= INT_MAX, "{} values in one message (more than MPI can count) use more ranks", size);
  return static_cast<int>(size);
}

// Offsets of the ranks' parts in a contiguous buffer, and its size.
std::vector<int> displacements(const std::vector<int>& counts) {
  as_count(std::accumulate(counts.begin(), counts.end(), std::size_t{0}));
  std::vector<int> begins(counts.size() + 1, 0);
  std::partial_sum(counts.begin(), counts.end(), begins.begin() + 1);
  return begins;
}

// The length of each rank's text.
std::vector<int> lengths_of_all(const std::string& value) {
  const int length = as_count(value.size());
  int size = 0;
  MPI_Comm_size(worlds().setup, &size);
  std::vector<int> lengths(static_cast<std::size_t>(size));
  MPI_Allgather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, worlds().setup);
  return lengths;
}

// The parts of a text that begin there.
std::vector<std::string> cut(const std::string& text, const std::vector<int>& begins) {
  std::vector<std::string> parts;
  for (std::size_t r = 0; r + 1 < begins.size(); ++r)
    parts.push_back(
        text.substr(static_cast<std::size_t>(begins[r]), static_cast<std::size_t>(begins[r + 1] - begins[r])));
  return parts;
}

// The lists that all ranks have for this one. With many ranks most lists are empty, and these are not sent.
template <class T> std::vector<std::vector<T>> exchanged(const std::vector<std::vector<T>>& lists, MPI_Datatype type) {
  MPI_Comm world = worlds().setup;
  int size = 0;
  MPI_Comm_size(world, &size);
  require(lists.size() == static_cast<std::size_t>(size),
          "{} lists for {} ranks (each rank gets one) pass one per rank", lists.size(), size);
  std::vector<int> send_counts, receive_counts(lists.size());
  for (const std::vector<T>& list : lists) send_counts.push_back(as_count(list.size()));
  MPI_Alltoall(send_counts.data(), 1, MPI_INT, receive_counts.data(), 1, MPI_INT, world);
  constexpr int tag = 0;  // messages of two exchanges between the same ranks do not overtake each other
  std::vector<std::vector<T>> result(lists.size());
  std::vector<MPI_Request> requests;
  for (int rank = 0; rank < size; ++rank) {
    result[rank].resize(static_cast<std::size_t>(receive_counts[rank]));
    if (receive_counts[rank] > 0)
      MPI_Irecv(result[rank].data(), receive_counts[rank], type, rank, tag, world, &requests.emplace_back());
  }
  for (int rank = 0; rank < size; ++rank)
    if (send_counts[rank] > 0)
      MPI_Isend(lists[rank].data(), send_counts[rank], type, rank, tag, world, &requests.emplace_back());
  // Open MPI takes no null pointer, not even for no requests.
  if (!requests.empty()) MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  return result;
}

}  // namespace

int Communicator::rank() const {
  int rank = 0;
  MPI_Comm_rank(worlds().setup, &rank);
  return rank;
}

int Communicator::size() const {
  int size = 0;
  MPI_Comm_size(worlds().setup, &size);
  return size;
}

double Communicator::reduce(double value, ReduceBy by) const {
  double result = 0;
  MPI_Allreduce(&value, &result, 1, MPI_DOUBLE, operation(by), worlds().setup);
  return result;
}

std::vector<double> Communicator::reduce(std::vector<double> values, ReduceBy by) const {
  std::vector<double> results(values.size());
  MPI_Allreduce(values.data(), results.data(), as_count(values.size()), MPI_DOUBLE, operation(by), worlds().setup);
  return results;
}

std::vector<double> Communicator::gather(double value) const {
  std::vector<double> values(static_cast<std::size_t>(size()));
  MPI_Allgather(&value, 1, MPI_DOUBLE, values.data(), 1, MPI_DOUBLE, worlds().setup);
  return values;
}

std::vector<std::string> Communicator::gather(const std::string& value) const {
  const std::vector<int> lengths = lengths_of_all(value);
  const std::vector<int> begins = displacements(lengths);
  std::string text(static_cast<std::size_t>(begins.back()), ' ');
  MPI_Allgatherv(value.data(), as_count(value.size()), MPI_CHAR, text.data(), lengths.data(), begins.data(), MPI_CHAR,
                 worlds().setup);
  return cut(text, begins);
}

std::vector<std::string> Communicator::gather_on_root(const std::string& value) const {
  const std::vector<int> lengths = lengths_of_all(value);
  const std::vector<int> begins = displacements(lengths);  // on all ranks, which refuse together what is too long
  const bool root = rank() == 0;
  std::string text(root ? static_cast<std::size_t>(begins.back()) : 0, ' ');
  MPI_Gatherv(value.data(), as_count(value.size()), MPI_CHAR, text.data(), lengths.data(), begins.data(), MPI_CHAR, 0,
              worlds().setup);
  return root ? cut(text, begins) : std::vector<std::string>();
}

std::vector<std::vector<int>> Communicator::exchange(const std::vector<std::vector<int>>& lists) const {
  return exchanged(lists, MPI_INT);
}

std::vector<std::vector<double>> Communicator::exchange(const std::vector<std::vector<double>>& lists) const {
  return exchanged(lists, MPI_DOUBLE);
}

void Communicator::barrier() const { MPI_Barrier(worlds().setup); }

double wall_time() { return MPI_Wtime(); }

}  // namespace minikrylov
