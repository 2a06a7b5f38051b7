#ifndef CPSIZER_TESTS_E2E_MACHINES_ADMISSION_WEBHOOK_H_
#define CPSIZER_TESTS_E2E_MACHINES_ADMISSION_WEBHOOK_H_

#include <atomic>
#include <cstdint>

#include "absl/status/status.h"
#include "tests/testing/net/fake_http_server.h"
#include "tests/testing/real_api/api_user.h"
#include "tests/testing/tls/certificates.h"
#include "tests/testing/tls/tls_front.h"

namespace cpsizer::e2e {

// An admission webhook for the two writes that change the machine size. It admits all writes until a test sets another
// rule. Thread-safe.
class AdmissionWebhook {
 public:
  enum class Rule : uint8_t {
    kAdmit,
    kHoldMachineSet,  // updates of the ControlPlaneMachineSet are not answered
    kHoldLastStatus,  // updates of the status that end a pending change are not answered
    kDenyMachineSet,  // updates of the ControlPlaneMachineSet are refused
  };

  AdmissionWebhook();

  // Registers the webhook with the API server. Returns when the API server calls the webhook.
  absl::Status Install(testing::ApiUser& admin);
  static absl::Status Remove(testing::ApiUser& admin);

  void Set(Rule rule) { rule_ = rule; }
  // The number of requests that are held now or were held before.
  int held() const { return held_; }

 private:
  void Serve(testing::FakeHttpConnection& connection);

  const testing::CertificateAuthority authority_{"webhook"};
  std::atomic<Rule> rule_ = Rule::kAdmit;
  std::atomic<int> held_ = 0;
  std::atomic<int> asked_ = 0;
  testing::FakeHttpServer server_;
  const testing::TlsFront front_;
};

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_MACHINES_ADMISSION_WEBHOOK_H_
