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

// Who it is on the API server, and for the metrics APIs.
inline constexpr char kSidecar[] = "system:serviceaccount:cpsizer:cpsizer-replicas";

// Gives it the rights that deploy/base/replicas gives it; returns once they are in force.
absl::Status LetSidecarLook(testing::RealApiServer& server);
// Gives it those of deploy/components/replicas-enforce too, and the same for Workloads.
absl::Status LetSidecarWrite(testing::RealApiServer& server);

// cpsizer-sidecar --controller=replicas as it ships, with the rights above, on every autoscaler that there is.
class ReplicaSidecar {
 public:
  // Returns once it serves its metrics. Errors: Internal if it cannot be started.
  static absl::StatusOr<std::unique_ptr<ReplicaSidecar>> Start(const testing::RealApiServer& server,
                                                               const std::vector<std::string>& more_flags);

  // How many autoscalers the last comparison of which said that: `agree`, `disagree` and so on.
  int64_t Observed(const std::string& agreement) const;
  // How many decisions did so from the beginning.
  int64_t Compared(const std::string& agreement) const;
  // How many decisions there were, of whatever outcome.
  int64_t Decisions() const;
  // How many autoscalers are held for that reason.
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
