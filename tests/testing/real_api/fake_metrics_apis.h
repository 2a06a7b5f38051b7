#ifndef CPSIZER_TESTS_TESTING_REAL_API_FAKE_METRICS_APIS_H_
#define CPSIZER_TESTS_TESTING_REAL_API_FAKE_METRICS_APIS_H_

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "tests/testing/json.h"
#include "tests/testing/net/fake_http_server.h"
#include "tests/testing/real_api/api_user.h"
#include "tests/testing/tls/certificates.h"
#include "tests/testing/tls/tls_front.h"

namespace cpsizer::testing {

inline constexpr char kResourceMetrics[] = "metrics.k8s.io";
inline constexpr char kCustomMetrics[] = "custom.metrics.k8s.io";
inline constexpr char kExternalMetrics[] = "external.metrics.k8s.io";

// The response of a metrics API to one request.
struct MetricsAnswer {
  // The items of its list.
  kube::Json items = kube::Json::array();
  // Sent unchanged instead, if it is not empty.
  std::string body = "";
  int code = 200;
  // Does not respond until the client gives up.
  bool hangs = false;
};

// The responses of the metrics APIs for one namespace: by the group and the part of the path after the namespace,
// `metrics.k8s.io/pods`, `custom.metrics.k8s.io/pods/*/rate`, `external.metrics.k8s.io/queue`. Label selectors of a
// caller are ignored. Other paths are not found.
using MetricsScript = std::map<std::string, MetricsAnswer>;

// The servers of metrics.k8s.io, custom.metrics.k8s.io and external.metrics.k8s.io in one, over TLS, with the
// responses of the test. Thread-safe.
class FakeMetricsApis {
 public:
  FakeMetricsApis();

  // Sets the responses for a namespace, from now on.
  void SetResponses(const std::string& name_space, MetricsScript script);

  // Sets the metrics of all nodes, from now on: makes the items of a NodeMetricsList for each request. Called by any
  // thread.
  void SetNodes(std::function<kube::Json()> items);

  // Returns the requests of `user` about a namespace so far, the paths with their queries, in order.
  std::vector<std::string> RequestsOf(const std::string& user, const std::string& name_space) const;

  // Makes the API server proxy requests to this server; returns when it does, and lists the groups in its discovery.
  absl::Status Install(ApiUser& admin) const;

 private:
  void Serve(FakeHttpConnection& connection);
  MetricsAnswer AnswerTo(const FakeHttpRequest& request);

  const CertificateAuthority authority_;
  mutable std::mutex mutex_;
  std::map<std::string, MetricsScript> scripts_;  // guarded by mutex_; by namespace
  std::function<kube::Json()> nodes_;             // guarded by mutex_
  struct Request {
    std::string user;
    std::string name_space;
    std::string path;
  };
  std::vector<Request> requests_;  // guarded by mutex_
  FakeHttpServer server_;
  const TlsFront front_;
};

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_REAL_API_FAKE_METRICS_APIS_H_
