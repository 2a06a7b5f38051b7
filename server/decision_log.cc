#include "server/decision_log.h"

#include <algorithm>

#include "absl/container/inlined_vector.h"
#include "absl/strings/string_view.h"
#include "server/logging.h"
#include "server/traceparent.h"

namespace cpsizer::server {
namespace {

// What the caller sent, if it is well-formed.
absl::string_view Traceparent(const grpc::CallbackServerContext& context) {
  const auto& metadata = context.client_metadata();
  const auto found = metadata.find("traceparent");
  if (found == metadata.end()) return "";
  return ValidTraceparent({found->second.data(), found->second.size()});
}

// The demand as the answer has it, else (in a brief answer) as the request names it.
absl::string_view Demand(const v1::ResourceAssessment& assessment, absl::string_view requested) {
  return assessment.demand().empty() ? requested : absl::string_view(assessment.demand());
}

void LogDecision(absl::string_view traceparent, const v1::RecommendSizeRequest& request,
                 const v1::RecommendSizeResponse& response) {
  const LogField all[] = {
      {"previousSize", request.current_size()},
      {"newSize", response.recommended_size()},
      {"driver", v1::Driver_Name(response.driver())},
      {"kubeAPIServerMemory", Demand(response.memory(), request.demand().memory())},
      {"kubeAPIServerCPU", Demand(response.cpu(), request.demand().cpu())},
      // Twice: the first is the name that the existing controller's lines have.
      {"memoryFraction", response.memory().fraction()},
      {"effectiveMemoryFraction", response.memory().fraction()},
      {"effectiveCPUFraction", response.cpu().fraction()},
      {"managementCluster", request.cluster().management_cluster()},
      {"namespace", request.cluster().namespace_()},
      {"hostedCluster", request.cluster().name()},
      {"traceparent", traceparent},
  };
  absl::InlinedVector<LogField, 12> fields;
  std::copy_if(std::begin(all), std::end(all), std::back_inserter(fields),
               [](const LogField& field) { return !field.value.empty(); });
  Log(LogLevel::kDebug, "decided", fields);
}

}  // namespace

void LogDecision(const grpc::CallbackServerContext& context, const v1::RecommendSizeRequest& request,
                 const v1::RecommendSizeResponse& response) {
  LogDecision(Traceparent(context), request, response);
}

void LogDecisions(const grpc::CallbackServerContext& context, const v1::BatchRecommendSizeRequest& request,
                  const v1::BatchRecommendSizeResponse& response) {
  const absl::string_view traceparent = Traceparent(context);
  const int count = std::min(request.items_size(), response.results_size());
  for (int i = 0; i < count; ++i) {
    if (response.results(i).has_response()) LogDecision(traceparent, request.items(i), response.results(i).response());
  }
}

}  // namespace cpsizer::server
