#ifndef CPSIZER_TESTS_E2E_DOCS_DOCS_FIXTURE_H_
#define CPSIZER_TESTS_E2E_DOCS_DOCS_FIXTURE_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "tests/testing/docs_blocks.h"
#include "tests/testing/real_api/real_api_server.h"
#include "tests/testing/server_process.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::e2e {

// The environment in which the commands of the pages run.
//
// It has the source tree with the programs of this build, certificates, a service with TLS, and a service without TLS.
// The cluster has the example fleet, example machines, and the pod, the Secrets and the lease of an installation. The
// pod is not scheduled because there are no nodes (tests/testing/kubectl_without_nodes.sh). Another holder has the
// lease, so a sidecar that a page starts does not write.
class DocsFixture {
 public:
  // `server` must contain the objects of InstallSidecar(), and must outlive the DocsFixture.
  static absl::StatusOr<std::unique_ptr<DocsFixture>> Make(testing::RealApiServer& server);

  // Returns the command that runs a block in this environment. In the block, names, addresses and files of this
  // environment replace the names, addresses and files of the page.
  std::vector<std::string> CommandOf(const testing::DocsBlock& block) const;
  const std::vector<std::string>& environment() const { return environment_; }

 private:
  explicit DocsFixture(testing::RealApiServer& server);
  void WriteFiles();
  absl::Status StartServices();
  absl::Status Install();

  testing::RealApiServer& server_;
  const testing::TemporaryFolder folder_;
  std::vector<std::string> environment_;
  std::unique_ptr<testing::ServerProcess> service_;
  std::unique_ptr<testing::ServerProcess> tls_service_;
  std::string admin_address_;  // admin address of `tls_service_`
};

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_DOCS_DOCS_FIXTURE_H_
