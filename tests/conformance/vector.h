#ifndef CPSIZER_TESTS_CONFORMANCE_VECTOR_H_
#define CPSIZER_TESTS_CONFORMANCE_VECTOR_H_

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "cpsizer/v1/plan_cluster_autoscaler.pb.h"
#include "cpsizer/v1/recommend_machine.pb.h"
#include "cpsizer/v1/recommend_replicas.pb.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "cpsizer/v1/scale_cpu_requests.pb.h"
#include "cpsizer/v1/validate_config.pb.h"
#include "google/protobuf/message.h"
#include "google/rpc/status.pb.h"

// The contract as a table of requests and responses. The files of conformance/ are written from this table.
namespace cpsizer::conformance {

using Request = std::variant<v1::RecommendSizeRequest, v1::BatchRecommendSizeRequest, v1::ValidateConfigRequest,
                             v1::RecommendReplicasRequest, v1::ScaleCpuRequestsRequest, v1::RecommendMachineRequest,
                             v1::PlanClusterAutoscalerRequest, v1::BatchRecommendReplicasRequest>;
// The response to the request, or the status of its error.
using Answer = std::variant<v1::RecommendSizeResponse, v1::BatchRecommendSizeResponse, v1::ValidateConfigResponse,
                            v1::RecommendReplicasResponse, v1::ScaleCpuRequestsResponse, v1::RecommendMachineResponse,
                            v1::PlanClusterAutoscalerResponse, v1::BatchRecommendReplicasResponse, google::rpc::Status>;

// One vector: a request with the reviewed summary of its response.
struct Vector {
  absl::string_view rule;  // id of the rule that the vector is about
  absl::string_view name;  // a sentence; unique among all vectors
  Request request;
  // The reviewed summary of the response.
  std::vector<std::string> reviewed;
};

// A rule of the decision that every implementation follows.
struct DecisionRule {
  absl::string_view id;
  absl::string_view meaning;  // one sentence
};
absl::Span<const DecisionRule> DecisionRules();

// The vectors about one subject, which are written to one file.
struct Subject {
  absl::string_view file;  // the name of the file in conformance/
  std::vector<Vector> (*vectors)();
};
absl::Span<const Subject> Subjects();

std::vector<Vector> ArithmeticVectors();
std::vector<Vector> CapacityVectors();
std::vector<Vector> CpuPolicyVectors();
std::vector<Vector> ChoiceVectors();
std::vector<Vector> ObservationVectors();
std::vector<Vector> NodeCountVectors();
std::vector<Vector> HygieneVectors();
std::vector<Vector> RequestVectors();
std::vector<Vector> BatchVectors();
std::vector<Vector> ErrorVectors();
std::vector<Vector> WarningVectors();
std::vector<Vector> AutoscalerVectors();
std::vector<Vector> UpdateVectors();
std::vector<Vector> ReplicaVectors();
std::vector<Vector> ReplicaBatchVectors();
std::vector<Vector> CpuRequestVectors();
std::vector<Vector> ClusterAutoscalerVectors();
std::vector<Vector> MachineVectors();
std::vector<Vector> MachineDecisionVectors();
std::vector<Vector> ClusterAutoscalerPlanVectors();

// Parses a message from JSON.
void ReadJson(const std::string& json, google::protobuf::Message& message);

// Parses a request from JSON.
template <typename RequestMessage>
RequestMessage FromJson(const std::string& json) {
  RequestMessage request;
  ReadJson(json, request);
  return request;
}

// Returns a message after a change, so that the code of a vector shows the difference between two requests.
template <typename Message, typename Change>
Message With(Message message, Change change) {
  change(message);
  return message;
}

// Returns the response of the decision library.
Answer Ask(const Request& request);

// Returns the parts of a response that a reviewer needs to check the response: outcome, size and driver; the sources of
// the capacity and fraction of this size; the reason why the decision ignores a resource; the proposal of each metric
// and the result of each step; the rule and path of every finding or violation.
std::vector<std::string> Gist(const Answer& answer);

}  // namespace cpsizer::conformance

#endif  // CPSIZER_TESTS_CONFORMANCE_VECTOR_H_
