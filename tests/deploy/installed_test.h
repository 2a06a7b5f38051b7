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

// Longer than the longest backoff of the sidecar, a minute.
inline constexpr absl::Duration kTimeout = absl::Seconds(100);

// A test of the objects that kubectl installs from deploy/ on the real API server, which all tests of the program
// share. Initially it has the objects of other projects, such as stand-ins for the CRDs of cert-manager and the
// Prometheus operator with the fields that deploy/ uses; and the namespace and CRDs of cpsizer, installed with
// kubectl. Skipped without the tools.
class InstalledTest : public ::testing::Test {
 protected:
  void SetUp() override;
  // Deletes the installed objects, except namespaces: they would not be finalized here.
  void TearDown() override;

  testing::RealApiServer& server();
  testing::ApiUser& admin() { return server().admin(); }

  // Runs `kubectl apply -k`, strictly. Any warning fails the test.
  void Install(const Shape& shape);
  void Install(const std::string& name) { Install(ShapeNamed(name)); }
  // Registers objects of other owners for deletion.
  void DeleteLater(const std::vector<kube::Json>& objects);
  // Waits until RBAC lets the sidecar read its objects, and its lease if it is to lead, which takes effect with a
  // delay. A sidecar that starts too early retries later, after at most a minute.
  void WaitForRights(bool to_lead);
  // Creates the fleet of deploy/examples for the first test that uses it; it is kept for the others.
  void EnsureFleet();

 private:
  std::vector<std::string> installed_;
  testing::TemporaryFolder folder_;
};

}  // namespace cpsizer::deploy

#endif  // CPSIZER_TESTS_DEPLOY_INSTALLED_TEST_H_
