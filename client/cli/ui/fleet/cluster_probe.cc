#include "client/cli/ui/fleet/cluster_probe.h"

#include <utility>

#include "absl/strings/str_cat.h"

namespace cpsizer::cli {

ClusterProbe::ClusterProbe(kube::EventLoop& loop, kube::ApiClient& client)
    : loop_(loop), client_(client), next_(loop.now()), last_response_(loop.now()) {}

ClusterProbe::~ClusterProbe() {
  *wanted_ = false;
}

void ClusterProbe::SendIfDue() {
  if (in_flight_ || loop_.now() < next_) return;
  in_flight_ = true;
  kube::HttpRequest request;
  request.path = "/version";
  request.timeout = kTimeout;
  client_.SendOnceForBytes(std::move(request), [this, wanted = wanted_](const absl::StatusOr<std::string>& answer) {
    if (*wanted) Take(answer.status());
  });
}

void ClusterProbe::Take(const absl::Status& status) {
  in_flight_ = false;
  next_ = loop_.now() + kInterval;
  refused_ = absl::IsUnauthenticated(status);
  // Another error, such as NotFound or PermissionDenied, is a response of the API server.
  const bool fails = absl::IsUnavailable(status) || absl::IsDeadlineExceeded(status);
  error_ = refused_ ? absl::StrCat("the API server refuses the credentials: ", status.message())
           : fails  ? absl::StrCat("the API server does not respond: ", status.message())
                    : "";
  if (!is_failing()) last_response_ = loop_.now();
}

}  // namespace cpsizer::cli
