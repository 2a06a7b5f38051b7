#ifndef CPSIZER_CLIENT_CAPACITY_RESCHEDULING_H_
#define CPSIZER_CLIENT_CAPACITY_RESCHEDULING_H_

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "client/capacity/management_cluster.h"

namespace cpsizer::capacity {

struct Move {
  size_t pod;          // an index of ManagementCluster::running
  int node = kNoNode;  // its new node
};

// The result of placing running pods again.
struct Moves {
  std::vector<Move> moves;  // the largest pods first
  size_t ended = 0;         // pods that end with their node
  // The pods without a new node: those for which a node has room, but its host or zone has a pod of the same component;
  // and those for which no node has room.
  size_t without_place = 0;
  size_t without_room = 0;

  size_t unplaced() const { return without_place + without_room; }
};

// Places running pods of a cluster again: pods that are not scheduled, or those of nodes that fail. The pods with the
// largest requests first, each on the node with the least free resources that has room. All other pods keep their
// nodes, because the scheduler does not move them. Immutable.
class Rescheduling {
 public:
  // `cluster` must outlive the object.
  explicit Rescheduling(const ManagementCluster& cluster);

  // Places the pods that are not scheduled.
  Moves OfPendingPods() const;
  // Places the pods of the failing nodes on the other nodes. `is_failing` has a value for each node.
  Moves OfFailingNodes(const std::vector<bool>& is_failing) const;

 private:
  struct State;

  void Place(const std::vector<size_t>& pods, State& state, Moves& moves) const;
  bool HasSpread(const RunningPod& running, size_t node, const State& state) const;
  int ChooseNode(const RunningPod& running, const State& state, bool& has_room) const;
  double Weighted(const Resources& resources) const;

  const ManagementCluster& cluster_;
  std::vector<Resources> free_;            // for each node
  std::vector<std::vector<bool>> allows_;  // for each of the rules, for each node
  std::map<int, std::vector<size_t>> components_;
  std::vector<std::vector<size_t>> pods_;  // for each node, its running pods
  std::vector<double> weights_;            // for each resource
};

// Returns the cluster after the moves, without the nodes that fail, and without the pods that end with them.
ManagementCluster WithMoves(const ManagementCluster& cluster, const Moves& moves, const std::vector<bool>& is_failing);

// Returns which nodes are in `zone`.
std::vector<bool> NodesOfZone(const ManagementCluster& cluster, const std::string& zone);

}  // namespace cpsizer::capacity

#endif  // CPSIZER_CLIENT_CAPACITY_RESCHEDULING_H_
