#include "client/cli/replicas/meant_target.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "tests/cli/run_command.h"

namespace cpsizer::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

std::string HpaOf(const std::string& name, const std::string& target) {
  return absl::StrCat("apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: ", name,
                      ", namespace: shop}\nspec: {maxReplicas: 3, scaleTargetRef: {", target, "}}\n---\n");
}

std::string WorkloadNamed(const std::string& name, const std::string& kind = "Deployment",
                          const std::string& api_version = "apps/v1", const std::string& name_space = "shop") {
  return absl::StrCat("apiVersion: ", api_version, "\nkind: ", kind, "\nmetadata: {name: ", name,
                      ", namespace: ", name_space, "}\nspec: {selector: {matchLabels: {app: ", name,
                      "}}, template: {metadata: {labels: {app: ", name, "}}}}\n---\n");
}

std::string DeploymentRef(const std::string& name) {
  return absl::StrCat("apiVersion: apps/v1, kind: Deployment, name: ", name);
}

// Returns the output of `validate` for a file with this text.
std::string Validated(const std::string& text) {
  const TemporaryFolder folder;
  return absl::StrReplaceAll(RunCommand({"validate", "-f", folder.Write("shop.yaml", text)}).out, {{"\n    ", " "}});
}

struct NameCase {
  const char* name;
  const char* known;
  const char* autoscaler;
  bool misspelled;
};

TEST(MeantTargetTest, ANameIsMisspelledOnlyIfALetterDiffersByMistake) {
  const NameCase cases[] = {
      {"webb", "web", "web", true},
      {"webb", "web", "webb", true},
      {"wbe", "web", "wbe", true},
      {"wep", "web", "web", true},
      {"paymnets", "payments", "payments", true},
      {"payment-api", "payments-api", "hpa", true},
      {"webfrontend", "web-frontend", "webfrontend", true},
      {"frontent", "frontend", "web", true},
      // Different things.
      {"frontent", "frontend", "frontent", false},
      {"web2", "web1", "web2", false},
      {"web2", "web", "web2", false},
      {"web", "web2", "hpa", false},
      {"cart-v2", "cart-v1", "cart", false},
      {"shard-10", "shard-1", "shard-10", false},
      {"api", "app", "api", false},
      {"api", "app", "hpa", false},
      {"payments-api", "payments-app", "hpa", false},
      {"server-a", "server-b", "hpa", false},
      {"worker-east", "worker-west", "hpa", false},
      {"web-canary", "web", "hpa", false},
      {"payments", "web", "web", false},
  };
  for (const NameCase& c : cases) {
    EXPECT_EQ(IsMisspelled(c.name, c.known, c.autoscaler), c.misspelled) << c.name << " " << c.known;
  }
}

TEST(MeantTargetTest, TheTargetOfAnotherAutoscalerIsNotMeant) {
  const std::string text = absl::StrCat(HpaOf("hpa", DeploymentRef("webb")), WorkloadNamed("web"));
  EXPECT_THAT(Validated(text), HasSubstr("a Deployment web is there, which is probably meant"));
  EXPECT_THAT(Validated(absl::StrCat(text, HpaOf("web", DeploymentRef("web")))), HasSubstr("0 warnings"));
}

TEST(MeantTargetTest, AnotherKindWithTheName) {
  for (const char* kind : {"deployment", "Deploymnet", "StatefulSet", "ReplicaSet"}) {
    EXPECT_THAT(Validated(absl::StrCat(HpaOf("web", absl::StrCat("apiVersion: apps/v1, name: web, kind: ", kind)),
                                       WorkloadNamed("web"))),
                AllOf(HasSubstr("TARGET_UNMATCHED at 4:"), HasSubstr(absl::StrCat("spec.scaleTargetRef.kind: ", kind)),
                      HasSubstr(absl::StrCat("a Deployment web of apps/v1 is there, and ", kind, " is another kind"))));
  }
  EXPECT_THAT(
      Validated(absl::StrCat(HpaOf("web", "apiVersion: apps.openshift.io/v1, kind: DeploymentConfig, name: web"),
                             WorkloadNamed("web"))),
      HasSubstr("a Deployment web of apps/v1 is there, and DeploymentConfig is another kind"));
  EXPECT_THAT(Validated(absl::StrCat(HpaOf("web", "apiVersion: argoproj.io/v1alpha1, kind: Rollout, name: web"),
                                     WorkloadNamed("web"))),
              HasSubstr("0 warnings"))
      << "a Rollout can refer to a Deployment of its name";
  EXPECT_THAT(Validated(absl::StrCat(HpaOf("set", "apiVersion: apps/v1, kind: StatefulSet, name: web"),
                                     HpaOf("web", DeploymentRef("web")), WorkloadNamed("web"))),
              HasSubstr("0 warnings"))
      << "the Deployment is the target of another autoscaler";
}

TEST(MeantTargetTest, AnotherNamespaceWithTheName) {
  const std::string text =
      absl::StrCat(HpaOf("web", DeploymentRef("web")), WorkloadNamed("web", "Deployment", "apps/v1", "bank"));
  EXPECT_THAT(Validated(text),
              AllOf(HasSubstr("metadata.namespace: shop"),
                    HasSubstr("a Deployment web of apps/v1 is there in the namespace bank, and the autoscaler is in "
                              "shop")));
  EXPECT_THAT(Validated(absl::StrCat(text, WorkloadNamed("web"))), HasSubstr("0 warnings"));
}

TEST(MeantTargetTest, AnApiGroupThatNoClusterServes) {
  const std::string autoscaler = HpaOf("web", "apiVersion: extensions/v1beta1, kind: Deployment, name: web");
  for (const std::string& manifest : {std::string(), WorkloadNamed("web", "Deployment", "extensions/v1beta1")}) {
    EXPECT_THAT(Validated(absl::StrCat(autoscaler, manifest)),
                AllOf(HasSubstr("TARGET_UNMATCHED at 4:"),
                      HasSubstr("Kubernetes serves no Deployment of extensions/v1beta1 since 1.16; write apps/v1")));
  }
  EXPECT_THAT(Validated(absl::StrCat(autoscaler, WorkloadNamed("web"))),
              AllOf(HasSubstr("extensions/v1beta1 is another API group"), Not(HasSubstr("since 1.16; write"))));
}

}  // namespace
}  // namespace cpsizer::cli
