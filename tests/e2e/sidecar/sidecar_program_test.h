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

// Longer than the longest timeout of a request, a minute.
inline constexpr absl::Duration kTimeout = absl::Seconds(100);
inline constexpr int kTooManyRequests = 429;

std::string ConfigurationPath();
std::string VpaPath(const std::string& cluster);

// Creates something that nobody looks at, so that the server counts on.
kube::HttpRequest NewRevision();

// cpsizer-sidecar as it ships, with the rights that it ships with, on the real kube-apiserver. Begins with a
// configuration and without clusters; watches the sizes of clusters all the time; looks at the end whether every write
// of the sidecar was one that it may make.
class SidecarProgramTest : public RealClusterTest {
 protected:
  // What the sidecar asked the API server to change, and what that said.
  struct Write {
    std::string verb;  // create, update, patch or delete
    std::string path;
    int code = 0;
    absl::Time received;
    kube::Json body;
    std::string groups;  // of who asked
  };
  using Flags = std::vector<std::string>;
  using Sizes = std::vector<std::string>;

  void SetUp() override;
  void TearDown() override;

  // Clusters named `prefix`0 and so on, each with its control plane namespace and a VPA that recommends `memory`.
  void CreateClusters(const std::string& prefix, int count, const std::string& memory);
  // The control plane namespace of a cluster, which needs none of its own before.
  void CreateNamespace(const std::string& cluster);
  void Recommend(const std::string& cluster, const std::string& memory);
  void SetVpaStatus(const std::string& cluster, const kube::Json& status);
  // Gives the configuration these sizes.
  void SetSizes(const kube::Json& sizes);

  // Starts another one; that before goes on where the test keeps it.
  void StartSidecar(const Flags& more_flags = {}, const std::string& kubeconfig = "");
  // The same with another program in its place, which acts as the sidecar's account.
  void StartInstead(const Flags& command);
  // With a lease that outlives whatever the test does to the API server.
  void StartPatientSidecar(const Flags& more_flags = {}, const std::string& kubeconfig = "");
  // Deletes the lease of a sidecar that was killed: the next one does not wait until it expires.
  void FreeLease();
  // Asks it to end, which it does after the writes that are under way.
  void StopSidecar();
  // Until its log holds a line with both texts.
  bool WaitForLog(const std::string& text, const std::string& more = "");

  // Until `count` clusters of this prefix, no more and no less, have this size.
  bool WaitForSizes(const std::string& prefix, int count, const std::string& size);
  // Until the condition of the configuration says so.
  bool WaitForCondition(const std::string& status);
  // Until `done`; where that fails, with the logs of all sidecars.
  bool WaitUntil(const std::function<bool()>& done);
  // Until there is an event with this reason about that cluster.
  bool WaitForEvent(const std::string& reason, const std::string& cluster);

  // The sizes that a cluster has had since the test began, one after the other; empty where it had none in between.
  Sizes SizesOf(const std::string& cluster) { return sizes_[cluster]; }
  const std::map<std::string, Sizes>& sizes() const { return sizes_; }
  // What the sidecar wrote about the size of a cluster, whether that worked or not.
  std::vector<Write> WritesOfSize(const std::string& cluster) { return WritesTo(HostedClusterPath(cluster)); }
  // The same about one path.
  std::vector<Write> WritesTo(const std::string& path);
  // How many lines with both texts its log holds by now.
  int CountLog(const std::string& text, const std::string& more);

  testing::Subprocess& sidecar_program() { return *sidecar_; }
  // Lets it go on beside the one that is started next.
  testing::Subprocess& KeepSidecar();
  // From here on the watch of the test itself may fail too.
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
