#include "tests/e2e/webhook/webhook_e2e_test.h"

#include <memory>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "tests/testing/real_api/kubectl.h"
#include "tests/testing/tools.h"

namespace cpsizer::e2e {
namespace {

// Contains the server and the webhook that all tests of this program share. The first test starts both programs.
class SharedRegistration : public ::testing::Environment {
 public:
  const absl::StatusOr<std::unique_ptr<RegisteredWebhook>>& Get() {
    if (absl::IsUnknown(registered_.status())) registered_ = RegisteredWebhook::Start();
    return registered_;
  }
  void TearDown() override { registered_ = absl::UnknownError(""); }

 private:
  absl::StatusOr<std::unique_ptr<RegisteredWebhook>> registered_ = absl::UnknownError("");
};

// gtest deletes this object.
SharedRegistration& shared_registration =
    static_cast<SharedRegistration&>(*::testing::AddGlobalTestEnvironment(new SharedRegistration));

}  // namespace

void WebhookE2eTest::SetUp() {
  std::string reason = testing::WhyToolsAreMissing({"kube-apiserver", "etcd"});
  if (reason.empty()) reason = testing::WhyKubectlIsMissing();
  if (!reason.empty()) {
    if (testing::ToolsAreRequired()) FAIL() << reason << ", which CI requires";
    GTEST_SKIP() << reason;
  }
  ASSERT_TRUE(shared_registration.Get().ok()) << shared_registration.Get().status();
}

RegisteredWebhook& WebhookE2eTest::registered() {
  return **shared_registration.Get();
}

testing::FinishedProcess WebhookE2eTest::Apply(const kube::Json& object, const std::string& flag) {
  return registered().Kubectl({"apply", flag}, object);
}

std::string WebhookE2eTest::Metric(absl::string_view series) {
  const std::string page = registered().webhook().Page("/metrics").body;
  const size_t begin = page.find(absl::StrCat(series, " "));
  if (begin == std::string::npos) return "";
  const size_t value = begin + series.size() + 1;
  return page.substr(value, page.find('\n', value) - value);
}

}  // namespace cpsizer::e2e
