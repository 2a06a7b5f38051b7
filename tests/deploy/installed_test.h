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

// Longer than the longest pause of the sidecar between two tries, a minute.
inline constexpr absl::Duration kTimeout = absl::Seconds(100);

// A test of what kubectl installs from deploy/ on the real API server, which all tests of the program share. There, to
// begin with: what other projects bring, among it stand-ins for the CRDs of cert-manager and the Prometheus operator
// with the fields that deploy/ uses; our namespace and our CRDs, installed with kubectl. Skipped without the tools.
class InstalledTest : public ::testing::Test {
 protected:
  void SetUp() override;
  // Deletes what was installed, but for namespaces: nobody would end them here.
  void TearDown() override;

  testing::RealApiServer& server();
  testing::ApiUser& admin() { return server().admin(); }

  // `kubectl apply -k`, strictly. A warning, whoever it is from, is a failure of the test.
  void Install(const Shape& shape);
  void Install(const std::string& name) { Install(ShapeNamed(name)); }
  // What something else installs.
  void DeleteLater(const std::vector<kube::Json>& objects);
  // Until RBAC lets the sidecar read what it reads, and its lease if it is to lead, which it hears of a little later. A
  // sidecar that comes too early tries again later, at most a minute.
  void WaitForRights(bool to_lead);
  // The fleet of deploy/examples, created for the first test that wants it and left there for the others.
  void EnsureFleet();

 private:
  std::vector<std::string> installed_;
  testing::TemporaryFolder folder_;
};

}  // namespace cpsizer::deploy

#endif  // CPSIZER_TESTS_DEPLOY_INSTALLED_TEST_H_
