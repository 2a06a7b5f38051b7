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

// The user name that the sidecar has on the API server and the metrics APIs.
inline constexpr char kSidecar[] = "system:serviceaccount:cpsizer:cpsizer-replicas";

// Grants the rights of deploy/base/replicas. Returns when the rights are effective.
absl::Status AllowSidecarToObserve(testing::RealApiServer& server);
// Grants the additional rights of deploy/components/replicas-enforce, and the rights to scale the kind Workload.
absl::Status AllowSidecarToEnforce(testing::RealApiServer& server);

// Runs the shipped cpsizer-sidecar --controller=replicas with the rights that the functions above grant. The sidecar
// decides all autoscalers.
class ReplicaSidecar {
 public:
  // Returns when the sidecar serves its metrics. Errors: Internal if the sidecar cannot be started.
  static absl::StatusOr<std::unique_ptr<ReplicaSidecar>> Start(const testing::RealApiServer& server,
                                                               const std::vector<std::string>& more_flags);

  // Returns the number of autoscalers whose last comparison has this result, such as `agree` or `disagree`.
  int64_t Observed(const std::string& agreement) const;
  // Returns the number of decisions since the start whose comparison had this result.
  int64_t Compared(const std::string& agreement) const;
  // Returns the number of all decisions.
  int64_t Decisions() const;
  // Returns the number of autoscalers that are held for this reason.
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
