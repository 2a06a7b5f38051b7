#include "cpsizer/record_rescale.h"

#include "server/engine/findings.h"
#include "server/engine/replicas/replica_history.h"
#include "server/engine/replicas/settings.h"

namespace cpsizer {

void RecordRescale(const v1::HorizontalPodAutoscalerSpec& spec, int32_t from, int32_t to, absl::Time when,
                   v1::ReplicaHistory& history) {
  if (from == to) return;
  // Whoever reads the history next says what is wrong with it, or with the spec.
  google::protobuf::RepeatedPtrField<v1::Finding> list;
  Findings unused(list);
  const ScalingSpec scaling = ReadScalingSpec(spec, ReplicasSettings(), unused);
  if (!scaling.behavior.has_value()) return;
  ReplicaHistory read = ReadHistory(history, unused);
  RecordScaleEvent(*scaling.behavior, from, to, absl::ToUnixNanos(when), read);
  history.Clear();
  WriteHistory(read, history);
}

}  // namespace cpsizer
