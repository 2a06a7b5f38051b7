#include "tests/e2e/webhook/registered_webhook.h"

#include <gtest/gtest.h>

#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/kube/requests.h"
#include "tests/testing/paths.h"
#include "tests/testing/real_api/kubectl.h"
#include "tests/testing/real_api/manifests.h"
#include "tests/webhook/review_bodies.h"

namespace cpsizer::e2e {
namespace {

using kube::Json;

constexpr char kRegistration[] = "deploy/base/webhook/validating-webhook-configuration.yaml";
constexpr char kRegistrations[] = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";

}  // namespace

Json NamedAutoscaler(const std::string& name, int min, int max) {
  Json object = testing::MachineAutoscalerOf(min, max);
  object["metadata"]["name"] = name;
  return object;
}

absl::StatusOr<std::unique_ptr<RegisteredWebhook>> RegisteredWebhook::Start() {
  std::unique_ptr<RegisteredWebhook> registered(new RegisteredWebhook);
  absl::StatusOr<std::unique_ptr<testing::RealApiServer>> api =
      testing::RealApiServer::Start({{"--feature-gates=HPAScaleToZero=true"}, ""});
  if (!api.ok()) return api.status();
  registered->api_ = *std::move(api);
  registered->webhook_ =
      std::make_unique<testing::RunningWebhook>(std::vector<std::string>{"--kubernetes-version=v1.36.3"});
  absl::Status status = registered->InstallKinds();
  if (status.ok()) status = registered->Register();
  if (!status.ok()) return status;
  return registered;
}

absl::Status RegisteredWebhook::InstallKinds() {
  absl::Status status = testing::InstallRequiredCrds(admin());
  for (const char* path :
       {testing::kOlderCrd, "deploy/crds/machines/controlplanemachinesetautoscalers.yaml",
        "deploy/crds/machines/controlplanemachinesetautoscalingtriggerauthentications.yaml",
        "tests/testing/crds/clusterautoscalers.yaml", "tests/testing/crds/machineautoscalers.yaml"}) {
    if (status.ok()) status = testing::InstallCrd(admin(), path);
  }
  return status;
}

absl::Status RegisteredWebhook::Register() {
  absl::StatusOr<std::vector<Json>> manifests = testing::ReadManifests(kRegistration);
  if (!manifests.ok()) return manifests.status();
  Json& registration = manifests->front();
  for (Json& webhook : registration["webhooks"]) {
    const std::string address = webhook_->address();
    webhook["clientConfig"] = {
        {"url", absl::StrCat("https://localhost", address.substr(address.rfind(':')), "/validate")},
        {"caBundle", absl::Base64Escape(webhook_->authority().pem())}};
  }
  const absl::Status status = admin().Create(kRegistrations, registration).status();
  return status.ok() ? WaitUntilCalled() : status;
}

absl::Status RegisteredWebhook::TryToCreate(const Json& autoscaler) {
  return admin().Send(kube::Create(absl::StrCat(kAutoscalers, "?dryRun=All"), autoscaler, "")).status();
}

absl::Status RegisteredWebhook::WaitUntilCalled() {
  return admin().Eventually([&] {
    const absl::Status refused = TryToCreate(NamedAutoscaler("tried", 3, 2));
    return absl::StrContains(refused.message(), "denied the request")
               ? absl::OkStatus()
               : absl::UnavailableError(absl::StrCat("not called yet: ", refused.ToString()));
  });
}

absl::Status RegisteredWebhook::SetFailurePolicy(const std::string& policy) {
  const std::string path = absl::StrCat(kRegistrations, "/cpsizer-webhook");
  absl::StatusOr<Json> registration = admin().Get(path);
  if (!registration.ok()) return registration.status();
  for (Json& webhook : (*registration)["webhooks"]) webhook["failurePolicy"] = policy;
  absl::Status status = admin().Patch(path, {{"webhooks", (*registration)["webhooks"]}}).status();
  if (!status.ok()) return status;
  return admin().Eventually([&] {
    const bool allowed = TryToCreate(NamedAutoscaler("tried", 1, 2)).ok();
    return allowed == (policy == "Ignore") ? absl::OkStatus()
                                           : absl::UnavailableError("the policy is not in force yet");
  });
}

testing::FinishedProcess RegisteredWebhook::Kubectl(const std::vector<std::string>& arguments,
                                                    const Json& object) const {
  std::vector<std::string> all = arguments;
  if (!object.is_null()) all.insert(all.end(), {"-f", folder_.Write("object.json", object.dump())});
  const auto finished = testing::RunKubectl(all, api_->AdminKubeconfig());
  EXPECT_TRUE(finished.ok()) << finished.status();
  return finished.ok() ? *finished : testing::FinishedProcess{-1, "", ""};
}

}  // namespace cpsizer::e2e
