#ifndef CPSIZER_TESTS_E2E_MACHINES_REAL_PROMETHEUS_H_
#define CPSIZER_TESTS_E2E_MACHINES_REAL_PROMETHEUS_H_

#include <atomic>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "tests/testing/net/fake_http_server.h"
#include "tests/testing/net/reserved_port.h"
#include "tests/testing/subprocess.h"
#include "tests/testing/temporary_folder.h"
#include "tests/testing/tls/certificates.h"

namespace cpsizer::e2e {

// Runs the Prometheus of Debian on a port of 127.0.0.1 with TLS and basic authentication. Prometheus reads the metric
// `test_load` of an exporter four times per second.
class RealPrometheus {
 public:
  static constexpr char kUser[] = "cpsizer";
  static constexpr char kPassword[] = "s3cret";

  // Requires `prometheus` in PATH. Prometheus may need a short time before it responds. Errors: Internal if it cannot
  // be started.
  static absl::StatusOr<std::unique_ptr<RealPrometheus>> Start();

  // Sets the value that the exporter returns after this call.
  void SetLoad(int load) { load_ = load; }

  const std::string& url() const { return url_; }
  const std::string& authority() const { return authority_.pem(); }

 private:
  RealPrometheus();

  void Export(testing::FakeHttpConnection& connection);
  std::string WriteConfiguration() const;
  std::string WriteWebConfiguration() const;

  const testing::TemporaryFolder folder_;
  const testing::CertificateAuthority authority_{"prometheus"};
  std::atomic<int> load_ = 1;
  const testing::ReservedPort port_;
  const std::string url_;
  testing::FakeHttpServer exporter_;
  std::unique_ptr<testing::Subprocess> process_;
};

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_MACHINES_REAL_PROMETHEUS_H_
