#include "client/sidecar/control/enforce_checks.h"

#include <string>
#include <vector>

#include "client/tree/parse_json.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace cpsizer::sidecar {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

constexpr char kLeaseName[] = "cpsizer/cpsizer-sidecar";

Options Enforcing(std::vector<const char*> more = {}) {
  more.push_back("--mode=enforce");
  more.push_back("--context=c");
  return ParseCommandLine(more)->options;
}

kube::ClusterConfig ConfigOf(bool is_pod_account) {
  kube::ClusterConfig config;
  config.origin = "context \"c\" of ~/.kube/config";
  config.is_pod_account = is_pod_account;
  config.name_space = "of-the-config";
  return config;
}

tree::Node LeaseWith(const std::string& annotations) {
  return tree::ParseJson(R"({"metadata": {"name": "cpsizer-sidecar", "annotations": )" + annotations + "}}");
}

std::string Refusal(const Options& options, const tree::Node& lease) {
  const absl::Status status = CheckLease(options, kLeaseName, lease);
  EXPECT_TRUE(absl::IsFailedPrecondition(status)) << status;
  return std::string(status.message());
}

TEST(CheckEnforceTest, AcceptsObserveModeAndThePodsAccount) {
  EXPECT_TRUE(CheckEnforce(Options(), ConfigOf(false)).ok());
  Options options;
  options.enforce = true;
  options.leader_elect = false;
  EXPECT_TRUE(CheckEnforce(options, ConfigOf(true)).ok());
}

TEST(CheckEnforceTest, OutsideAPodTheClusterIsNamedAndTheLeaseIsTaken) {
  EXPECT_TRUE(CheckEnforce(Enforcing(), ConfigOf(false)).ok());
  Options unnamed;
  unnamed.enforce = true;
  unnamed.kubeconfig = "/from/the/environment";
  const absl::Status status = CheckEnforce(unnamed, ConfigOf(false));
  EXPECT_TRUE(absl::IsInvalidArgument(status));
  EXPECT_THAT(std::string(status.message()), HasSubstr("context \"c\" of ~/.kube/config"));
  EXPECT_TRUE(absl::IsInvalidArgument(CheckEnforce(Enforcing({"--leader-elect=false"}), ConfigOf(false))));
}

TEST(LeaseNamespaceTest, IsThatOfTheFlagOfThePodOrOfTheManifests) {
  EXPECT_EQ(LeaseNamespace(Enforcing({"--leader-elect-resource-namespace=x"}), ConfigOf(true)), "x");
  EXPECT_EQ(LeaseNamespace(Enforcing(), ConfigOf(true)), "of-the-config");
  EXPECT_EQ(LeaseNamespace(Enforcing(), ConfigOf(false)), "cpsizer");
}

TEST(InstalledLeaseTest, IsThatOfTheManifestsForTheController) {
  EXPECT_EQ(InstalledLease(Enforcing({"--leader-elect-resource-namespace=x", "--leader-elect-resource-name=y"})),
            "cpsizer/cpsizer-sidecar");
  EXPECT_EQ(InstalledLease(Enforcing({"--controller=replicas"})), "cpsizer/cpsizer-sidecar-replicas");
}

TEST(CheckLeaseTest, WithoutALeaseItsNamespaceIsNamed) {
  EXPECT_THAT(Refusal(Enforcing(), tree::Node()), HasSubstr("there is no lease cpsizer/cpsizer-sidecar"));
  EXPECT_THAT(Refusal(Enforcing({"--controller=replicas"}), tree::Node()), HasSubstr("there is no lease"));
  EXPECT_TRUE(CheckLease(Enforcing({"--leader-elect-resource-namespace=x"}), kLeaseName, tree::Node()).ok());
}

TEST(CheckLeaseTest, ThePolicyIsThatOfTheLease) {
  const tree::Node lease = LeaseWith(R"({"cpsizer/cpu-policy": "when-fraction-configured"})");
  EXPECT_TRUE(CheckLease(Enforcing({"--cpu-policy=when-fraction-configured"}), kLeaseName, lease).ok());
  EXPECT_THAT(Refusal(Enforcing(), lease), HasSubstr("--cpu-policy=when-fraction-configured"));
  EXPECT_THAT(Refusal(Enforcing({"--cpu-policy=never"}), lease), HasSubstr("this one with --cpu-policy=never"));
  EXPECT_THAT(Refusal(Enforcing(), LeaseWith(R"({"cpsizer/cpu-policy": "of-a-later-version"})")),
              HasSubstr("of-a-later-version"));
  EXPECT_TRUE(CheckLease(Enforcing({"--controller=replicas"}), kLeaseName, lease).ok());
}

TEST(CheckLeaseTest, TheVpaSettingsAreThoseOfTheLease) {
  const tree::Node lease =
      LeaseWith(R"({"cpsizer/cpu-policy": "never", "cpsizer/vpa-settings": "vpa-round-cpu-millicores=10"})");
  EXPECT_TRUE(CheckLease(Enforcing({"--cpu-policy=never", "--vpa-round-cpu-millicores=10"}), kLeaseName, lease).ok());
  EXPECT_THAT(Refusal(Enforcing({"--cpu-policy=never"}), lease),
              HasSubstr("decides with the VPA settings \"vpa-round-cpu-millicores=10\" and this one with \"\""));
  EXPECT_THAT(
      Refusal(Enforcing({"--cpu-policy=never", "--vpa-min-age=0s"}), LeaseWith(R"({"cpsizer/cpu-policy": "never"})")),
      HasSubstr("this one with \"vpa-min-age=0\""));
}

// A sidecar of an earlier version creates a lease without a policy.
TEST(CheckLeaseTest, AgainstALeaseWithoutPolicyThePolicyIsNamed) {
  const tree::Node lease = LeaseWith("{}");
  EXPECT_THAT(Refusal(Enforcing(), lease), HasSubstr("does not contain the CPU policy"));
  EXPECT_TRUE(CheckLease(Enforcing({"--cpu-policy=when-capacity-configured"}), kLeaseName, lease).ok());
}

TEST(LeaseAnnotationsTest, HaveTheSettingsOfSizes) {
  EXPECT_THAT(Enforcing().own->LeaseAnnotations(),
              ElementsAre(Pair("cpsizer/cpu-policy", "when-capacity-configured"), Pair("cpsizer/vpa-settings", "")));
  EXPECT_THAT(Enforcing({"--cpu-policy=never", "--vpa-round-memory-bytes=67108864", "--vpa-min-age=90m"})
                  .own->LeaseAnnotations(),
              ElementsAre(Pair("cpsizer/cpu-policy", "never"),
                          Pair("cpsizer/vpa-settings", "vpa-round-memory-bytes=67108864,vpa-min-age=1h30m")));
  EXPECT_THAT(Enforcing({"--controller=replicas"}).own->LeaseAnnotations(), IsEmpty());
}

}  // namespace
}  // namespace cpsizer::sidecar
