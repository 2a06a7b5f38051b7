#include "tests/e2e/machines/admission_webhook.h"

#include <string>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "tests/testing/json.h"

namespace cpsizer::e2e {
namespace {

using kube::Find;
using kube::Json;
using kube::TextAt;

constexpr char kWebhooks[] = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";

Json RuleFor(const char* version, const char* resource) {
  return {{"apiGroups", Json::array({"machine.openshift.io"})},
          {"apiVersions", Json::array({version})},
          {"operations", Json::array({"UPDATE"})},
          {"resources", Json::array({resource})}};
}

bool EndsChange(const Json& request) {
  return Find(request, {"oldObject", "status", "pendingScale"}).is_object() &&
         !Find(request, {"object", "status", "pendingScale"}).is_object();
}

}  // namespace

AdmissionWebhook::AdmissionWebhook()
    : server_([this](testing::FakeHttpConnection& connection) { Serve(connection); }),
      front_(authority_.IssueServer(), server_.url()) {}

absl::Status AdmissionWebhook::Install(testing::ApiUser& admin) {
  const Json rules = Json::array(
      {RuleFor("v1", "controlplanemachinesets"), RuleFor("v1alpha1", "controlplanemachinesetautoscalers/status")});
  const Json webhook = {{"name", "machines.example.com"},
                        {"rules", rules},
                        {"clientConfig",
                         {{"url", absl::StrCat("https://localhost:", front_.port(), "/")},
                          {"caBundle", absl::Base64Escape(authority_.pem())}}},
                        {"admissionReviewVersions", Json::array({"v1"})},
                        {"sideEffects", "None"},
                        {"timeoutSeconds", 30},
                        {"failurePolicy", "Fail"}};
  const Json configuration = {{"metadata", {{"name", "machines"}}}, {"webhooks", Json::array({webhook})}};
  absl::Status status = admin.Create(kWebhooks, configuration).status();
  if (!status.ok()) return status;
  int touched = 0;
  return admin.Eventually([&] {
    const Json touch = {{"metadata", {{"annotations", {{"touched", absl::StrCat(++touched)}}}}}};
    absl::Status patched =
        admin
            .Patch("/apis/machine.openshift.io/v1/namespaces/openshift-machine-api/controlplanemachinesets/cluster",
                   touch)
            .status();
    if (patched.ok() && asked_ == 0) return absl::UnavailableError("the webhook is not asked yet");
    return patched;
  });
}

absl::Status AdmissionWebhook::Remove(testing::ApiUser& admin) {
  return admin.Delete(absl::StrCat(kWebhooks, "/machines")).status();
}

void AdmissionWebhook::Serve(testing::FakeHttpConnection& connection) {
  while (const auto http = connection.Read()) {
    ++asked_;
    const Json request = Find(kube::ParseJson(http->body), {"request"});
    const bool of_set = TextAt(request, {"resource", "resource"}) == "controlplanemachinesets";
    const Rule rule = rule_;
    if ((rule == Rule::kHoldMachineSet && of_set) ||
        (rule == Rule::kHoldLastStatus && !of_set && EndsChange(request))) {
      ++held_;
      return connection.WaitForClose();
    }
    const bool denied = rule == Rule::kDenyMachineSet && of_set;
    Json response = {{"uid", TextAt(request, {"uid"})}, {"allowed", !denied}};
    if (denied) response["status"] = {{"message", "there is no such instance type"}, {"code", 403}};
    const Json review = {{"apiVersion", "admission.k8s.io/v1"}, {"kind", "AdmissionReview"}, {"response", response}};
    if (!connection.Answer(200, review.dump())) return;
  }
}

}  // namespace cpsizer::e2e
