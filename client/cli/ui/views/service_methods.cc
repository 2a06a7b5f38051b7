#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "client/cli/output/message_json.h"
#include "client/cli/ui/api/api_answer.h"
#include "client/cli/ui/views/page_answers.h"
#include "client/objects/escape.h"
#include "cpsizer/limits.h"
#include "cpsizer/status.h"
#include "google/protobuf/util/json_util.h"

namespace cpsizer::cli {
namespace {

template <typename Request, typename Response>
ui::ApiResponse CallWithJson(void (SizingService::*method)(Request, std::function<void(absl::StatusOr<Response>)>),
                             absl::string_view body, BlockingService& client) {
  Request request;
  const auto parsed = google::protobuf::util::JsonStringToMessage(std::string(body), &request);
  if (!parsed.ok()) {
    return ErrorAnswer(absl::InvalidArgumentError(
        absl::StrCat("the body is not a ", request.GetTypeName(), ": ",
                     objects::EscapeCut(std::string(parsed.message()), kMaxReportedTextBytes))));
  }
  constexpr size_t kLimit = kIsLarge<Request> ? kMaxBatchRequestBytes : kMaxUnaryRequestBytes;
  if (const absl::Status status = CheckRequestBytes(request.ByteSizeLong(), kLimit); !status.ok()) {
    return ErrorAnswer(status);
  }
  const absl::StatusOr<Response> response = client.Call(method, std::move(request));
  if (!response.ok()) return ErrorAnswer(response.status());
  std::string text;
  AppendCompactJson(*response, text);
  return JsonAnswer(std::move(text));
}

}  // namespace

ui::ApiResponse CallMethod(absl::string_view method, absl::string_view body, BlockingService& client) {
  if (method == "RecommendSize") return CallWithJson(&SizingService::RecommendSize, body, client);
  if (method == "BatchRecommendSize") return CallWithJson(&SizingService::BatchRecommendSize, body, client);
  if (method == "ValidateConfig") return CallWithJson(&SizingService::ValidateConfig, body, client);
  if (method == "RecommendReplicas") return CallWithJson(&SizingService::RecommendReplicas, body, client);
  if (method == "BatchRecommendReplicas") return CallWithJson(&SizingService::BatchRecommendReplicas, body, client);
  if (method == "ScaleCpuRequests") return CallWithJson(&SizingService::ScaleCpuRequests, body, client);
  if (method == "RecommendMachine") return CallWithJson(&SizingService::RecommendMachine, body, client);
  if (method == "PlanClusterAutoscaler") return CallWithJson(&SizingService::PlanClusterAutoscaler, body, client);
  return ErrorAnswer(absl::NotFoundError("the service has no such method"));
}

}  // namespace cpsizer::cli
