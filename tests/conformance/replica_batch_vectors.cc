// Batches of autoscalers.
#include <vector>

#include "tests/conformance/vector.h"
#include "tests/engine/replicas/requests.h"

namespace cpsizer::conformance {
namespace {

using testing::At;
using testing::Desiring;

constexpr absl::string_view kReplicasBatch = "replicas-batch";

v1::BatchRecommendReplicasRequest ReplicasBatch(const std::vector<v1::RecommendReplicasRequest>& items) {
  v1::BatchRecommendReplicasRequest batch;
  for (const v1::RecommendReplicasRequest& item : items) *batch.add_items() = item;
  return batch;
}

v1::RecommendReplicasRequest WithoutTime(v1::RecommendReplicasRequest request) {
  request.clear_now();
  return request;
}

}  // namespace

std::vector<Vector> ReplicaBatchVectors() {
  return {
      {kReplicasBatch,
       "an invalid item fails alone, and the order is kept",
       ReplicasBatch({Desiring(3, 5), v1::RecommendReplicasRequest(), Desiring(3, 2)}),
       {"item 0: RESCALE 3 to 5", "item 1: INVALID_ARGUMENT FIELD_MISSING", "item 1: horizontalPodAutoscaler",
        "item 1: scale", "item 1: now", "item 2: RESCALE 3 to 2"}},
      {kReplicasBatch,
       "options of an item are merged over those of the batch, field by field",
       With(ReplicasBatch({Desiring(100, 105, 1, 200), Desiring(100, 105, 1, 200), Desiring(100, 105, 1, 200)}),
            [](auto& batch) {
              batch.mutable_options()->set_tolerance("0.02");
              batch.mutable_items(1)->mutable_options()->set_detail(v1::DETAIL_FULL);
              batch.mutable_items(2)->mutable_options()->set_tolerance("0.2");
            }),
       {"item 0: RESCALE 100 to 105", "item 1: RESCALE 100 to 105",
        "item 1: external metric queue(nil): 1050m of 1; ceil(105 / 1) = 105, wins", "item 2: KEEP 100 to 100"}},
      {kReplicasBatch,
       "items without a time use that of the batch",
       With(ReplicasBatch({WithoutTime(Desiring(3, 5)), Desiring(3, 5)}), [](auto& batch) { batch.set_now(At(60)); }),
       {"item 0: RESCALE 3 to 5", "item 1: RESCALE 3 to 5"}},
      {kReplicasBatch,
       "an item without a time in a batch without one",
       ReplicasBatch({WithoutTime(Desiring(3, 5))}),
       {"item 0: INVALID_ARGUMENT FIELD_MISSING", "item 0: now"}},
      {kReplicasBatch, "an empty batch of autoscalers", ReplicasBatch({}), {}},
  };
}

}  // namespace cpsizer::conformance
