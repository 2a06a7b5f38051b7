// Tests how the plan differs between releases: section 10 of docs/reference/cluster-autoscaler.md.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "tests/engine/cluster_autoscaler/plans.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::ArgumentTexts;
using ::cpsizer::testing::AutoscalerPlan;
using ::cpsizer::testing::Plan;
using ::cpsizer::testing::PlanFindings;
using ::testing::Contains;
using ::testing::ElementsAreArray;

constexpr const char* kReleases[] = {"4.12", "4.13", "4.14", "4.15", "4.16", "4.17", "4.18", "4.19",
                                     "4.20", "4.21", "4.22", "4.23", "5.0",  "5.1",  "5.2"};

v1::PlanClusterAutoscalerRequest ReleaseRequest(const std::string& release, absl::string_view spec,
                                                absl::string_view platform = "") {
  v1::PlanClusterAutoscalerRequest request = AutoscalerPlan(spec, platform);
  request.mutable_operator_()->set_release_version(absl::StrCat(release, ".3"));
  request.mutable_operator_()->set_image("image");
  return request;
}

std::vector<std::string> ReleaseArguments(const std::string& release, absl::string_view spec,
                                          absl::string_view platform = "") {
  return ArgumentTexts(Plan(ReleaseRequest(release, spec, platform)));
}

// Returns the values of the fields of the planned object of this kind. If there are several objects, the values of the
// last one.
std::map<std::string, std::string> ReleaseFields(const v1::PlanClusterAutoscalerResponse& response,
                                                 absl::string_view kind) {
  std::map<std::string, std::string> fields;
  for (const v1::ClusterAutoscalerObject& object : response.objects()) {
    if (object.kind() != kind) continue;
    fields.clear();
    for (const v1::ClusterAutoscalerField& field : object.fields()) fields[field.path()] = field.value();
  }
  return fields;
}

// Returns the index of a release in kReleases.
size_t IndexOf(absl::string_view release) {
  size_t index = 0;
  while (release != kReleases[index]) ++index;
  return index;
}

// Calls `has` for each release. Expects true exactly from `first` to `last`.
template <typename Has>
void ExpectFromTo(absl::string_view first, absl::string_view last, Has has) {
  for (size_t i = 0; i < std::size(kReleases); ++i) {
    EXPECT_EQ(has(std::string(kReleases[i])), IndexOf(first) <= i && i <= IndexOf(last)) << kReleases[i];
  }
}

bool Has(const std::vector<std::string>& arguments, absl::string_view argument) {
  return ::testing::Matches(Contains(argument))(arguments);
}

TEST(PlanReleases, EachReleaseHasItsFixedArguments) {
  const std::vector<std::string> common = {"--namespace=openshift-machine-api", "--leader-elect-lease-duration=137s",
                                           "--leader-elect-renew-deadline=107s", "--leader-elect-retry-period=26s"};
  const struct {
    const char* release;
    const char* provider;
    std::vector<std::string> more;
  } kCases[] = {
      {"4.12", "clusterapi", {}},
      {"4.13", "clusterapi", {}},
      {"4.14", "clusterapi", {"--scale-up-from-zero-default-arch=amd64"}},
      {"4.15", "clusterapi", {"--scale-up-from-zero-default-arch=amd64"}},
      {"4.16", "clusterapi", {"--max-bulk-soft-taint-count=0"}},
      {"4.21", "clusterapi", {"--max-bulk-soft-taint-count=0"}},
      {"4.22", "clusterapi", {"--max-bulk-soft-taint-count=0", "--kube-api-content-type=application/json"}},
      {"4.23", "openshift", {"--max-bulk-soft-taint-count=0", "--kube-api-content-type=application/json"}},
      {"5.2", "openshift", {"--max-bulk-soft-taint-count=0", "--kube-api-content-type=application/json"}},
  };
  for (const auto& test : kCases) {
    std::vector<std::string> expected = {"--logtostderr", "--record-duplicated-events",
                                         absl::StrCat("--cloud-provider=", test.provider)};
    expected.insert(expected.end(), common.begin(), common.end());
    expected.insert(expected.end(), test.more.begin(), test.more.end());
    expected.push_back("--v=1");
    EXPECT_THAT(ReleaseArguments(test.release, ""), ElementsAreArray(expected)) << test.release;
  }
}

TEST(PlanReleases, AGivenCloudProviderIsKept) {
  auto request = ReleaseRequest("4.18", "");
  request.mutable_operator_()->set_cloud_provider("openshift");
  EXPECT_THAT(ArgumentTexts(Plan(request)), Contains("--cloud-provider=openshift"));
}

TEST(PlanReleases, WithoutAReleaseThePlanIsThatOfTheNewest) {
  auto request = ReleaseRequest("5.2", R"("startupTaints": ["a"])");
  const std::vector<std::string> newest = ArgumentTexts(Plan(request));
  request.clear_operator_();
  EXPECT_THAT(ArgumentTexts(Plan(request)), ElementsAreArray(newest));
}

