#ifndef CPSIZER_TESTS_E2E_SIDECAR_SIDECAR_PROGRAM_TEST_H_
#define CPSIZER_TESTS_E2E_SIDECAR_SIDECAR_PROGRAM_TEST_H_

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "client/kube/reflector.h"
#include "tests/e2e/real_cluster_test.h"
#include "tests/testing/subprocess.h"

namespace cpsizer::e2e {

// Longer than the longest timeout of a request, which is one minute.
inline constexpr absl::Duration kTimeout = absl::Seconds(100);
inline constexpr int kTooManyRequests = 429;

std::string ConfigurationPath();
std::string VpaPath(const std::string& cluster);

// Creates an object that no program reads, so that the revision of the server increases.
kube::HttpRequest NewRevision();

// Runs the shipped cpsizer-sidecar with the shipped rights on the real kube-apiserver. Each test begins with a
// configuration and without clusters. The fixture watches the sizes of clusters during the test. At the end, the
// fixture checks that each write of the sidecar was allowed.
class SidecarProgramTest : public RealClusterTest {
 protected:
  // A write of the sidecar, and the response of the API server.
  struct Write {
    std::string verb;  // create, update, patch or delete
    std::string path;
    int code = 0;
    absl::Time received;
    kube::Json body;
    std::string groups;  // the groups of the user who sent the write
  };
  using Flags = std::vector<std::string>;
  using Sizes = std::vector<std::string>;

  void SetUp() override;
  void TearDown() override;

  // Creates `count` clusters with the names `prefix`0, `prefix`1 and so on. Each cluster has a control plane namespace
  // and a VPA that recommends `memory`.
  void CreateClusters(const std::string& prefix, int count, const std::string& memory);
  // Creates the control plane namespace of a cluster. Requires that the namespace does not exist.
  void CreateNamespace(const std::string& cluster);
  void Recommend(const std::string& cluster, const std::string& memory);
  void SetVpaStatus(const std::string& cluster, const kube::Json& status);
  // Replaces the sizes in the configuration.
  void SetSizes(const kube::Json& sizes);

  // Starts a sidecar. Kills a sidecar that is still running, unless the test called KeepSidecar().
  void StartSidecar(const Flags& more_flags = {}, const std::string& kubeconfig = "");
  // Starts another program instead of the sidecar. The program must use the account of the sidecar.
  void StartInstead(const Flags& command);
  // Starts a sidecar with a lease duration that is longer than all faults of the test.
  void StartSidecarWithLongLease(const Flags& more_flags = {}, const std::string& kubeconfig = "");
  // Deletes the lease of a killed sidecar, so that the next sidecar does not wait until the lease expires.
  void FreeLease();
  // Stops the sidecar, which first completes the writes in flight.
  void StopSidecar();
  // Waits until the log of the sidecar has a line that contains both texts.
  bool WaitForLog(const std::string& text, const std::string& more = "");

  // Waits until exactly `count` clusters whose names begin with `prefix` have this size.
  bool WaitForSizes(const std::string& prefix, int count, const std::string& size);
  // Waits until the condition of the configuration has this status.
  bool WaitForCondition(const std::string& status);
  // Waits until `done` returns true. After a timeout, fails the test with the logs of all sidecars.
  bool WaitUntil(const std::function<bool()>& done);
  // Waits until there is an event with this reason about this cluster.
  bool WaitForEvent(const std::string& reason, const std::string& cluster);

  // Returns the sizes that a cluster has had since the start of the test, in order. If the cluster had no size for some
  // time, there is an empty entry.
  Sizes SizesOf(const std::string& cluster) { return sizes_[cluster]; }
  const std::map<std::string, Sizes>& sizes() const { return sizes_; }
  // Returns the writes of the sidecar to the size of a cluster, including failed writes.
  std::vector<Write> WritesOfSize(const std::string& cluster) { return WritesTo(HostedClusterPath(cluster)); }
  // Waits until the audit log has `count` writes to the size of a cluster. The API server logs a response a short time
  // after it has sent the response.
  bool WaitForWritesOfSize(const std::string& cluster, size_t count) {
    return WaitUntil([&] { return WritesOfSize(cluster).size() >= count; });
  }
  // Returns the writes of the sidecar to one path.
  std::vector<Write> WritesTo(const std::string& path);
  // Returns the number of lines in the log of the sidecar that contain both texts.
  int CountLog(const std::string& text, const std::string& more);

  testing::Subprocess& sidecar_program() { return *sidecar_; }
  // Returns the running sidecar. The next StartSidecar() does not stop it.
  testing::Subprocess& KeepSidecar();
  // Allows errors of the watch of the fixture.
  void ExpectFaults() { faults_ = true; }

 private:
  void Start(const Flags& lease, const Flags& more_flags, const std::string& kubeconfig);
  void See(const kube::Json& object);
  std::vector<Write> Writes();
  void CheckWrites();

  bool watching_ = false;
  bool faults_ = false;
  size_t writes_before_ = 0;
  std::map<std::string, Sizes> sizes_;
  std::unique_ptr<kube::Reflector> watch_;
  std::unique_ptr<testing::Subprocess> sidecar_;
  std::vector<std::unique_ptr<testing::Subprocess>> kept_;
};

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_SIDECAR_SIDECAR_PROGRAM_TEST_H_
