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

// Who the sidecar is where deploy/base/sidecar gives it its rights.
inline constexpr char kSidecarUser[] = "system:serviceaccount:cpsizer:cpsizer-sidecar";

// The real kube-apiserver on the real etcd, on ports of 127.0.0.1, with RBAC. There are no controllers: namespaces
// never finish deleting, nothing is collected, no default service accounts appear.
//
// Starting takes some seconds: share one between tests. Both end with this object, and with the thread that started
// them, however that ends. Not thread-safe.
class RealApiServer {
 public:
  struct Options {
    // Further flags of kube-apiserver, such as `--watch-cache=false`.
    std::vector<std::string> flags;
    // Whose changes are taken down; empty for nobody's.
    std::string audited_user;
  };

  // Requires kube-apiserver and etcd among the tools (tools.h). Errors: Internal, with what a program said, if it ends
  // or does not get ready.
  static absl::StatusOr<std::unique_ptr<RealApiServer>> Start(const Options& options);
  static absl::StatusOr<std::unique_ptr<RealApiServer>> Start() { return Start(Options()); }
  ~RealApiServer();

  const std::string& url() const { return url_; }
  ApiUser& admin() { return *admin_; }

  // Writes a kubeconfig for a user and its groups, and returns its path. Certificates and key are files beside it.
  std::string WriteKubeconfig(const std::string& user, const std::vector<std::string>& groups) const;
  std::string AdminKubeconfig() const { return WriteKubeconfig("admin", {"system:masters"}); }
  std::string SidecarKubeconfig() const;
  // The same for whoever a file holds a bearer token of.
  std::string WriteTokenKubeconfig(const std::string& token_file) const;

  // What the audited user asked to create, update, patch and delete so far, in the order of the answers, refused or
  // not: events of audit.k8s.io/v1. An answer can be seen a moment before it is here.
  std::vector<kube::Json> AuditedRequests() const;

  // To be stopped, continued and killed.
  Subprocess& api_server() { return *api_server_; }
  Subprocess& etcd() { return *etcd_; }
  // Each kills one if it still runs, and starts it on the same port and data; both wait until all is ready.
  absl::Status RestartApiServer();
  absl::Status RestartEtcd();

  // Keeps what etcd holds now; puts it back as from a backup, with another start of both. Save before. Where
  // `further_on` is not 0, etcd then counts on from so many revisions behind the backup, and has forgotten all before
  // that: as its guide wants it for Kubernetes. That requires etcdutl among the tools.
  absl::Status SaveEtcd();
  absl::Status RestoreEtcd(int64_t further_on = 0);
  // Restarts the API server with a certificate of a new authority, and gives all kubeconfigs the new authority and
  // nothing of the one before.
  absl::Status RotateAuthority();

 private:
  explicit RealApiServer(const Options& options);

  // Nothing where it does not run.
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

// Gives an API server what other projects bring, and cpsizer finds there: the namespaces `clusters` and
// `openshift-machine-api`, and small CRDs of HostedCluster, VerticalPodAutoscaler and MachineSet.
absl::Status InstallNeighbours(ApiUser& admin);

// The same, and what the sidecar lives on: the namespace `cpsizer`, deploy/crds, rights and policies of
// deploy/base/sidecar, and deploy/components/machinesets; returns when all of it is in force.
absl::Status InstallSidecar(RealApiServer& server);

// Creates the CRDs of a file, and returns when their objects can be listed.
absl::Status InstallCrd(ApiUser& admin, const std::string& path);

// Gives a CRD that is installed the versions of the one in a file, and returns at once: the API server takes a moment
// to go by it, in which watches of its objects break.
absl::Status ReplaceCrd(ApiUser& admin, const std::string& path);

// The two CRDs of ClusterSizingConfiguration: ours, and the operator's from before CPU.
inline constexpr char kOurCrd[] = "deploy/crds/clustersizingconfigurations.yaml";
inline constexpr char kOlderCrd[] = "tests/testing/crds/clustersizingconfigurations_older.yaml";

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_REAL_API_REAL_API_SERVER_H_
