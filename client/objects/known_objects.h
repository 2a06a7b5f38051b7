#ifndef CPSIZER_CLIENT_OBJECTS_KNOWN_OBJECTS_H_
#define CPSIZER_CLIENT_OBJECTS_KNOWN_OBJECTS_H_

#include <cstdint>
#include <initializer_list>

#include "absl/strings/string_view.h"

namespace cpsizer::objects {

// The kinds of objects that some decision looks at.
enum class ObjectKind : uint8_t {
  kOther,
  // Sizes of control planes.
  kConfiguration,
  kHostedCluster,
  kVerticalPodAutoscaler,
  kMachineSet,
  // Replicas of workloads.
  kHorizontalPodAutoscaler,
  kScale,
  kWorkload,  // Deployment, StatefulSet, ReplicaSet, ReplicationController
  kPod,
  kPodMetrics,
  kMetricValue,
  kExternalMetricValue,
};

// Some of the kinds.
class KindSet {
 public:
  constexpr KindSet(std::initializer_list<ObjectKind> kinds) {
    for (const ObjectKind kind : kinds) bits_ |= Bit(kind);
  }

  constexpr bool Has(ObjectKind kind) const { return (bits_ & Bit(kind)) != 0; }
  constexpr KindSet With(const KindSet& more) const {
    KindSet both = *this;
    both.bits_ |= more.bits_;
    return both;
  }

 private:
  static constexpr uint32_t Bit(ObjectKind kind) { return uint32_t{1} << static_cast<uint8_t>(kind); }

  uint32_t bits_ = 0;
};

// What a decision about sizes is made from.
inline constexpr KindSet kSizingKinds = {ObjectKind::kConfiguration, ObjectKind::kHostedCluster,
                                         ObjectKind::kVerticalPodAutoscaler, ObjectKind::kMachineSet};
// What can be validated, and what beside it findings may be about.
inline constexpr KindSet kValidatedKinds = {ObjectKind::kConfiguration, ObjectKind::kHostedCluster,
                                            ObjectKind::kVerticalPodAutoscaler, ObjectKind::kMachineSet,
                                            ObjectKind::kHorizontalPodAutoscaler};
// What tells which pods the autoscalers that are validated scale, where it can be read.
inline constexpr KindSet kScaledKinds = {ObjectKind::kScale, ObjectKind::kWorkload, ObjectKind::kPod};
inline constexpr KindSet kNoKinds = {};
// What a decision about replicas is made from.
inline constexpr KindSet kReplicaKinds = {ObjectKind::kHorizontalPodAutoscaler,
                                          ObjectKind::kScale,
                                          ObjectKind::kWorkload,
                                          ObjectKind::kPod,
                                          ObjectKind::kPodMetrics,
                                          ObjectKind::kMetricValue,
                                          ObjectKind::kExternalMetricValue};

struct ObjectType {
  ObjectKind kind = ObjectKind::kOther;
  bool version_known = true;
  absl::string_view api_version;  // the one that its fields are read by
};

// What an object is by its apiVersion and kind, among `kinds`. A kind of another API group is kOther, but for
// ClusterSizingConfiguration and HorizontalPodAutoscaler: nothing else is called so. Of the configuration the decision
// library tells what is wrong with it.
ObjectType Recognize(absl::string_view api_version, absl::string_view kind, const KindSet& kinds = kSizingKinds);

// Whether `text` holds the name of one of `kinds`.
bool NamesKnownKind(absl::string_view text, const KindSet& kinds = kSizingKinds);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_KNOWN_OBJECTS_H_
