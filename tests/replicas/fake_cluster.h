#ifndef CPSIZER_TESTS_REPLICAS_FAKE_CLUSTER_H_
#define CPSIZER_TESTS_REPLICAS_FAKE_CLUSTER_H_

#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "tests/testing/json.h"
#include "tests/testing/net/fake_http_server.h"

namespace cpsizer::replicas {

// An API server for observations of autoscalers, on a port of 127.0.0.1. The test sets the responses. The responses for
// the discovery of `apps/v1` and of the core group are already set. The response for any other path is a 404 page.
// Thread-safe.
class FakeCluster {
 public:
  FakeCluster();

  std::string url() const { return server_.url(); }

  // Sets the response to a GET of `path`. If `path` has no query, the response is also used for a path with a query
  // that has no response of its own.
  void Answer(const std::string& path, const kube::Json& body) { Answer(path, 200, body.dump()); }
  void Answer(const std::string& path, int code, const std::string& body,
              const std::string& content_type = "application/json");
  // After this call, the server does not respond to requests for this path.
  void Hang(const std::string& path) { Answer(path, 0, ""); }

  // Returns the paths of all requests with their queries, in the order of the requests.
  std::vector<std::string> requests() const;
  // Returns the number of requests for this path.
  size_t CountOf(const std::string& path) const;
  // Returns a header of the last request for this path, or an empty text if there was no such request. `name` must be
  // in lower case.
  std::string HeaderOf(const std::string& path, const std::string& name) const;

 private:
  struct Route {
    int code = 404;
    std::string body = "404 page not found\n";
    std::string content_type = "text/plain";
  };

  void Serve(testing::FakeHttpConnection& connection);

  mutable std::mutex mutex_;
  std::map<std::string, Route> routes_;  // guarded by mutex_
  std::vector<std::string> requests_;    // guarded by mutex_
  // For each path without its query, the headers of the last request. Guarded by mutex_.
  std::map<std::string, absl::flat_hash_map<std::string, std::string>> headers_;
  testing::FakeHttpServer server_;  // must be the last member: its threads use the other members
};

// The following functions return objects in the JSON form of the API server.

// Returns an autoscaler with `metrics` as `spec.metrics`.
kube::Json AutoscalerJson(const std::string& name, const kube::Json& metrics);
kube::Json ScaleJson(const std::string& name, int replicas, const std::string& selector);
// Returns a pod with a container `main` that requests 100m of CPU.
kube::Json PodJson(const std::string& name, const kube::Json& labels);
kube::Json PodListJson(const std::vector<kube::Json>& pods, const std::string& next = "");
kube::Json PodMetricsJson(const std::string& pod, const std::string& cpu);
kube::Json ListJson(const std::string& kind, const std::vector<kube::Json>& items);
kube::Json StatusJson(int code, const std::string& message);

}  // namespace cpsizer::replicas

#endif  // CPSIZER_TESTS_REPLICAS_FAKE_CLUSTER_H_
