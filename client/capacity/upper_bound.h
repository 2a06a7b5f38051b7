#ifndef CPSIZER_CLIENT_CAPACITY_UPPER_BOUND_H_
#define CPSIZER_CLIENT_CAPACITY_UPPER_BOUND_H_

#include <cstddef>
#include <cstdint>

#include "client/capacity/packing_problem.h"
#include "client/capacity/resources.h"

namespace cpsizer::capacity {

// A limit of the number of control planes.
enum class LimitKind : uint8_t {
  kResource,   // a resource: of all nodes, or of one zone
  kComponent,  // the nodes that have room for the pods of one component, even without the other ones
  kMix,        // several resources together
};

struct UpperBound {
  int64_t copies = 0;
  LimitKind kind = LimitKind::kMix;
  Resource resource = Resource::kMemory;  // for kResource
  size_t demand = 0;                      // for kComponent: the index of the component
  int zone = kNoZone;                     // for kResource and kMix: the zone, if it is the limit
};

// Returns a number of control planes that no placement exceeds, and the limit from which it follows. It is the least of
// these bounds:
// - for each component, the number if there were no others;
// - for each region and resource, what is free divided by what one control plane requires there. A node counts only
// with
//   what its pods can use together, for example without memory if it has no CPU;
// - for each region and group of the largest pods, how many of them its nodes have room for;
// - for each region, the same for mixes of resources.
// Requires at least one demand with a replica.
UpperBound FindUpperBound(const PackingProblem& problem);

}  // namespace cpsizer::capacity

#endif  // CPSIZER_CLIENT_CAPACITY_UPPER_BOUND_H_
