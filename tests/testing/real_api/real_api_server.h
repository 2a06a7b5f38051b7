#ifndef CPSIZER_TESTS_TESTING_REAL_API_REAL_API_SERVER_H_
#define CPSIZER_TESTS_TESTING_REAL_API_REAL_API_SERVER_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "tests/testing/json.h"
#include "tests/testing/net/reserved_port.h"
#include "tests/testing/real_api/api_user.h"
#include "tests/testing/subprocess.h"
#include "tests/testing/temporary_folder.h"
#include "tests/testing/tls/certificates.h"

namespace cpsizer::testing {

// The user of the sidecar. deploy/base/sidecar grants rights to this user.
inline constexpr char kSidecarUser[] = "system:serviceaccount:cpsizer:cpsizer-sidecar";

// The real kube-apiserver with the real etcd, on ports of 127.0.0.1, with RBAC. There are no controllers: namespaces
// are never removed, garbage is not collected, and default service accounts are not created.
//
// Starting takes some seconds, so tests should share one object. Both programs stop when this object is destroyed. They
// also stop when the thread that started them ends, even if the test crashes. Not thread-safe.
class RealApiServer {
 public:
  struct Options {
    // Additional flags of kube-apiserver, such as `--watch-cache=false`.
    std::vector<std::string> flags;
    // The user whose writes are audited; empty for none.
    std::string audited_user;
  };

  // Requires that the tools (tools.h) include kube-apiserver and etcd. Errors: Internal, with the output of a program,
  // if the program exits or does not become ready.
  static absl::StatusOr<std::unique_ptr<RealApiServer>> Start(const Options& options);
  static absl::StatusOr<std::unique_ptr<RealApiServer>> Start() { return Start(Options()); }
  ~RealApiServer();

  const std::string& url() const { return url_; }
  ApiUser& admin() { return *admin_; }

  // Writes a kubeconfig for a user and its groups, and returns its path. The certificates and the key are files next to
  // it.
  std::string WriteKubeconfig(const std::string& user, const std::vector<std::string>& groups) const;
  std::string AdminKubeconfig() const { return WriteKubeconfig("admin", {"system:masters"}); }
  std::string SidecarKubeconfig() const;
  // Writes a kubeconfig for the user of the bearer token in a file, and returns its path.
  std::string WriteTokenKubeconfig(const std::string& token_file) const;

  // Returns the create, update, patch and delete requests of the audited user so far, as events of audit.k8s.io/v1.
  // Refused requests are included. The events are in the order of the responses. An event may be missing for a moment
  // after the client got the response.
  std::vector<kube::Json> AuditedRequests() const;

  // The test may stop, continue and kill these programs.
  Subprocess& api_server() { return *api_server_; }
  Subprocess& etcd() { return *etcd_; }
  // Each function kills its program if the program still runs, and starts the program on the same port with the same
  // data. Returns when both programs are ready.
  absl::Status RestartApiServer();
  absl::Status RestartEtcd();

  // SaveEtcd() saves the data of etcd. RestoreEtcd() restores these data as from a backup, and restarts both programs.
  // SaveEtcd() must be called before. If `further_on` is not 0, RestoreEtcd() increases the revision of etcd by this
  // number and compacts all earlier revisions. The guide of etcd requires this for Kubernetes. This restore requires
  // etcdutl among the tools (tools.h).
  absl::Status SaveEtcd();
  absl::Status RestoreEtcd(int64_t further_on = 0);
  // Restarts the API server with a certificate of a new authority, and replaces the authority in all kubeconfigs.
  absl::Status RotateAuthority();

 private:
  explicit RealApiServer(const Options& options);

  // Does nothing if the program does not run.
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
  // kube-apiserver and etcd do not report a port that the system chooses, and they restart on the same ports.
  const ReservedPort etcd_port_;
  const ReservedPort peer_port_;
  const ReservedPort port_;
  const std::string url_;
  std::unique_ptr<ApiUser> admin_;
  std::unique_ptr<Subprocess> etcd_;
  std::unique_ptr<Subprocess> api_server_;
};

// Installs the objects of other projects that cpsizer needs: the namespaces `clusters` and `openshift-machine-api`, and
// small CRDs of HostedCluster, VerticalPodAutoscaler and MachineSet.
absl::Status InstallRequiredCrds(ApiUser& admin);

// Calls InstallRequiredCrds(), and installs the requirements of the sidecar: the namespace `cpsizer`, deploy/crds, the
// rights and policies of deploy/base/sidecar, and deploy/components/machinesets. Returns when all of them are
// effective.
absl::Status InstallSidecar(RealApiServer& server);

// Creates the CRDs of a file, and returns when their objects can be listed.
absl::Status InstallCrd(ApiUser& admin, const std::string& path);

// Replaces the versions of an installed CRD with those in a file. Does not wait until the API server uses the new
// versions. The API server breaks the watches of the objects when it changes the versions.
absl::Status ReplaceCrd(ApiUser& admin, const std::string& path);

// The two CRDs of ClusterSizingConfiguration: the CRD of cpsizer, and the CRD of an older operator without CPU.
inline constexpr char kOurCrd[] = "deploy/crds/clustersizingconfigurations.yaml";
inline constexpr char kOlderCrd[] = "tests/testing/crds/clustersizingconfigurations_older.yaml";

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_REAL_API_REAL_API_SERVER_H_