TEST(PlanReleases, EachReleaseHasItsEnvironment) {
  const struct {
    const char* release;
    std::vector<std::string> variables;
  } kCases[] = {
      {"4.12", {"CAPI_GROUP=machine.openshift.io", "CAPI_VERSION=v1beta1"}},
      {"4.15", {"CAPI_GROUP=machine.openshift.io", "CAPI_VERSION=v1beta1"}},
      {"4.16", {"CAPI_GROUP=machine.openshift.io", "CAPI_VERSION=v1beta1", "CAPI_SCALE_ZERO_DEFAULT_ARCH=arm64"}},
      {"4.22", {"CAPI_GROUP=machine.openshift.io", "CAPI_VERSION=v1beta1", "CAPI_SCALE_ZERO_DEFAULT_ARCH=arm64"}},
      {"4.23", {"CAPI_SCALE_ZERO_DEFAULT_ARCH=arm64", "OPENSHIFT_CLUSTERAPI_DISABLE=true"}},
      {"5.1", {"CAPI_SCALE_ZERO_DEFAULT_ARCH=arm64", "OPENSHIFT_CLUSTERAPI_DISABLE=true"}},
  };
  for (const auto& test : kCases) {
    auto request = ReleaseRequest(test.release, "");
    request.mutable_operator_()->set_architecture("arm64");
    auto fields = ReleaseFields(Plan(request), "Deployment");
    std::vector<std::string> variables;
    for (int i = 0;; ++i) {
      const std::string entry = absl::StrCat("spec.template.spec.containers[0].env[", i, "].");
      if (fields.count(entry + "name") == 0) break;
      variables.push_back(absl::StrCat(fields[entry + "name"], "=", fields[entry + "value"]));
    }
    EXPECT_THAT(variables, ElementsAreArray(test.variables)) << test.release;
  }
}

TEST(PlanReleases, BuiltInLabels) {
  constexpr char kBalancing[] = R"("balanceSimilarNodeGroups": true)";
  const auto has = [&](const char* platform, const char* label) {
    return [=](const std::string& release) {
      return Has(ReleaseArguments(release, kBalancing, platform), absl::StrCat("--balancing-ignore-label=", label));
    };
  };
  ExpectFromTo("4.13", "5.2", has("AWS", "topology.ebs.csi.aws.com/zone"));
  ExpectFromTo("4.13", "5.2", has("GCP", "topology.gke.io/zone"));
  ExpectFromTo("4.17", "5.2", has("AWS", "topology.k8s.aws/zone-id"));
  ExpectFromTo("4.13", "4.17", has("AlibabaCloud", "topology.diskplugin.csi.alibabacloud.com/zone"));
}

TEST(PlanReleases, FeatureGates) {
  const auto has = [](const char* gate, const char* argument) {
    return [=](const std::string& release) {
      auto request = ReleaseRequest(release, "", "AWS");
      request.mutable_operator_()->add_feature_gates(gate);
      return Has(ArgumentTexts(Plan(request)), argument);
    };
  };
  ExpectFromTo("4.21", "5.2", has("ProvisioningRequestAvailable", "--enable-provisioning-requests=true"));
  ExpectFromTo(
      "4.23", "5.2",
      has("ClusterAPIMachineManagementAWS", "--node-group-auto-discovery=clusterapi:namespace=openshift-cluster-api"));
}

// The API server of an older release drops these settings, and its operator does not know them.
TEST(PlanReleases, NewerSettingsHaveNoEffect) {
  const struct {
    const char* first;
    const char* spec;
    const char* argument;
    const char* field;
  } kCases[] = {
      {"4.16", R"("expanders": ["Random"])", "--expander=random", "expanders"},
      {"4.20", R"("scaleUp": {"newPodScaleUpDelay": "10s"})", "--new-pod-scale-up-delay=10s", "scaleUp"},
      {"4.21", R"("scaleDown": {"enabled": true, "cordonNodeBeforeTerminating": "Enabled"})",
       "--cordon-node-before-terminating=true", "scaleDown.cordonNodeBeforeTerminating"},
      {"4.23", R"("enforceNodeGroupMinSize": "Disabled")", "--enforce-node-group-min-size=false",
       "enforceNodeGroupMinSize"},
      {"5.1", R"("startupTaints": ["a"])", "--startup-taint=a", "startupTaints"},
  };
  for (const auto& test : kCases) {
    ExpectFromTo(test.first, "5.2", [&](const std::string& release) {
      const auto response = Plan(ReleaseRequest(release, test.spec));
      const bool has = Has(ArgumentTexts(response), test.argument);
      const std::string finding = absl::StrCat("SETTING_WITHOUT_EFFECT clusterAutoscaler.spec.", test.field,
                                               ": it has no effect, because the ClusterAutoscaler of release ", release,
                                               " does not have this field");
      EXPECT_THAT(PlanFindings(response),
                  ElementsAreArray(has ? std::vector<std::string>() : std::vector<std::string>({finding})))
          << release;
      return has;
    });
  }
}

TEST(PlanReleases, Objects) {
  ExpectFromTo("4.21", "5.2", [](const std::string& release) {
    const auto response = Plan(ReleaseRequest(release, ""));
    const bool has = !ReleaseFields(response, "NetworkPolicy").empty();
    EXPECT_EQ(response.objects_size(), has ? 9 : 4) << release;
    return has;
  });
  ExpectFromTo("4.22", "5.2", [](const std::string& release) {
    return ReleaseFields(Plan(ReleaseRequest(release, "")), "ServiceMonitor")["spec.endpoints[0].scheme"] == "HTTP";
  });
}

TEST(PlanReleases, CapacitiesAreTranslatedFromRelease416On) {
  ExpectFromTo("4.16", "5.2", [](const std::string& release) {
    auto request = testing::MachinesPlan({testing::MachineAutoscalerJson("a", "workers")},
                                         {testing::MachineSetJson("workers", R"("machine.openshift.io/vCPU": "4")")});
    request.mutable_operator_()->set_release_version(absl::StrCat(release, ".0"));
    return Has(testing::AnnotationTexts(Plan(request)), "workers SET capacity.cluster-autoscaler.kubernetes.io/cpu=4");
  });
}

}  // namespace
}  // namespace cpsizer
