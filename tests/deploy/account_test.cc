// Checks that objects refer to each other with the correct names, in any namespace.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tests/deploy/shape_test.h"

namespace cpsizer::deploy {
namespace {

using kube::Find;
using kube::Json;
using kube::TextAt;
using ::testing::HasSubstr;

class AccountTest : public ShapeTest {
 protected:
  static const std::string& Namespace() { return GetParam().name_space; }
  // The namespace of MachineSets and of the ControlPlaneMachineSet, which is fixed.
  static constexpr char kMachines[] = "openshift-machine-api";
  // The namespace of events about cluster-scoped objects.
  static constexpr char kClusterEvents[] = "default";
  // The namespace in which the console of OpenShift reads dashboards.
  static constexpr char kConsole[] = "openshift-config-managed";

  // The name of the rights for the Prometheus of OpenShift.
  static constexpr char kMonitoring[] = "cpsizer-cluster-monitoring";

  // Returns the account to which a role or binding belongs, according to its name: `cpsizer-replicas-enforce` belongs
  // to `cpsizer-replicas`.
  static std::string AccountOf(const Json& object) {
    for (const char* account : {"cpsizer-replicas", "cpsizer-machines", "cpsizer-machine-autoscalers",
                                "cpsizer-cluster-autoscalers", "cpsizer-ui"}) {
      if (absl::StartsWith(TextAt(object, {"metadata", "name"}), account)) return account;
    }
    return "cpsizer-sidecar";
  }
};

INSTANTIATE_TEST_SUITE_P(Deploy, AccountTest, ::testing::ValuesIn(Shapes()), NameOfShape);

TEST_P(AccountTest, AllObjectsAreInOneNamespace) {
  for (const Json& object : objects()) {
    const absl::string_view there = TextAt(object, {"metadata", "namespace"});
    if (there.empty() || there == kMachines || there == kClusterEvents || there == kConsole) continue;
    EXPECT_EQ(there, Namespace()) << object;
  }
}

TEST_P(AccountTest, RightsInTheNamespaceDefaultAreAboutEvents) {
  for (const Json& object : objects()) {
    if (TextAt(object, {"metadata", "namespace"}) != kClusterEvents || object["kind"] == "RoleBinding") continue;
    EXPECT_EQ(object["kind"], "Role") << object;
    ASSERT_EQ(object["rules"].size(), 1u) << object;
    EXPECT_EQ(object["rules"][0]["resources"], Json({"events"}));
  }
}

TEST_P(AccountTest, PodsRunAsAnExistingAccount) {
  for (const Json& pod : PodTemplates()) {
    int found = 0;
    for (const Json& account : All("ServiceAccount")) {
      found += TextAt(account, {"metadata", "name"}) == TextAt(pod, {"spec", "serviceAccountName"}) ? 1 : 0;
    }
    EXPECT_EQ(found, 1);
  }
}

TEST_P(AccountTest, ThePoliciesNameTheAccountThatHasTheRights) {
  const auto policies = All("ValidatingAdmissionPolicy");
  ASSERT_EQ(policies.size(), HasSidecar(GetParam()) ? 2u : 0u);
  for (const Json& policy : policies) {
    const Json& conditions = Find(policy, {"spec", "matchConditions"});
    ASSERT_EQ(conditions.size(), 1u);
    EXPECT_EQ(conditions[0]["expression"],
              absl::StrCat("request.userInfo.username == 'system:serviceaccount:", Namespace(), ":cpsizer-sidecar'"));
  }
  for (const char* kind : {"RoleBinding", "ClusterRoleBinding"}) {
    for (const Json& binding : All(kind)) {
      ASSERT_EQ(binding["subjects"].size(), 1u);
      if (TextAt(binding, {"metadata", "name"}) == kMonitoring) continue;  // tested in MonitoringTest
      EXPECT_EQ(binding["subjects"][0],
                Json({{"kind", "ServiceAccount"}, {"name", AccountOf(binding)}, {"namespace", Namespace()}}));
    }
  }
}

// A sidecar in observe mode has no right to write, so it cannot write even without the flag for observe mode.
TEST_P(AccountTest, ObserverHasNoRightToWrite) {
  const bool observes = absl::StrContains(GetParam().name, "Observe");
  const std::set<std::string> readers = {"get", "list", "watch"};
  bool any_writes = false;
  std::vector<Json> roles = All("ClusterRole");
  for (const Json& role : All("Role")) roles.push_back(role);
  for (const Json& role : roles) {
    const bool of_replicas = TextAt(role, {"metadata", "name"}) == "cpsizer-replicas";
    bool writes = false;
    for (const Json& rule : role["rules"]) {
      // The controller of replicas reports disagreements as events in observe mode, too.
      if (of_replicas && rule["resources"] == Json({"events"})) continue;
      for (const std::string verb : rule["verbs"]) writes |= readers.count(verb) == 0;
    }
    EXPECT_TRUE(!writes || !observes) << role;
    any_writes |= writes;
  }
  EXPECT_EQ(any_writes, !observes && !roles.empty());
  for (const Json& role : All("Role")) {
    EXPECT_TRUE(!observes || TextAt(role, {"metadata", "namespace"}) == kMachines) << "there is no lease: " << role;
  }
}

// The controller of the ClusterAutoscaler writes workloads and network policies. In a shared namespace, its rights to
// get, patch and delete are limited to the names of its objects. RBAC cannot limit a creation to names. Rules that
// allow only lists and watches are not checked, and neither are events, whose names are not known before.
TEST_P(AccountTest, ObjectsOfTheClusterAutoscalerAreWrittenByName) {
  std::set<std::string> read, written, created, resources;
  for (const Json& role : All("Role")) {
    if (AccountOf(role) != "cpsizer-cluster-autoscalers" || TextAt(role, {"metadata", "namespace"}) != kMachines) {
      continue;
    }
    for (const Json& rule : role["rules"]) {
      if (rule["verbs"] == Json({"list", "watch"}) || rule["resources"] == Json({"events"})) continue;
      if (rule["verbs"] == Json({"create"})) {
        for (const Json& resource : rule["resources"]) created.insert(resource.get<std::string>());
        continue;
      }
      const bool is_read = rule["verbs"] == Json({"get", "list", "watch"});
      EXPECT_TRUE(is_read || rule["verbs"] == Json({"patch", "delete"})) << rule;
      EXPECT_FALSE(rule.value("resourceNames", Json::array()).empty()) << rule;
      for (const Json& resource : rule["resources"]) {
        resources.insert(resource.get<std::string>());
        for (const Json& name : rule["resourceNames"]) {
          (is_read ? read : written).insert(absl::StrCat(resource.get<std::string>(), "/", name.get<std::string>()));
        }
      }
    }
  }
  if (written.empty()) return;
  EXPECT_EQ(read.erase("deployments/cluster-autoscaler-operator"), 1u);
  EXPECT_EQ(written, read);
  EXPECT_EQ(written.size(), 9u);
  EXPECT_EQ(created, resources);
}

// The namespace also has credentials of the cloud provider.
TEST_P(AccountTest, SecretsAreOnlyReadByNameAndOnlyInTheNamespaceOfTheAutoscaler) {
  for (const char* kind : {"Role", "ClusterRole"}) {
    for (const Json& role : All(kind)) {
      for (const Json& rule : role["rules"]) {
        if (rule["resources"] != Json({"secrets"})) {
          EXPECT_FALSE(absl::StrContains(rule["resources"].dump(), "secrets")) << role;
          const bool is_core = absl::StrContains(rule["apiGroups"].dump(), R"("")");
          EXPECT_FALSE(is_core && absl::StrContains(rule["resources"].dump(), R"("*")")) << role;
          continue;
        }
        EXPECT_EQ(AccountOf(role), "cpsizer-machines");
        EXPECT_EQ(TextAt(role, {"metadata", "namespace"}), kMachines);
        EXPECT_EQ(rule["verbs"], Json({"get"}));
        EXPECT_FALSE(rule.value("resourceNames", Json::array()).empty()) << role;
      }
    }
  }
}

// Checks that certificates are written to the Secrets that the pods mount, and have the names that clients expect.
TEST_P(AccountTest, CertificatesAreInMountedSecretsAndNameTheirServers) {
  for (const Json& certificate : All("Certificate")) {
    const Json& spec = certificate["spec"];
    if (spec.contains("isCA")) continue;
    const std::string secret(TextAt(spec, {"secretName"}));
    int mounted = 0;
    for (const Json& pod : PodTemplates()) {
      if (Find(pod, {"metadata", "labels", "app.kubernetes.io/name"}) != certificate["metadata"]["name"]) continue;
      EXPECT_THAT(pod["spec"]["volumes"].dump(), HasSubstr(absl::StrCat("\"", secret, "\"")));
      ++mounted;
    }
    EXPECT_EQ(mounted, 1) << certificate;
    if (secret == "cpsizer-webhook-tls") {
      EXPECT_EQ(spec["dnsNames"], Json({absl::StrCat("cpsizer-webhook.", Namespace(), ".svc")}));
      const std::string source = absl::StrCat(Namespace(), "/cpsizer-webhook");
      for (const Json& registration : All("ValidatingWebhookConfiguration")) {
        EXPECT_EQ(registration["metadata"]["annotations"]["cert-manager.io/inject-ca-from"], source);
      }
    } else if (secret == "cpsizer-server-tls") {
      EXPECT_EQ(spec["dnsNames"], Json({absl::StrCat("cpsizer.", Namespace(), ".svc")}));
    } else {
      EXPECT_EQ(spec["uris"], Json({absl::StrCat("spiffe://cpsizer/ns/", Namespace(), "/sa/cpsizer-sidecar")}));
    }
  }
}

}  // namespace
}  // namespace cpsizer::deploy
