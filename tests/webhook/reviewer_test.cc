#include "client/webhook/reviewer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "client/service/in_process_service.h"
#include "client/tree/node_json.h"
#include "client/webhook/queue_executor.h"
#include "tests/webhook/review_bodies.h"

namespace cpsizer::webhook {
namespace {

using ::cpsizer::testing::MachineAutoscalerOf;
using ::cpsizer::testing::ReviewOf;
using ::cpsizer::testing::SizesOf;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

using Clock = Reviewer::Clock;

// Makes decisions in this process. The test can hold the calls or make them fail.
class TestService {
 public:
  explicit TestService(server::TaskQueue& tasks) : decider_(MakeInProcessService(ExecutorOf(tasks))) {}

  void ValidateConfig(v1::ValidateConfigRequest request, SizingService::OnAnswer<v1::ValidateConfigResponse> answer) {
    ++calls;
    policy = request.cpu_policy();
    kubernetes_version = request.kubernetes_version();
    old_config = request.old_config();
    if (!failure.ok()) return answer(failure);
    if (!hold) return decider_->ValidateConfig(std::move(request), std::move(answer));
    held = [this, request, answer] { decider_->ValidateConfig(request, answer); };
  }

  absl::Status failure;
  bool hold = false;
  std::function<void()> held;
  int calls = 0;
  v1::SizeCpuPolicy policy = v1::SIZE_CPU_POLICY_UNSPECIFIED;
  std::string kubernetes_version;
  v1::ConfigOldObject old_config;

 private:
  const std::unique_ptr<SizingService> decider_;
};

class ReviewerTest : public ::testing::Test {
 protected:
  void Begin(const nlohmann::json& review) {
    const auto validate = [this](v1::ValidateConfigRequest request,
                                 SizingService::OnAnswer<v1::ValidateConfigResponse> answer) {
      service_.ValidateConfig(std::move(request), std::move(answer));
    };
    Reviewer& reviewer = reviewers_.emplace_back(validate, tasks_, options_);
    reviewer.Review(*ReadAdmissionReview(review.dump()), deadline_,
                    [this](const ReviewResult& result) { verdicts_.push_back(result); });
  }

  // Returns the result of a review that is decided before its deadline.
  ReviewResult Review(const nlohmann::json& review) {
    verdicts_.clear();
    Begin(review);
    // There is one task for each call of the service, and a review makes at most two calls.
    tasks_.Run(now_);
    tasks_.Run(now_);
    EXPECT_EQ(verdicts_.size(), 1u);
    EXPECT_FALSE(tasks_.next().has_value()) << "the deadline is cancelled";
    return verdicts_.empty() ? ReviewResult() : verdicts_.front();
  }

  ReviewResult Update(const nlohmann::json& from, const nlohmann::json& to) {
    nlohmann::json review = ReviewOf("UPDATE", to);
    review["request"]["oldObject"] = from;
    return Review(review);
  }

