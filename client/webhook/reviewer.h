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
#include "client/webhook/validated_kinds.h"
#include "client/webhook/verdict.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "server/process/task_queue.h"

namespace cpsizer::webhook {

struct ReviewerOptions {
  OnFailure on_failure = OnFailure::kAllow;
  v1::SizeCpuPolicy cpu_policy = v1::SIZE_CPU_POLICY_UNSPECIFIED;
  std::string service_name;  // in messages: `in-process`, or the address of the service
};

// Returns `MachineAutoscaler openshift-machine-api/worker`: the object of a review in messages. Not escaped.
std::string SubjectOf(const AdmissionReview& review);

// Returns whether two objects differ at most in metadata and status.
bool HasSameConfiguration(const tree::Node& object, const tree::Node& other);

// Sends the object of a review to the service for validation, and makes a verdict of its findings. Reviews have no side
// effects, so a dry run is reviewed like any other request. Must be used only on the thread of `tasks`.
class Reviewer {
 public:
  using Clock = server::TaskQueue::Clock;
  using Done = std::function<void(const Verdict& verdict)>;
  // SizingService::ValidateConfig of a service.
  using Validate = std::function<void(v1::ValidateConfigRequest request,
                                      SizingService::OnAnswer<v1::ValidateConfigResponse> answer)>;

  // `tasks` must outlive it, and no review may be pending when it is destroyed.
  Reviewer(Validate validate, server::TaskQueue& tasks, ReviewerOptions options)
      : validate_(std::move(validate)), tasks_(tasks), options_(std::move(options)) {}

  // Calls `done` once, at the latest at `deadline`, possibly before it returns.
  void Review(AdmissionReview review, Clock::time_point deadline, Done done);

 private:
  // A review that has begun.
  struct Pending {
    AdmissionReview review;
    std::string subject;
    Done done;  // null: the verdict was delivered
    server::TaskQueue::TimerId timer;
    std::vector<v1::Finding> findings;
  };
  using Shared = std::shared_ptr<Pending>;
  using OnFindings = std::function<void(std::vector<v1::Finding> findings)>;

  // Passes all findings of an object to `on_findings`, unless the review is undecided because the service failed.
  void RequestFindings(const Shared& pending, ValidationInput input, OnFindings on_findings);
  void Conclude(const Shared& pending);
  // Requires that only metadata or status change.
  void CompareWithOld(const Shared& pending);
  void Fail(const Shared& pending, absl::string_view why);
  void Finish(const Shared& pending, const Verdict& verdict);

  const Validate validate_;
  server::TaskQueue& tasks_;
  const ReviewerOptions options_;
};

}  // namespace cpsizer::webhook

#endif  // CPSIZER_CLIENT_WEBHOOK_REVIEWER_H_
