#ifndef CPSIZER_TESTS_E2E_REAL_CLUSTER_TEST_H_
#define CPSIZER_TESTS_E2E_REAL_CLUSTER_TEST_H_

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "client/sidecar/control/field_manager.h"
#include "tests/testing/json.h"
#include "tests/testing/real_api/api_user.h"
#include "tests/testing/real_api/real_api_server.h"

namespace cpsizer::e2e {

inline constexpr char kHostedClusters[] = "/apis/hypershift.openshift.io/v1beta1/namespaces/clusters/hostedclusters";
inline constexpr char kConfigurations[] =
    "/apis/scheduling.hypershift.openshift.io/v1alpha1/clustersizingconfigurations";
inline constexpr char kSizeAnnotation[] = "hypershift.openshift.io/recommended-cluster-size";
inline constexpr char kFieldManager[] = "cpsizer-sidecar";

std::string HostedClusterPath(absl::string_view name);
kube::Json HostedCluster(absl::string_view name);
// Returns a merge patch that sets one annotation.
kube::Json Annotation(absl::string_view key, const kube::Json& value);
// Returns the value of the size annotation, or an empty text if it is missing.
absl::string_view SizeOf(const kube::Json& hosted_cluster);

// Runs tests on the real API server with all objects of deploy/. The tests of a program share the server, and each test
// uses its own names. The tests are skipped if the tools are missing.
class RealClusterTest : public ::testing::Test {
 protected:
  void SetUp() override;
  // Returns additional flags of kube-apiserver. All tests of a program must return the same flags.
  virtual std::vector<std::string> ServerFlags() const { return {}; }

  testing::RealApiServer& server();
  testing::ApiUser& admin() { return server().admin(); }
  // Returns a user that has only the rights of the sidecar.
  testing::ApiUser& sidecar() { return *sidecar_; }

  // Creates the object as admin. If this fails, fails the test and returns null.
  kube::Json MustCreate(const std::string& collection, const kube::Json& object);
  kube::Json MustGet(const std::string& path);
  // Returns a new user with the rights of the sidecar, for a second process of the sidecar.
  std::unique_ptr<testing::ApiUser> NewSidecar();

 private:
  std::unique_ptr<testing::ApiUser> sidecar_;
};

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_REAL_CLUSTER_TEST_H_