  const Clock::time_point now_{};
  const Clock::time_point deadline_ = now_ + std::chrono::seconds(4);
  server::TaskQueue tasks_;
  TestService service_{tasks_};
  ReviewerOptions options_ = {OnFailure::kAllow, v1::SIZE_CPU_POLICY_UNSPECIFIED, "dns:///cpsizer:50051"};
  std::list<Reviewer> reviewers_;
  std::vector<ReviewResult> verdicts_;
};

TEST_F(ReviewerTest, AllowsAGoodObject) {
  EXPECT_EQ(Review(ReviewOf("CREATE", MachineAutoscalerOf(1, 2))).outcome, Outcome::kAllowed);
  EXPECT_EQ(Update(MachineAutoscalerOf(1, 3), MachineAutoscalerOf(1, 2)).outcome, Outcome::kAllowed);
}

TEST_F(ReviewerTest, DeniesAnObjectWithErrors) {
  const ReviewResult result = Review(ReviewOf("CREATE", MachineAutoscalerOf(3, 2)));
  EXPECT_EQ(result.outcome, Outcome::kDenied);
  EXPECT_THAT(result.message, HasSubstr("MachineAutoscaler openshift-machine-api/worker has 1 error"));
  EXPECT_THAT(result.message, HasSubstr("spec.maxReplicas"));
}

TEST_F(ReviewerTest, ReturnsWarnings) {
  const ReviewResult result = Review(ReviewOf("CREATE", SizesOf(3, "0.95")));
  EXPECT_EQ(result.outcome, Outcome::kAllowedWithWarnings);
  EXPECT_THAT(result.warnings, Contains(HasSubstr("FRACTION_NEAR_ONE")));
}

TEST_F(ReviewerTest, AnUnreadableObjectIsDeniedWithoutACall) {
  nlohmann::json object = MachineAutoscalerOf(1, 2);
  object["spec"]["minReplicas"] = "many";
  EXPECT_EQ(Review(ReviewOf("CREATE", object)).outcome, Outcome::kDenied);
  EXPECT_EQ(service_.calls, 0);
}

TEST_F(ReviewerTest, ADurationWithoutAUnitIsOneError) {
  nlohmann::json object = SizesOf(2, "0.5");
  object["spec"]["transitionDelay"]["increase"] = 30;
  const ReviewResult result = Review(ReviewOf("CREATE", object));
  EXPECT_THAT(result.message, AllOf(HasSubstr("has 1 error"), HasSubstr("is not a duration")));
}

TEST_F(ReviewerTest, PassesThePolicyToTheService) {
  options_.cpu_policy = v1::SIZE_CPU_POLICY_NEVER;
  Review(ReviewOf("CREATE", SizesOf(2, "0.5")));
  EXPECT_EQ(service_.policy, v1::SIZE_CPU_POLICY_NEVER);
}

TEST_F(ReviewerTest, AllowsWhatItDoesNotValidateWithAReason) {
  const nlohmann::json bad = MachineAutoscalerOf(3, 2);
  nlohmann::json pod = ReviewOf("CREATE", bad);
  pod["request"]["kind"] = {{"group", ""}, {"version", "v1"}, {"kind", "Pod"}};
  nlohmann::json version = ReviewOf("CREATE", bad);
  version["request"]["kind"]["version"] = "v9";
  nlohmann::json status = ReviewOf("UPDATE", bad);
  status["request"]["subResource"] = "status";
  nlohmann::json none = ReviewOf("CREATE", bad);
  none["request"]["object"] = nullptr;
  const struct {
    nlohmann::json review;
    absl::string_view why;
  } kCases[] = {
      {ReviewOf("DELETE", bad), "only CREATE and UPDATE are validated, this is \"DELETE\""},
      {ReviewOf("CONNECT", bad), "this is \"CONNECT\""},
      {pod, "the kind \"Pod\" is not validated"},
      {version, "the version \"autoscaling.openshift.io/v9\" of MachineAutoscaler is not validated"},
      {status, "the subresource \"status\" is not validated"},
      {none, "the review has no object"},
  };
  for (const auto& test : kCases) {
    const ReviewResult result = Review(test.review);
    EXPECT_EQ(result.outcome, Outcome::kNotReviewed) << test.why;
    EXPECT_TRUE(result.allowed);
    EXPECT_THAT(result.message, HasSubstr(test.why));
  }
  EXPECT_EQ(service_.calls, 0);
}

TEST_F(ReviewerTest, AnObjectThatIsBeingDeletedIsExempt) {
  const nlohmann::json before = MachineAutoscalerOf(1, 2);
  nlohmann::json bad = MachineAutoscalerOf(3, 2);
  bad["metadata"]["deletionTimestamp"] = "2026-01-01T00:00:00Z";
  const ReviewResult result = Update(before, bad);
  EXPECT_EQ(result.outcome, Outcome::kExempted);
  EXPECT_THAT(result.warnings, Contains(HasSubstr("error ")));
}

TEST_F(ReviewerTest, AnUpdateOfOnlyMetadataAndStatusIsExempt) {
  const nlohmann::json bad = MachineAutoscalerOf(3, 2);
  nlohmann::json labelled = bad;
  labelled["metadata"]["labels"] = {{"a", "b"}};
  labelled["status"] = {{"lastTargetRef", nullptr}};
  const ReviewResult result = Update(bad, labelled);
  EXPECT_EQ(result.outcome, Outcome::kExempted);
  EXPECT_THAT(result.message, HasSubstr("it had these errors before"));
  EXPECT_EQ(service_.calls, 2) << "the old object is validated too";
}

TEST_F(ReviewerTest, AnUpdateOfTheSpecWithErrorsIsDenied) {
  EXPECT_EQ(Update(MachineAutoscalerOf(4, 2), MachineAutoscalerOf(3, 2)).outcome, Outcome::kDenied);
  EXPECT_EQ(Update(MachineAutoscalerOf(1, 2), MachineAutoscalerOf(3, 2)).outcome, Outcome::kDenied);
}

TEST_F(ReviewerTest, AnErrorInMetadataThatIsNewIsDenied) {
  nlohmann::json object = SizesOf(2, "0.5");
  nlohmann::json renamed = object;
  renamed["metadata"]["name"] = "another";
  EXPECT_EQ(Update(object, renamed).outcome, Outcome::kDenied);
}

TEST_F(ReviewerTest, AnUpdateIsValidatedWithItsOldObject) {
  nlohmann::json before = MachineAutoscalerOf(1, 2);
  nlohmann::json after = MachineAutoscalerOf(1, 3);
  before["metadata"]["uid"] = "0c42";
  after["metadata"]["uid"] = "6f1e";
  const ReviewResult result = Update(before, after);
  EXPECT_EQ(result.outcome, Outcome::kDenied);
  EXPECT_THAT(result.message, HasSubstr("FIELD_IMMUTABLE at metadata.uid"));
  EXPECT_EQ(service_.old_config.machine_autoscaler().metadata().uid(), "0c42");
  EXPECT_EQ(service_.old_config.machine_autoscaler().spec().max_replicas(), 2);

  EXPECT_EQ(Review(ReviewOf("CREATE", after)).outcome, Outcome::kAllowed);
  EXPECT_EQ(service_.old_config.config_case(), v1::ConfigOldObject::CONFIG_NOT_SET);
}

TEST_F(ReviewerTest, OmitsAnOldObjectThatCannotBeRead) {
  nlohmann::json before = MachineAutoscalerOf(1, 2);
  before["spec"]["minReplicas"] = "many";
  EXPECT_EQ(Update(before, MachineAutoscalerOf(1, 3)).outcome, Outcome::kAllowed);
  EXPECT_EQ(service_.old_config.config_case(), v1::ConfigOldObject::CONFIG_NOT_SET);
}

TEST_F(ReviewerTest, ACreateIsNeverExempt) {
  nlohmann::json bad = MachineAutoscalerOf(3, 2);
  bad["metadata"]["deletionTimestamp"] = "2026-01-01T00:00:00Z";
  EXPECT_EQ(Review(ReviewOf("CREATE", bad)).outcome, Outcome::kDenied);
}

TEST_F(ReviewerTest, AFailedCallAllowsOrDeniesAsConfigured) {
  service_.failure = absl::UnavailableError("the service dns:///cpsizer:50051 responded with UNAVAILABLE: refused");
  const ReviewResult allowed = Review(ReviewOf("CREATE", MachineAutoscalerOf(1, 2)));
  EXPECT_EQ(allowed.outcome, Outcome::kFailedOpen);
  EXPECT_THAT(allowed.warnings, Contains(HasSubstr("dns:///cpsizer:50051")));
  options_.on_failure = OnFailure::kDeny;
  const ReviewResult denied = Review(ReviewOf("CREATE", MachineAutoscalerOf(1, 2)));
  EXPECT_EQ(denied.outcome, Outcome::kFailedClosed);
  EXPECT_THAT(denied.message, HasSubstr("UNAVAILABLE"));
}

TEST_F(ReviewerTest, ACallThatTakesTooLongIsAFailureAndItsResponseIsIgnored) {
  options_.on_failure = OnFailure::kDeny;
  service_.hold = true;
  Begin(ReviewOf("CREATE", MachineAutoscalerOf(1, 2)));
  tasks_.Run(deadline_ - std::chrono::milliseconds(1));
  EXPECT_THAT(verdicts_, IsEmpty());
  tasks_.Run(deadline_);
  ASSERT_EQ(verdicts_.size(), 1u);
  EXPECT_EQ(verdicts_[0].outcome, Outcome::kFailedClosed);
  EXPECT_THAT(verdicts_[0].message, HasSubstr("took longer than the timeout of the API server"));
  service_.held();
  tasks_.Run(deadline_);
  EXPECT_EQ(verdicts_.size(), 1u);
}

TEST(SameConfigurationTest, ComparesAllFieldsExceptMetadataAndStatus) {
  const auto same = [](const char* a, const char* b) {
    return HasSameConfiguration(tree::FromJson(nlohmann::json::parse(a)), tree::FromJson(nlohmann::json::parse(b)));
  };
  EXPECT_TRUE(same(R"({"metadata":{"a":1},"spec":{"x":1}})", R"({"metadata":{},"spec":{"x":1},"status":{}})"));
  EXPECT_FALSE(same(R"({"spec":{"x":1}})", R"({"spec":{"x":2}})"));
  EXPECT_FALSE(same(R"({"spec":{"x":1}})", R"({"spec":{"x":1,"y":1}})"));
  EXPECT_FALSE(same(R"({"spec":{"x":1}})", R"({"spec":{"x":1},"data":1})"));
  EXPECT_FALSE(same(R"({"spec":{"x":1}})", R"({"metadata":{}})"));
}

TEST(SubjectTest, NamesTheObject) {
  AdmissionReview review;
  review.kind = "ClusterSizingConfiguration";
  review.name = "cluster";
  EXPECT_EQ(SubjectOf(review), "ClusterSizingConfiguration cluster");
  review.name_space = "shop";
  review.name = "";
  EXPECT_EQ(SubjectOf(review), "ClusterSizingConfiguration shop/(generated name)");
}

}  // namespace
}  // namespace cpsizer::webhook
