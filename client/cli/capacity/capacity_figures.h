#ifndef CPSIZER_CLIENT_CLI_CAPACITY_CAPACITY_FIGURES_H_
#define CPSIZER_CLIENT_CLI_CAPACITY_CAPACITY_FIGURES_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/optional.h"
#include "client/capacity/resources.h"
#include "client/cli/capacity/capacity_model.h"

namespace cpsizer::cli {

// The part of what is allocatable from which a warning is printed. Source: the sizing guide of HyperShift, of which 80
// % is the limit for control planes.
inline constexpr double kFullFraction = 0.8;

struct ZoneUse {
  std::string zone;  // empty: nodes without a zone
  size_t nodes = 0;
  capacity::Resources allocatable;
  capacity::Resources requested;
};

struct NodeUse {
  std::string name;
  std::string zone;  // empty: none
  capacity::Resources allocatable;
  capacity::Resources requested;
};

// The pod with the most memory of all that do not belong to their node.
struct LargestPod {
  std::string name;
  capacity::Resources requests;
  size_t nodes = 0;            // nodes that could hold it without other pods
  size_t nodes_with_room = 0;  // nodes that have room for one more now
  std::string roomiest_node;   // of these, the node with the most free memory; empty if there is none
};

struct SizeFigures {
  const SizeTemplate* size = nullptr;
  // Absent if the size has no template.
  absl::optional<int64_t> more;
  int64_t bound = 0;
  std::string limit;  // what prevents one more, such as `memory of zone a`
};

// The figures after the loss of a node or of a zone.
struct LossFigures {
  std::string what;  // such as `node a1` or `zone a`
  size_t moved = 0;
  size_t without_place = 0;  // pods whose anti-affinity allows no remaining node with room
  size_t without_room = 0;
  std::vector<absl::optional<int64_t>> more;  // for each size
};

struct CapacityFigures {
  std::vector<ZoneUse> zones;  // in the order of their names
  ZoneUse all;
  std::vector<NodeUse> nodes;  // in the order of the objects; planned nodes are last
  absl::optional<LargestPod> largest;
  // `more` of the sizes and of the losses is without the room for the surge of one rollout.
  std::vector<SizeFigures> sizes;
  size_t surge_without_room = 0;  // pods of CapacityModel::surge for which no node has room
  // The loss of the node whose pods find the fewest places, and of each zone if there are several.
  std::vector<LossFigures> losses;
};

// `model` must outlive the result.
CapacityFigures FiguresOf(const CapacityModel& model);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_CAPACITY_CAPACITY_FIGURES_H_
