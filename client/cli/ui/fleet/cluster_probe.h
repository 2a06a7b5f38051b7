#ifndef CPSIZER_CLIENT_CLI_UI_FLEET_CLUSTER_PROBE_H_
#define CPSIZER_CLIENT_CLI_UI_FLEET_CLUSTER_PROBE_H_

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "client/kube/api_client.h"
#include "client/kube/http/event_loop.h"

namespace cpsizer::cli {

// Notices within kInterval + kTimeout that the API server does not respond, also if its connections hang. Must be used
// on the thread of the loop.
class ClusterProbe {
 public:
  static constexpr absl::Duration kInterval = absl::Seconds(3);
  static constexpr absl::Duration kTimeout = absl::Seconds(3);

  // Both arguments must outlive this object.
  ClusterProbe(kube::EventLoop& loop, kube::ApiClient& client);
  ~ClusterProbe();
  ClusterProbe(const ClusterProbe&) = delete;
  ClusterProbe& operator=(const ClusterProbe&) = delete;

  // Sends the next request if it is due. Must be called often.
  void SendIfDue();

  // Returns whether the last request failed, and why.
  bool is_failing() const { return !error_.empty(); }
  // Returns whether the API server refused the credentials of the last request.
  bool is_refused() const { return refused_; }
  const std::string& error() const { return error_; }
  // The time of the last response.
  absl::Time last_response() const { return last_response_; }

 private:
  void Take(const absl::Status& status);

  kube::EventLoop& loop_;
  kube::ApiClient& client_;
  std::shared_ptr<bool> wanted_ = std::make_shared<bool>(true);  // false: responses must be ignored
  bool in_flight_ = false;
  absl::Time next_;
  absl::Time last_response_;
  std::string error_;
  bool refused_ = false;
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_UI_FLEET_CLUSTER_PROBE_H_
