#ifndef CPSIZER_TESTS_WEBHOOK_RUNNING_WEBHOOK_H_
#define CPSIZER_TESTS_WEBHOOK_RUNNING_WEBHOOK_H_

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "tests/testing/net/raw_http_client.h"
#include "tests/testing/server_process.h"
#include "tests/testing/temporary_folder.h"
#include "tests/testing/tls/certificates.h"
#include "tests/testing/tls/tls_client.h"

namespace cpsizer::testing {

// Runs `cpsizer-webhook` as a process, with a certificate for localhost. An error of the process fails the test.
class RunningWebhook {
 public:
  explicit RunningWebhook(const std::vector<std::string>& flags = {});

  const std::string& address() const { return server_->address(); }
  Subprocess& process() { return server_->process(); }
  const CertificateAuthority& authority() const { return authority_; }

  std::unique_ptr<TlsClient> Connect() const;
  // Sends a review on a new connection. Returns the `response` of the AdmissionReview, or null if there is none.
  nlohmann::json Review(const nlohmann::json& review) const;
  // Returns a page of the admin port.
  RawHttpClient::Reply Page(absl::string_view path) const;

  // Writes this certificate and its key to the files of the process.
  void Write(const CertifiedKey& identity) const;

  // Waits for a log line with this message. Returns the log line.
  nlohmann::json WaitForMessage(absl::string_view message);

 private:
  const CertificateAuthority authority_;
  const TemporaryFolder folder_;
  std::unique_ptr<ServerProcess> server_;
  std::string admin_;
};

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_WEBHOOK_RUNNING_WEBHOOK_H_
