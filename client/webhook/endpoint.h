#ifndef CPSIZER_CLIENT_WEBHOOK_ENDPOINT_H_
#define CPSIZER_CLIENT_WEBHOOK_ENDPOINT_H_

#include <chrono>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "client/webhook/reviewer.h"
#include "client/webhook/webhook_metrics.h"
#include "server/process/web_server/web_server.h"

namespace cpsizer::webhook {

// The path of the webhook in the ValidatingWebhookConfiguration.
inline constexpr absl::string_view kValidatePath = "/validate";

// The default timeout and the maximum timeout of the API server for a webhook. Source: timeoutSeconds of
// admissionregistration.k8s.io/v1.
inline constexpr absl::Duration kDefaultTimeout = absl::Seconds(10);
inline constexpr absl::Duration kMaxTimeout = absl::Seconds(30);

// Returns the time for a decision. This time is the timeout of the API server in `query` (such as `timeout=5s`), minus
// the time for the response. The time for the response is a tenth of the timeout, but at most 500 ms. If the timeout in
// `query` is absent or malformed, the default timeout is used.
absl::Duration DecisionTime(absl::string_view query);

// Responds to the reviews that a WebServer receives. Logs one line for each review, at a level that depends on the
// outcome, and counts all reviews. Must be used only on the thread of the server.
class Endpoint {
 public:
  // The arguments must outlive this object.
  Endpoint(Reviewer& reviewer, WebhookMetrics& metrics) : reviewer_(reviewer), metrics_(metrics) {}

  // Returns the functions for the server. The server must not call them after this object is destroyed.
  server::WebService Service();

 private:
  void Handle(const server::WebRequest& request, server::WebService::Reply reply);

  Reviewer& reviewer_;
  WebhookMetrics& metrics_;
};

}  // namespace cpsizer::webhook

#endif  // CPSIZER_CLIENT_WEBHOOK_ENDPOINT_H_
