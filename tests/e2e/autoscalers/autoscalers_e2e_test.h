#ifndef CPSIZER_TESTS_E2E_AUTOSCALERS_AUTOSCALERS_E2E_TEST_H_
#define CPSIZER_TESTS_E2E_AUTOSCALERS_AUTOSCALERS_E2E_TEST_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "tests/e2e/real_cluster_test.h"
#include "tests/testing/json.h"
#include "tests/testing/subprocess.h"

namespace cpsizer::e2e {

inline constexpr char kMachineNamespace[] = "openshift-machine-api";
inline constexpr absl::Duration kAutoscalersTimeout = absl::Seconds(60);

// Tests the controllers of ClusterAutoscalers and MachineAutoscalers on the real API server with their CRDs. At the end
// of each test, its sidecars are killed and its leases are deleted.
class AutoscalersTest : public RealClusterTest {
 protected:
  void SetUp() override;
  void TearDown() override;

  // Starts the sidecar with this controller and additional flags. `mode` is `observe` or `enforce`.
  testing::Subprocess& StartSidecar(absl::string_view controller, absl::string_view mode = "enforce",
                                    const std::vector<std::string>& more = {});
  // Sends SIGTERM as Kubernetes does, and waits until the sidecar has exited.
  static void StopSidecar(testing::Subprocess& sidecar);

  bool WaitUntil(const std::function<bool()>& done) { return admin().RunUntil(done, kAutoscalersTimeout); }
  bool Exists(const std::string& path);
  std::string VersionOf(const std::string& path);
  void MustPatch(const std::string& path, const kube::Json& patch);
  // Returns the events with this reason about the object with this name.
  std::vector<kube::Json> Events(absl::string_view name, absl::string_view reason);

 private:
  std::vector<std::string> leases_;
  std::vector<std::unique_ptr<testing::Subprocess>> sidecars_;
};

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_AUTOSCALERS_AUTOSCALERS_E2E_TEST_H_
