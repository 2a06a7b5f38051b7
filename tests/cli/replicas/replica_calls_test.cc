#include "client/cli/replicas/replica_calls.h"

#include <gtest/gtest.h>

#include <memory>
#include <utility>
#include <vector>

#include "cpsizer/recommend_replicas.h"
#include "google/protobuf/util/json_util.h"

namespace cpsizer::cli {
namespace {

// Returns a request about shop/web, which has 3 replicas. Its external metric requires 5 replicas.
v1::RecommendReplicasRequest WebRequest() {
  v1::RecommendReplicasRequest request;
  const auto status = google::protobuf::util::JsonStringToMessage(
      R"({"horizontalPodAutoscaler": {"metadata": {"name": "web", "namespace": "shop"}, "spec": {"maxReplicas": 10,
            "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"},
            "metrics": [{"type": "External", "external": {"metric": {"name": "queue"},
              "target": {"type": "AverageValue", "averageValue": "1"}}}]}},
          "scale": {"spec": {"replicas": 3}, "status": {"replicas": 3, "selector": "app=web"}},
          "readings": [{"externalValues": [{"value": "5"}]}], "now": "2026-01-02T03:00:00Z"})",
      &request);
  EXPECT_TRUE(status.ok()) << status.ToString();
  return request;
}

// Records the calls of a fake service. Also contains the errors that this service must return.
struct ReplicasLog {
  int singles = 0;
  int batches = 0;
  absl::Status broken_batches;
  absl::Status broken_singles;
  bool loses_one = false;
};

// A fake service that makes decisions with the library.
class LoggedReplicas : public SizingService {
 public:
  LoggedReplicas(Executor executor, ReplicasLog& log) : executor_(std::move(executor)), log_(log) {}

  // Throws an exception if the request is not about replicas.
  void Send(const Message& message, bool, Message& response, OnEnd end) override {
    absl::Status status;
    if (const auto* request = dynamic_cast<const v1::RecommendReplicasRequest*>(&message)) {
      ++log_.singles;
      status = cpsizer::RecommendReplicas(*request, dynamic_cast<v1::RecommendReplicasResponse&>(response));
      if (!log_.broken_singles.ok()) status = log_.broken_singles;
    } else {
      ++log_.batches;
      auto& batch = dynamic_cast<v1::BatchRecommendReplicasResponse&>(response);
      status = cpsizer::BatchRecommendReplicas(
          dynamic_cast<const v1::BatchRecommendReplicasRequest&>(message), [] { return false; }, batch);
      if (!log_.broken_batches.ok()) status = log_.broken_batches;
      if (log_.loses_one) batch.mutable_results()->RemoveLast();
    }
    executor_.post([status = std::move(status), end = std::move(end)] { end(status); });
  }

 private:
  const Executor executor_;
  ReplicasLog& log_;
};

class CallForReplicasTest : public ::testing::Test {
 protected:
  CallForReplicasTest() : requests_(3, WebRequest()) {
    requests_[1].clear_target();
    requests_[2].mutable_horizontal_pod_autoscaler()->mutable_spec()->set_max_replicas(4);
  }

  std::vector<absl::StatusOr<v1::RecommendReplicasResponse>> Call() {
    BlockingService client([this](Executor executor) { return std::make_unique<LoggedReplicas>(executor, log_); });
    return CallForReplicas(requests_, options_, client);
  }

  // Checks that each response of a batch is equal to the response of a single call.
  void ExpectAnswersOfSingleCalls() {
    const auto answers = Call();
    ASSERT_EQ(answers.size(), requests_.size());
    for (size_t i = 0; i < requests_.size(); ++i) {
      v1::RecommendReplicasRequest request = requests_[i];
      *request.mutable_options() = options_;
      v1::RecommendReplicasResponse response;
      EXPECT_EQ(answers[i].status(), RecommendReplicas(request, response));
      if (answers[i].ok()) {
        EXPECT_EQ(answers[i]->SerializeAsString(), response.SerializeAsString());
      }
    }
    EXPECT_TRUE(absl::IsInvalidArgument(answers[1].status()));
  }

  std::vector<v1::RecommendReplicasRequest> requests_;
  v1::RecommendReplicasOptions options_;
  ReplicasLog log_;
};

TEST_F(CallForReplicasTest, ABatchAnswersAsSingleCallsDo) {
  ExpectAnswersOfSingleCalls();
  options_.set_tolerance("2");
  options_.set_detail(v1::DETAIL_BRIEF);
  ExpectAnswersOfSingleCalls();
  options_.set_tolerance("wide");
  ExpectAnswersOfSingleCalls();
  EXPECT_EQ(log_.batches, 3);
  EXPECT_EQ(log_.singles, 0);
}

TEST_F(CallForReplicasTest, OneRequestIsASingleCallAndNoneMakesNoCall) {
  requests_.resize(1);
  EXPECT_EQ(Call().size(), 1u);
  requests_.clear();
  EXPECT_EQ(Call().size(), 0u);
  EXPECT_EQ(log_.singles, 1);
  EXPECT_EQ(log_.batches, 0);
}

TEST_F(CallForReplicasTest, RefusedBatchIsSentAsSingleCalls) {
  for (const absl::Status& status :
       {absl::UnimplementedError("old"), absl::ResourceExhaustedError("large"), absl::InvalidArgumentError("many")}) {
    log_.singles = 0;
    log_.broken_batches = status;
    ExpectAnswersOfSingleCalls();
    EXPECT_EQ(log_.singles, 3) << status;
  }
}

TEST_F(CallForReplicasTest, BatchWithoutAResultIsSentAsSingleCalls) {
  log_.loses_one = true;
  ExpectAnswersOfSingleCalls();
  EXPECT_EQ(log_.singles, 3);
}

TEST_F(CallForReplicasTest, UnavailableServiceIsNotCalledAgain) {
  log_.broken_batches = absl::UnavailableError("gone");
  const auto answers = Call();
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_EQ(answers[0].status(), log_.broken_batches);
  EXPECT_EQ(log_.singles, 0);
  log_.broken_batches = absl::UnimplementedError("old");
  log_.broken_singles = absl::UnavailableError("gone");
  EXPECT_EQ(Call().size(), 1u);
  EXPECT_EQ(log_.singles, 1);
}

}  // namespace
}  // namespace cpsizer::cli
