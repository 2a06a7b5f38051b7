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

// The environment of a reader of the pages: the tree with the built programs, certificates, a service with TLS and
// one without; a cluster with the example fleet and example machines, and with a pod, the Secrets and the lease of an
// installation. The pod is on no node, because there is none (tests/testing/kubectl_without_nodes.sh), and another
// holder has the lease: no sidecar of a page writes.
class DocsFixture {
 public:
  // `server` has the objects of InstallSidecar(), and outlives this object.
  static absl::StatusOr<std::unique_ptr<DocsFixture>> Make(testing::RealApiServer& server);

  // Returns the command that runs a block there, with the names, addresses and files of this fixture instead of those
  // on the page.
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
  std::string admin_address_;  // of the latter
};

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_DOCS_DOCS_FIXTURE_H_
