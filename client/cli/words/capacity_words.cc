#include "client/cli/words/word_tables.h"

namespace cpsizer::cli {
namespace {

constexpr absl::string_view kInCapacity = "the tables of cpsizer capacity";

constexpr Word kCapacityWords[] = {
    kColumns,
    {"ZONE", "The zone of the nodes, which is their label topology.kubernetes.io/zone.", kNoRemedy, kInCapacity},
    {"ALLOCATABLE", "What the pods of the nodes may request: the sum of status.allocatable.", kNoRemedy, kInCapacity},
    {"REQUESTED", "What the pods on the nodes request, as the scheduler counts it.", kNoRemedy, kInCapacity},
    {"USED", "The part of what is allocatable that is requested. From 80% on, a warning is printed.",
     "Add nodes, or lower the requests.", kInCapacity},
    {"TEMPLATE",
     "The cluster whose control plane is the template of further ones of the size: of the clusters with this size, the "
     "one with the most memory requested.",
     kNoRemedy, kInCapacity},
    {"MORE", "How many further control planes of the size fit, by simulated placement.", "Add nodes, if it is too few.",
     kInCapacity},
    {"BOUND", "A proven bound: no placement has room for more further control planes of the size.", kNoRemedy,
     kInCapacity},
    {"FIRST LIMIT",
     "Why one more does not fit: a resource, alone or of one zone; the nodes for a component; or a component for which "
     "no room was found.",
     kNoRemedy, kInCapacity},
    {"LOSS OF", "The node whose pods find the fewest places on other nodes, or a zone.", kNoRemedy, kInCapacity},
    {"MOVED", "The pods that find a place on other nodes.", kNoRemedy, kInCapacity},
    {"NO ROOM", "The pods that find no other node with room.", "Add nodes, so that one node per zone is free.",
     kInCapacity},
    {"NO OTHER ZONE",
     "The pods that wait until the node or zone is back, because each other zone or node with room has a pod of the "
     "same "
     "component.",
     kNoRemedy, kInCapacity},
};

}  // namespace

absl::Span<const Word> CapacityWords() {
  return kCapacityWords;
}

}  // namespace cpsizer::cli
