#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "client/service/in_process_service.h"
#include "client/webhook/admission_review.h"
#include "client/webhook/queue_executor.h"
#include "client/webhook/reviewer.h"
#include "server/process/task_queue.h"

// Fuzzes the body of a request to the webhook. Any bytes must get a response, and the size of the response must be
// limited.
namespace cpsizer::webhook {
namespace {

void Require(bool holds) {
  if (!holds) std::abort();
}

bool IsOneLine(const std::string& text) {
  return std::none_of(text.begin(), text.end(),
                      [](char byte) { return absl::ascii_iscntrl(static_cast<unsigned char>(byte)); });
}

ReviewResult ResultOf(AdmissionReview review) {
  server::TaskQueue tasks;
  const std::unique_ptr<SizingService> service = MakeInProcessService(ExecutorOf(tasks));
  const auto validate = [&service](v1::ValidateConfigRequest request,
                                   SizingService::OnAnswer<v1::ValidateConfigResponse> answer) {
    service->ValidateConfig(std::move(request), std::move(answer));
  };
  Reviewer reviewer(validate, tasks, {OnFailure::kDeny, v1::SIZE_CPU_POLICY_UNSPECIFIED, "in-process"});
  absl::optional<ReviewResult> result;
  const Reviewer::Clock::time_point now{};
  reviewer.Review(std::move(review), now + std::chrono::seconds(1), [&result](const ReviewResult& given) {
    Require(!result.has_value());
    result = given;
  });
  // There is one task for each call of the service, and a review makes at most two calls.
  tasks.Run(now);
  tasks.Run(now);
  Require(result.has_value() && !tasks.next().has_value());
  return *std::move(result);
}

void Check(absl::string_view body) {
  absl::StatusOr<AdmissionReview> review = ReadAdmissionReview(body);
  if (!review.ok()) return Require(IsOneLine(std::string(review.status().message())));
  const std::string uid = review->uid;
  const ReviewResult result = ResultOf(*std::move(review));
  Require(result.message.size() <= kMaxMessageBytes && result.warnings.size() <= kMaxWarnings);
  for (const std::string& warning : result.warnings) {
    Require(warning.size() <= kMaxWarningOfFewBytes && IsOneLine(warning));
  }
  Require(result.allowed == (result.code == 0));
  const nlohmann::json answer = nlohmann::json::parse(FormatAdmissionReview(uid, result), nullptr, false);
  Require(answer.is_object() && answer["response"]["allowed"] == result.allowed);
}

}  // namespace
}  // namespace cpsizer::webhook

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  cpsizer::webhook::Check({reinterpret_cast<const char*>(data), size});
  return 0;
}
