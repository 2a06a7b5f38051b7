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
  // The items of the list in the response.
  kube::Json items = kube::Json::array();
  // If it is not empty, this body is sent unchanged instead of the list.
  std::string body = "";
  int code = 200;
  // If true, there is no response until the client cancels the request.
  bool hangs = false;
};

// The responses of the metrics APIs for one namespace. A key is the group and the part of the path after the namespace,
// for example `metrics.k8s.io/pods`, `custom.metrics.k8s.io/pods/*/rate` or `external.metrics.k8s.io/queue`. Label
// selectors in requests are ignored. Other paths are not found.
using MetricsScript = std::map<std::string, MetricsAnswer>;

// One server for metrics.k8s.io, custom.metrics.k8s.io and external.metrics.k8s.io, over TLS. The test sets the
// responses. Thread-safe.
class FakeMetricsApis {
 public:
  FakeMetricsApis();

  // Sets the responses for a namespace from now on.
  void SetResponses(const std::string& name_space, MetricsScript script);

  // Sets the metrics of all nodes from now on. `items` returns the items of a NodeMetricsList, and is called for each
  // request, on any thread.
  void SetNodes(std::function<kube::Json()> items);

  // Returns the requests of `user` about a namespace so far: their paths with queries, in order.
  std::vector<std::string> RequestsOf(const std::string& user, const std::string& name_space) const;

  // Makes the API server proxy requests to this server. Returns when the API server proxies requests and its discovery
  // lists the groups.
  absl::Status Install(ApiUser& admin) const;

 private:
  void Serve(FakeHttpConnection& connection);
  MetricsAnswer AnswerTo(const FakeHttpRequest& request);

  const CertificateAuthority authority_;
  mutable std::mutex mutex_;
  std::map<std::string, MetricsScript> scripts_;  // key: namespace; guarded by mutex_
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
