#ifndef CPSIZER_TESTS_E2E_WEBHOOK_REGISTERED_WEBHOOK_H_
#define CPSIZER_TESTS_E2E_WEBHOOK_REGISTERED_WEBHOOK_H_

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "tests/testing/json.h"
#include "tests/testing/real_api/real_api_server.h"
#include "tests/testing/subprocess.h"
#include "tests/testing/temporary_folder.h"
#include "tests/webhook/running_webhook.h"

namespace cpsizer::e2e {

// The path of the MachineAutoscalers of the tests.
inline constexpr char kAutoscalers[] =
    "/apis/autoscaling.openshift.io/v1beta1/namespaces/openshift-machine-api/machineautoscalers";

// The real API server with the CRDs of all kinds that the webhook validates, and with a registered `cpsizer-webhook`.
// The registration is the ValidatingWebhookConfiguration of deploy/overlays/webhook, with a URL instead of the Service.
class RegisteredWebhook {
 public:
  // Errors: the errors of the API server.
  static absl::StatusOr<std::unique_ptr<RegisteredWebhook>> Start();

  testing::RealApiServer& api() { return *api_; }
  testing::ApiUser& admin() { return api_->admin(); }
  testing::RunningWebhook& webhook() { return *webhook_; }

  // Runs kubectl as administrator. If `object` is not null, writes it to a file that kubectl reads.
  testing::FinishedProcess Kubectl(const std::vector<std::string>& arguments, const kube::Json& object = nullptr) const;

  // Creates the ValidatingWebhookConfiguration. Returns when the API server calls the webhook.
  absl::Status Register();
  // Sets the failure policy of all webhooks. Returns when the API server uses the new policy. Requires that the webhook
  // is stopped.
  absl::Status SetFailurePolicy(const std::string& policy);

 private:
  RegisteredWebhook() = default;

  absl::Status InstallKinds();
  // Creates the object with a dry run and returns the result.
  absl::Status TryToCreate(const kube::Json& autoscaler);
  // Returns when the API server calls the webhook.
  absl::Status WaitUntilCalled();

  const testing::TemporaryFolder folder_;
  std::unique_ptr<testing::RealApiServer> api_;
  std::unique_ptr<testing::RunningWebhook> webhook_;
};

// Returns a MachineAutoscaler with this name and these limits of replicas.
kube::Json NamedAutoscaler(const std::string& name, int min, int max);

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_WEBHOOK_REGISTERED_WEBHOOK_H_
