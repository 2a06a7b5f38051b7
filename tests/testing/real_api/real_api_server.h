#ifndef CPSIZER_TESTS_TESTING_REAL_API_REAL_API_SERVER_H_
#define CPSIZER_TESTS_TESTING_REAL_API_REAL_API_SERVER_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "tests/testing/json.h"
#include "tests/testing/real_api/api_user.h"
#include "tests/testing/subprocess.h"
#include "tests/testing/temporary_folder.h"
#include "tests/testing/tls/certificates.h"

namespace cpsizer::testing {

// The sidecar's user, to which deploy/base/sidecar grants its rights.
inline constexpr char kSidecarUser[] = "system:serviceaccount:cpsizer:cpsizer-sidecar";

// The real kube-apiserver on the real etcd, on ports of 127.0.0.1, with RBAC. There are no controllers: namespaces
// are never removed, garbage is not collected, no default service accounts are created.
//
// Starting takes some seconds: share one between tests. Both stop with this object, and with the thread that started
// them, even if it crashes. Not thread-safe.
class RealApiServer {
 public:
  struct Options {
    // Further flags of kube-apiserver, such as `--watch-cache=false`.
    std::vector<std::string> flags;
    // The user whose writes are audited; empty for none.
    std::string audited_user;
  };

  // Requires kube-apiserver and etcd among the tools (tools.h). Errors: Internal, with the output of a program, if it
  // exits or does not become ready.
  static absl::StatusOr<std::unique_ptr<RealApiServer>> Start(const Options& options);
  static absl::StatusOr<std::unique_ptr<RealApiServer>> Start() { return Start(Options()); }
  ~RealApiServer();

  const std::string& url() const { return url_; }
  ApiUser& admin() { return *admin_; }

  // Writes a kubeconfig for a user and its groups, and returns its path. Certificates and key are files next to it.
  std::string WriteKubeconfig(const std::string& user, const std::vector<std::string>& groups) const;
  std::string AdminKubeconfig() const { return WriteKubeconfig("admin", {"system:masters"}); }
  std::string SidecarKubeconfig() const;
  // The same for the user of the bearer token in a file.
  std::string WriteTokenKubeconfig(const std::string& token_file) const;

  // Returns the create, update, patch and delete requests of the audited user so far, in the order of the responses,
  // refused or not: events of audit.k8s.io/v1. A response may arrive a moment before its event is here.
  std::vector<kube::Json> AuditedRequests() const;

  // To be stopped, continued and killed by the test.
  Subprocess& api_server() { return *api_server_; }
  Subprocess& etcd() { return *etcd_; }
  // Each kills one if it still runs, and starts it on the same port and data; both wait until all is ready.
  absl::Status RestartApiServer();
  absl::Status RestartEtcd();

  // SaveEtcd saves the data of etcd; the other restores it as from a backup, and restarts both. Save before. If
  // `further_on` is not 0, etcd then continues with a revision that is this much higher than the backup, and has
  // compacted all before: as its guide requires for Kubernetes. That requires etcdutl among the tools.
  absl::Status SaveEtcd();
  absl::Status RestoreEtcd(int64_t further_on = 0);
  // Restarts the API server with a certificate of a new authority, and replaces the authority in all kubeconfigs.
  absl::Status RotateAuthority();

 private:
  explicit RealApiServer(const Options& options);

  // Does nothing if it does not run.
  void KillApiServer();
  void KillEtcd();
  absl::Status StartEtcd();
  absl::Status BumpEtcd(int64_t further_on);
  absl::Status StartApiServer();
  absl::Status WaitUntilReady();
  void WriteServingCertificate(const CertificateAuthority& authority) const;
  std::string WriteKubeconfigFor(const std::string& name, const kube::Json& credentials) const;

  const Options options_;
  const TemporaryFolder folder_;
  const CertificateAuthority authority_;
  const int etcd_port_;
  const int peer_port_;
  const int port_;
  const std::string url_;
  std::unique_ptr<ApiUser> admin_;
  std::unique_ptr<Subprocess> etcd_;
  std::unique_ptr<Subprocess> api_server_;
};

// Installs objects of other projects that cpsizer uses: the namespaces `clusters` and `openshift-machine-api`, and
// small CRDs of HostedCluster, VerticalPodAutoscaler and MachineSet.
absl::Status InstallRequiredCrds(ApiUser& admin);

// The same, and the requirements of the sidecar: the namespace `cpsizer`, deploy/crds, rights and policies of
// deploy/base/sidecar, and deploy/components/machinesets; returns when all of it is effective.
absl::Status InstallSidecar(RealApiServer& server);

// Creates the CRDs of a file, and returns when their objects can be listed.
absl::Status InstallCrd(ApiUser& admin, const std::string& path);

// Replaces the versions of an installed CRD with those in a file, and returns at once: the API server needs a moment
// to use it, in which watches of its objects break.
absl::Status ReplaceCrd(ApiUser& admin, const std::string& path);

// The two CRDs of ClusterSizingConfiguration: that of cpsizer, and the operator's from before CPU.
inline constexpr char kOurCrd[] = "deploy/crds/clustersizingconfigurations.yaml";
inline constexpr char kOlderCrd[] = "tests/testing/crds/clustersizingconfigurations_older.yaml";

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_REAL_API_REAL_API_SERVER_H_
