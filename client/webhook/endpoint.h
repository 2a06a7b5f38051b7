#ifndef CPSIZER_CLIENT_WEBHOOK_ENDPOINT_H_
#define CPSIZER_CLIENT_WEBHOOK_ENDPOINT_H_

#include <chrono>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "client/webhook/reviewer.h"
#include "client/webhook/webhook_metrics.h"
#include "server/process/https/https_server.h"

namespace cpsizer::webhook {

// The path of the webhook in the ValidatingWebhookConfiguration.
inline constexpr absl::string_view kValidatePath = "/validate";

// The default and the maximum timeout of the API server. Source: timeoutSeconds of admissionregistration.k8s.io/v1.
inline constexpr absl::Duration kDefaultTimeout = absl::Seconds(10);
inline constexpr absl::Duration kMaxTimeout = absl::Seconds(30);

// Returns the time for a decision: the timeout of the API server in `query` (`timeout=5s`), minus a tenth, at most 500
// ms, for the response. A query without a timeout, or with a malformed one, has the default.
absl::Duration DecisionTime(absl::string_view query);

// Responds to the reviews that an HttpsServer receives: logs one line for each denial and counts all of them. Belongs
// to the thread of the server.
class Endpoint {
 public:
  // Both must outlive it.
  Endpoint(Reviewer& reviewer, WebhookMetrics& metrics) : reviewer_(reviewer), metrics_(metrics) {}

  // Returns the functions for the server; they must not outlive this.
  server::HttpsService Service();

 private:
  void Handle(const server::HttpsCall& call, server::HttpsService::Reply reply);

  Reviewer& reviewer_;
  WebhookMetrics& metrics_;
};

}  // namespace cpsizer::webhook

#endif  // CPSIZER_CLIENT_WEBHOOK_ENDPOINT_H_
