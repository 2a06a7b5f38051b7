#ifndef CPSIZER_TESTS_DEPLOY_INSTALLED_TEST_H_
#define CPSIZER_TESTS_DEPLOY_INSTALLED_TEST_H_

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/time/time.h"
#include "tests/deploy/shapes.h"
#include "tests/testing/real_api/real_api_server.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::deploy {

// The timeout of waits. It is longer than the longest backoff of the sidecar, which is a minute.
inline constexpr absl::Duration kTimeout = absl::Seconds(100);

// A test of the objects that kubectl installs from deploy/ on the real API server. All tests of the program share the
// server. At the beginning it has the objects of other projects, such as replacements for the CRDs of cert-manager and
// of the Prometheus operator with the fields that deploy/ uses. It also has the namespace and the CRDs of cpsizer,
// which were installed with kubectl. The tests are skipped if the tools are missing.
class InstalledTest : public ::testing::Test {
 protected:
  void SetUp() override;
  // Deletes the installed objects except namespaces: without controllers, the deletion of a namespace never completes.
  void TearDown() override;

  testing::RealApiServer& server();
  testing::ApiUser& admin() { return server().admin(); }

  // Runs `kubectl apply -k` with strict validation. Any warning fails the test.
  void Install(const Shape& shape);
  void Install(const std::string& name) { Install(ShapeNamed(name)); }
  // Registers other objects for deletion at the end of the test.
  void DeleteLater(const std::vector<kube::Json>& objects);
  // Waits until RBAC allows the sidecar to read its objects, and its lease if `to_lead` is true. RBAC applies rights
  // with a delay. A sidecar that starts too early retries after at most a minute.
  void WaitForRights(bool to_lead);
  // Creates the fleet of deploy/examples when the first test uses it. Other tests use the same fleet.
  void EnsureFleet();

 private:
  std::vector<std::string> installed_;
  testing::TemporaryFolder folder_;
};

}  // namespace cpsizer::deploy

#endif  // CPSIZER_TESTS_DEPLOY_INSTALLED_TEST_H_
