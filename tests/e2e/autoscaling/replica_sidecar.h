#ifndef CPSIZER_TESTS_E2E_AUTOSCALING_REPLICA_SIDECAR_H_
#define CPSIZER_TESTS_E2E_AUTOSCALING_REPLICA_SIDECAR_H_

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "tests/e2e/admin_port.h"
#include "tests/testing/real_api/real_api_server.h"
#include "tests/testing/subprocess.h"

namespace cpsizer::e2e {

// Its user name on the API server and the metrics APIs.
inline constexpr char kSidecar[] = "system:serviceaccount:cpsizer:cpsizer-replicas";

// Grants the rights of deploy/base/replicas; returns when they are effective.
absl::Status AllowSidecarToObserve(testing::RealApiServer& server);
// Also grants those of deploy/components/replicas-enforce, and the same for Workloads.
absl::Status AllowSidecarToEnforce(testing::RealApiServer& server);

// The shipped cpsizer-sidecar --controller=replicas, with the rights above, on all autoscalers.
class ReplicaSidecar {
 public:
  // Returns when it serves its metrics. Errors: Internal if it cannot be started.
  static absl::StatusOr<std::unique_ptr<ReplicaSidecar>> Start(const testing::RealApiServer& server,
                                                               const std::vector<std::string>& more_flags);

  // Returns the number of autoscalers by the result of their last comparison: `agree`, `disagree` and so on.
  int64_t Observed(const std::string& agreement) const;
  // Returns the number of decisions with this result since the start.
  int64_t Compared(const std::string& agreement) const;
  // Returns the number of decisions, with any outcome.
  int64_t Decisions() const;
  // Returns the number of autoscalers that are held for that reason.
  int64_t Held(const std::string& reason) const;

  testing::Subprocess& process() { return *process_; }

 private:
  explicit ReplicaSidecar(std::unique_ptr<testing::Subprocess> process)
      : process_(std::move(process)), admin_(*process_) {}

  int64_t Metric(const std::string& name, const char* label, const std::string& value) const;

  const std::unique_ptr<testing::Subprocess> process_;
  const AdminPort admin_;
};

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_AUTOSCALING_REPLICA_SIDECAR_H_
