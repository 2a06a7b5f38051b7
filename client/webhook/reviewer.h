#ifndef CPSIZER_CLIENT_WEBHOOK_REVIEWER_H_
#define CPSIZER_CLIENT_WEBHOOK_REVIEWER_H_

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "client/service/sizing_service.h"
#include "client/webhook/admission_review.h"
#include "client/webhook/review_result.h"
#include "client/webhook/validated_kinds.h"
#include "cpsizer/replicas_defaults.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "server/process/task_queue.h"

namespace cpsizer::webhook {

struct ReviewerOptions {
  OnFailure on_failure = OnFailure::kAllow;
  v1::SizeCpuPolicy cpu_policy = v1::SIZE_CPU_POLICY_UNSPECIFIED;
  std::string service_name;  // for messages: `in-process`, or the address of the service
  std::string kubernetes_version = kDefaultKubernetesVersion;
};

// Returns the name of the object of a review for messages, such as `MachineAutoscaler openshift-machine-api/worker`.
// The name is not escaped.
std::string SubjectOf(const AdmissionReview& review);

// Returns whether two objects are equal except for their metadata, their status and their apiVersion.
bool HasSameConfiguration(const tree::Node& object, const tree::Node& other);

// Sends the object of a review to the service for validation, and makes a result from the findings. Reviews have no
// side effects, so dry-run requests are reviewed like other requests. Must be used only on the thread of `tasks`.
class Reviewer {
 public:
  using Clock = server::TaskQueue::Clock;
  using Done = std::function<void(const ReviewResult& result)>;
  // Has the signature of SizingService::ValidateConfig.
  using Validate = std::function<void(v1::ValidateConfigRequest request,
                                      SizingService::OnAnswer<v1::ValidateConfigResponse> answer)>;

  // `tasks` must outlive this object. No review may be pending when this object is destroyed.
  Reviewer(Validate validate, server::TaskQueue& tasks, ReviewerOptions options)
      : validate_(std::move(validate)), tasks_(tasks), options_(std::move(options)) {}

  // Calls `done` exactly once, at `deadline` or before. `done` may be called before this function returns.
  void Review(AdmissionReview review, Clock::time_point deadline, Done done);

 private:
  struct Pending {
    AdmissionReview review;
    std::string subject;
    Done done;  // null if the result was delivered
    server::TaskQueue::TimerId timer;
    std::vector<v1::Finding> findings;
  };
  using Shared = std::shared_ptr<Pending>;
  using OnFindings = std::function<void(std::vector<v1::Finding> findings)>;

  // Passes all findings of an object to `on_findings`. If the service fails, does not call `on_findings` and ends the
  // review without a decision.
  void RequestFindings(const Shared& pending, ValidationInput input, OnFindings on_findings);
  void Conclude(const Shared& pending);
  // Ends the review of an invalid object after comparing its errors with the errors of the old object. Requires that
  // the update changes only metadata or status.
  void CompareWithOld(const Shared& pending);
  void Fail(const Shared& pending, absl::string_view why);
  void Finish(const Shared& pending, const ReviewResult& result);

  const Validate validate_;
  server::TaskQueue& tasks_;
  const ReviewerOptions options_;
};

}  // namespace cpsizer::webhook

#endif  // CPSIZER_CLIENT_WEBHOOK_REVIEWER_H_
