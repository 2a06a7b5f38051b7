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

// What a metrics API says to one question.
struct MetricsAnswer {
  // The items of its list.
  kube::Json items = kube::Json::array();
  // Said instead, as it is, where it is not empty.
  std::string body = "";
  int code = 200;
  // Nothing at all, until the client gives up.
  bool hangs = false;
};

// What the metrics APIs say of one namespace: by the group and what follows the namespace in the path,
// `metrics.k8s.io/pods`, `custom.metrics.k8s.io/pods/*/rate`, `external.metrics.k8s.io/queue`. Labels that a caller
// selects by are not looked at. What is not there is not found.
using MetricsScript = std::map<std::string, MetricsAnswer>;

// The servers of metrics.k8s.io, custom.metrics.k8s.io and external.metrics.k8s.io in one, behind TLS: they say what a
// test says. Thread-safe.
class FakeMetricsApis {
 public:
  FakeMetricsApis();

  // Of a namespace, from here on.
  void Say(const std::string& name_space, MetricsScript script);

  // Of all nodes, from here on: makes the items of a NodeMetricsList for each request. Called by any thread.
  void SayNodes(std::function<kube::Json()> items);

  // What `user` has asked about a namespace so far, the paths with their queries, in order.
  std::vector<std::string> RequestsOf(const std::string& user, const std::string& name_space) const;

  // Lets the API server send its clients here; returns when it does, and says so in its discovery.
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
