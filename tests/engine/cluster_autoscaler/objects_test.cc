// Tests the planned objects of the cluster-autoscaler and their differences from the current objects: section 8 of
// docs/reference/cluster-autoscaler.md.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "tests/engine/cluster_autoscaler/plans.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::AutoscalerPlan;
using ::cpsizer::testing::Plan;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

v1::PlanClusterAutoscalerRequest ObjectsRequest() {
  v1::PlanClusterAutoscalerRequest request = AutoscalerPlan(R"("resourceLimits": {"maxNodesTotal": 24})");
  request.mutable_cluster_autoscaler()->mutable_metadata()->set_uid("1-2-3");
  request.mutable_operator_()->set_release_version("5.1.0");
  request.mutable_operator_()->set_image("example.org/cluster-autoscaler:4.18");
  return request;
}

// Returns the first object of this kind whose name ends with `suffix`. Requires that this object exists.
v1::ClusterAutoscalerObject ObjectOf(const v1::PlanClusterAutoscalerResponse& response, absl::string_view kind,
                                     absl::string_view suffix = "") {
  for (const v1::ClusterAutoscalerObject& object : response.objects()) {
    if (object.kind() == kind && absl::EndsWith(object.name(), suffix)) return object;
  }
  ADD_FAILURE() << "there is no " << kind << " " << suffix;
  return {};
}

TEST(PlanObjects, Section8AllOfThemInTheOrderOfTheOperator) {
  std::vector<std::string> objects;
  const auto response = Plan(ObjectsRequest());
  for (const v1::ClusterAutoscalerObject& object : response.objects()) {
    objects.push_back(
        absl::StrCat(object.api_version(), " ", object.kind(), " ", object.namespace_(), "/", object.name()));
  }
  const std::string of = " openshift-machine-api/cluster-autoscaler-default";
  EXPECT_THAT(objects, ElementsAre("v1 Service" + of, "monitoring.coreos.com/v1 ServiceMonitor" + of,
                                   "monitoring.coreos.com/v1 PrometheusRule" + of,
                                   "networking.k8s.io/v1 NetworkPolicy" + of + "-default-deny",
                                   "networking.k8s.io/v1 NetworkPolicy" + of + "-allow-egress-to-dns",
                                   "networking.k8s.io/v1 NetworkPolicy" + of + "-allow-egress-to-api-server",
                                   "networking.k8s.io/v1 NetworkPolicy" + of + "-allow-ingress-to-webhooks",
                                   "networking.k8s.io/v1 NetworkPolicy" + of + "-allow-ingress-to-metrics",
                                   "apps/v1 Deployment" + of));
  EXPECT_EQ(response.summary(), "The cluster-autoscaler runs with 11 arguments. 9 objects.");
}

constexpr char kOwnerReference[] =
    R"("ownerReferences":[{"apiVersion":"autoscaling.openshift.io/v1","kind":"ClusterAutoscaler","name":"default",)"
    R"("uid":"1-2-3","controller":true,"blockOwnerDeletion":true}])";

TEST(PlanObjects, Section8Deployment) {
  const std::string annotations =
      R"("annotations":{"scheduler.alpha.kubernetes.io/critical-pod":"","release.openshift.io/version":"5.1.0",)"
      R"("target.workload.openshift.io/management":"{\"effect\": \"PreferredDuringScheduling\"}"})";
  const std::string labels = R"("labels":{"cluster-autoscaler":"default","k8s-app":"cluster-autoscaler"})";
  EXPECT_EQ(
      ObjectOf(Plan(ObjectsRequest()), "Deployment").manifest(),
      absl::StrCat(
          R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"cluster-autoscaler-default",)",
          R"("namespace":"openshift-machine-api",)", annotations, ",", kOwnerReference,
          R"(},"spec":{"replicas":1,"selector":{"matchLabels":{"cluster-autoscaler":"default",)",
          R"("k8s-app":"cluster-autoscaler"}},"template":{"metadata":{)", labels, ",", annotations,
          R"(},"spec":{"serviceAccountName":"cluster-autoscaler","priorityClassName":"system-cluster-critical",)",
          R"("nodeSelector":{"node-role.kubernetes.io/master":"","beta.kubernetes.io/os":"linux"},)",
          R"("containers":[{"name":"cluster-autoscaler","image":"example.org/cluster-autoscaler:4.18",)",
          R"("command":["cluster-autoscaler"],"args":["--logtostderr","--record-duplicated-events",)",
          R"("--cloud-provider=openshift","--namespace=openshift-machine-api","--leader-elect-lease-duration=137s",)",
          R"("--leader-elect-renew-deadline=107s","--leader-elect-retry-period=26s","--max-bulk-soft-taint-count=0",)",
          R"("--kube-api-content-type=application/json","--max-nodes-total=24","--v=1"],)",
          R"("ports":[{"name":"metrics","containerPort":8085}],)",
          R"("env":[{"name":"CAPI_SCALE_ZERO_DEFAULT_ARCH","value":"amd64"},)",
          R"({"name":"OPENSHIFT_CLUSTERAPI_DISABLE","value":"true"}],)",
          R"("resources":{"requests":{"cpu":"10m","memory":"20Mi"}}}],)",
          R"("tolerations":[{"key":"CriticalAddonsOnly","operator":"Exists"},)",
          R"({"key":"node-role.kubernetes.io/master","effect":"NoSchedule","operator":"Exists"}]}}}})"));
}

TEST(PlanObjects, Section8ServiceAndServiceMonitor) {
  const auto response = Plan(ObjectsRequest());
  const std::string metadata =
      absl::StrCat(R"("metadata":{"name":"cluster-autoscaler-default","namespace":"openshift-machine-api",)",
                   R"("labels":{"k8s-app":"cluster-autoscaler"},)", kOwnerReference, "}");
  EXPECT_EQ(ObjectOf(response, "Service").manifest(),
            absl::StrCat(R"({"apiVersion":"v1","kind":"Service",)", metadata,
                         R"(,"spec":{"type":"ClusterIP","ports":[{"name":"metrics","port":8085,"protocol":"TCP",)",
                         R"("targetPort":"metrics"}],"selector":{"k8s-app":"cluster-autoscaler"},)",
                         R"("sessionAffinity":"None"}})"));
  EXPECT_EQ(ObjectOf(response, "ServiceMonitor").manifest(),
            absl::StrCat(R"({"apiVersion":"monitoring.coreos.com/v1","kind":"ServiceMonitor",)", metadata,
                         R"(,"spec":{"endpoints":[{"bearerTokenFile":)",
                         R"("/var/run/secrets/kubernetes.io/serviceaccount/token","interval":"30s","port":"metrics",)",
                         R"("scheme":"HTTP"}],"namespaceSelector":{"matchNames":["openshift-machine-api"]},)",
                         R"("selector":{"matchLabels":{"k8s-app":"cluster-autoscaler"}}}})"));
}

// Returns the planned values of an object, by field path.
std::map<std::string, std::string> FieldsOf(const v1::ClusterAutoscalerObject& object) {
  std::map<std::string, std::string> fields;
  for (const v1::ClusterAutoscalerField& field : object.fields()) fields[field.path()] = field.value();
  return fields;
}

TEST(PlanObjects, Section8PrometheusRule) {
  auto fields = FieldsOf(ObjectOf(Plan(ObjectsRequest()), "PrometheusRule"));
  EXPECT_EQ(fields["metadata.labels.prometheus"], "k8s");
  EXPECT_EQ(fields["metadata.labels.role"], "alert-rules");
  EXPECT_EQ(fields["spec.groups[0].name"], "general.rules");
  const struct {
    const char* alert;
    const char* expression;
    const char* period;
    const char* severity;
  } kAlerts[] = {
      {"ClusterAutoscalerUnschedulablePods",
       "cluster_autoscaler_unschedulable_pods_count{service=\"cluster-autoscaler-default\"} > 0", "20m", "info"},
      {"ClusterAutoscalerNotSafeToScale",
       "cluster_autoscaler_cluster_safe_to_autoscale{service=\"cluster-autoscaler-default\"} != 1", "15m", "warning"},
      {"ClusterAutoscalerUnableToScaleCPULimitReached",
       "increase(cluster_autoscaler_skipped_scale_events_count{direction=\"up\",reason=\"CpuResourceLimit\"}[15m]) > 0",
       "15m", "info"},
      {"ClusterAutoscalerUnableToScaleMemoryLimitReached",
       "increase(cluster_autoscaler_skipped_scale_events_count{direction=\"up\",reason=\"MemoryResourceLimit\"}[15m]) "
       "> 0",
       "15m", "info"},
  };
  for (int i = 0; i < 4; ++i) {
    const std::string rule = absl::StrCat("spec.groups[0].rules[", i, "].");
    EXPECT_EQ(fields[rule + "alert"], kAlerts[i].alert);
    EXPECT_EQ(fields[rule + "expr"], kAlerts[i].expression);
    EXPECT_EQ(fields[rule + "for"], kAlerts[i].period);
    EXPECT_EQ(fields[rule + "labels.severity"], kAlerts[i].severity);
    EXPECT_NE(fields[rule + "annotations.summary"], "");
    EXPECT_NE(fields[rule + "annotations.description"], "");
  }
  EXPECT_EQ(fields.count("spec.groups[0].rules[4].alert"), 0u);
}

TEST(PlanObjects, Section8NetworkPolicies) {
  auto request = ObjectsRequest();
  request.mutable_operator_()->set_webhooks_port(9'443);
  const auto response = Plan(request);
  const struct {
    const char* suffix;
    const char* spec;
  } kPolicies[] = {
      {"-default-deny", R"("policyTypes":["Egress","Ingress"])"},
      {"-allow-egress-to-dns",
       R"("egress":[{"to":[{"namespaceSelector":{"matchLabels":{"kubernetes.io/metadata.name":"openshift-dns"}},)"
       R"("podSelector":{"matchLabels":{"dns.operator.openshift.io/daemonset-dns":"default"}}}],)"
       R"("ports":[{"protocol":"TCP","port":5353},{"protocol":"UDP","port":5353}]}],"policyTypes":["Egress"])"},
      {"-allow-egress-to-api-server",
       R"("egress":[{"ports":[{"protocol":"TCP","port":6443}]}],"policyTypes":["Egress"])"},
      {"-allow-ingress-to-webhooks",
       R"("ingress":[{"ports":[{"protocol":"TCP","port":9443}]}],"policyTypes":["Ingress"])"},
      {"-allow-ingress-to-metrics",
       R"("ingress":[{"ports":[{"protocol":"TCP","port":8085}]}],"policyTypes":["Ingress"])"},
  };
  for (const auto& policy : kPolicies) {
    EXPECT_EQ(ObjectOf(response, "NetworkPolicy", policy.suffix).manifest(),
              absl::StrCat(R"({"apiVersion":"networking.k8s.io/v1","kind":"NetworkPolicy","metadata":{)",
                           R"("name":"cluster-autoscaler-default)", policy.suffix,
                           R"(","namespace":"openshift-machine-api",)", kOwnerReference,
                           R"(},"spec":{"podSelector":{"matchLabels":{"cluster-autoscaler":"default",)",
                           R"("k8s-app":"cluster-autoscaler"}},)", policy.spec, "}}"));
  }
}

TEST(PlanObjects, Section8ClusterApiIsDisabledExactlyWithoutItsArgument) {
  auto request = ObjectsRequest();
  request.mutable_infrastructure()->mutable_status()->mutable_platform_status()->set_type("AWS");
  request.mutable_operator_()->add_feature_gates("ClusterAPIMachineManagementAWS");
  const auto fields = FieldsOf(ObjectOf(Plan(request), "Deployment"));
  EXPECT_EQ(fields.count("spec.template.spec.containers[0].env[1].name"), 0u);
}

TEST(PlanObjects, SettingsOfTheOperatorAreInTheObjects) {
  auto request = ObjectsRequest();
  v1::ClusterAutoscalerOperatorSettings& settings = *request.mutable_operator_();
  settings.set_namespace_("autoscaling");
  settings.set_replicas(0);
  settings.set_architecture("arm64");
  settings.set_extra_args("--one --two");
  const auto deployment = ObjectOf(Plan(request), "Deployment");
  auto fields = FieldsOf(deployment);
  EXPECT_EQ(fields["metadata.namespace"], "autoscaling");
  EXPECT_EQ(fields["spec.replicas"], "0");
  EXPECT_EQ(fields["spec.template.spec.containers[0].env[0].value"], "arm64");
  EXPECT_EQ(fields["spec.template.spec.containers[0].args[11]"], "--one --two");
  for (const v1::ClusterAutoscalerField& field : deployment.fields()) {
    if (field.path() == "spec.replicas") {
      EXPECT_EQ(field.source(), "operator.replicas");
    }
    if (field.path() == "spec.template.spec.containers[0].args[9]") {
      EXPECT_EQ(field.source(), "clusterAutoscaler.spec.resourceLimits.maxNodesTotal");
    }
  }
}

TEST(PlanObjects, WithoutAUidThereIsNoOwner) {
  auto request = ObjectsRequest();
  request.mutable_cluster_autoscaler()->mutable_metadata()->clear_uid();
  EXPECT_FALSE(absl::StrContains(ObjectOf(Plan(request), "Service").manifest(), "ownerReferences"));
}

TEST(PlanObjects, ManifestsAreJson) {
  auto request = ObjectsRequest();
  request.mutable_operator_()->set_extra_args("a\"b\\c\n\x01\xC3\xA9");
  const std::string manifest = ObjectOf(Plan(request), "Deployment").manifest();
  EXPECT_TRUE(absl::StrContains(manifest, R"("a\"b\\c\n\u0001)"
                                          "\xC3\xA9\""))
      << manifest;
}

// Returns `request` with a new current state: the state after the plan of `request` was applied.
v1::PlanClusterAutoscalerRequest WithCurrent(v1::PlanClusterAutoscalerRequest request) {
  const auto response = Plan(request);
  for (const v1::ClusterAutoscalerObject& object : response.objects()) {
    v1::ClusterAutoscalerCurrentObject& current = *request.mutable_current()->add_objects();
    current.set_kind(object.kind());
    current.set_namespace_(object.namespace_());
    current.set_name(object.name());
    for (const v1::ClusterAutoscalerField& field : object.fields()) {
      (*current.mutable_fields())[field.path()] = field.value();
    }
  }
  return request;
}

// Returns a text `KIND path: current -> planned` for each difference of each object. An absent value is `-`.
std::vector<std::string> DifferencesOf(const v1::PlanClusterAutoscalerResponse& response) {
  std::vector<std::string> differences;
  for (const v1::ClusterAutoscalerObject& object : response.objects()) {
    for (const v1::ClusterAutoscalerDifference& difference : object.differences()) {
      differences.push_back(absl::StrCat(object.kind(), " ", difference.path(), ": ",
                                         difference.has_current() ? difference.current() : "-", " -> ",
                                         difference.has_planned() ? difference.planned() : "-"));
    }
  }
  return differences;
}

using CurrentFields = google::protobuf::Map<std::string, std::string>;

// Calls `change` with the current fields of the first object of this kind, and returns the differences after that.
template <typename Change>
std::vector<std::string> DifferencesAfter(absl::string_view kind, Change change) {
  auto request = WithCurrent(ObjectsRequest());
  for (v1::ClusterAutoscalerCurrentObject& object : *request.mutable_current()->mutable_objects()) {
    if (object.kind() != kind) continue;
    change(*object.mutable_fields());
    break;
  }
  return DifferencesOf(Plan(request));
}

TEST(PlanObjects, APlanThatIsAppliedDiffersInNothing) {
  const auto response = Plan(WithCurrent(ObjectsRequest()));
  for (const v1::ClusterAutoscalerObject& object : response.objects()) {
    EXPECT_EQ(object.action(), v1::CLUSTER_AUTOSCALER_OBJECT_ACTION_KEEP) << object.kind();
  }
  EXPECT_EQ(response.summary(), "The cluster-autoscaler runs with 11 arguments. 9 objects: 9 to keep.");
}

TEST(PlanObjects, MissingObjectsAreCreated) {
  auto request = WithCurrent(ObjectsRequest());
  request.mutable_current()->mutable_objects()->RemoveLast();
  const auto response = Plan(request);
  EXPECT_EQ(ObjectOf(response, "Deployment").action(), v1::CLUSTER_AUTOSCALER_OBJECT_ACTION_CREATE);
  EXPECT_EQ(response.summary(), "The cluster-autoscaler runs with 11 arguments. 9 objects: 1 to create, 8 to keep.");
  request.mutable_current()->clear_objects();
  EXPECT_THAT(Plan(request).objects(),
              ::testing::Each(::testing::Property(&v1::ClusterAutoscalerObject::action,
                                                  v1::CLUSTER_AUTOSCALER_OBJECT_ACTION_CREATE)));
}

TEST(PlanObjects, WithoutACurrentStateNothingIsCompared) {
  EXPECT_THAT(Plan(ObjectsRequest()).objects(),
              ::testing::Each(::testing::Property(&v1::ClusterAutoscalerObject::action,
                                                  v1::CLUSTER_AUTOSCALER_OBJECT_ACTION_UNSPECIFIED)));
}

TEST(PlanObjects, ObjectsOfOtherNamespacesAndNamesAreNotCompared) {
  auto request = WithCurrent(ObjectsRequest());
  request.mutable_current()->mutable_objects(0)->set_namespace_("other");
  request.mutable_current()->mutable_objects(1)->set_name("other");
  const auto response = Plan(request);
  EXPECT_EQ(response.objects(0).action(), v1::CLUSTER_AUTOSCALER_OBJECT_ACTION_CREATE);
  EXPECT_EQ(response.objects(1).action(), v1::CLUSTER_AUTOSCALER_OBJECT_ACTION_CREATE);
}

TEST(PlanObjects, ReadingCA17AnUpdateWritesThePodSpecAndTwoAnnotations) {
  const std::string container = "spec.template.spec.containers[0].";
  EXPECT_THAT(DifferencesAfter("Deployment",
                               [&](CurrentFields& fields) {
                                 fields["spec.replicas"] = "3";
                                 fields["metadata.labels.cluster-autoscaler"] = "x";
                                 fields["metadata.annotations[target.workload.openshift.io/management]"] = "x";
                                 fields["metadata.ownerReferences[0].uid"] = "x";
                                 fields["metadata.ownerReferences[1].uid"] = "y";
                                 fields[container + "args[10]"] = "--v=9";
                                 fields[container + "args[11]"] = "--stray";
                                 fields[container + "terminationMessagePath"] = "/dev/log";
                                 fields[container + "resources.limits.cpu"] = "1";
                                 fields["spec.template.spec.containers[1].name"] = "stray";
                                 fields["spec.template.spec.nodeSelector.zone"] = "a";
                                 fields["spec.template.spec.dnsPolicy"] = "ClusterFirst";
                                 fields.erase("metadata.annotations[release.openshift.io/version]");
                               }),
              ElementsAre("Deployment metadata.annotations[release.openshift.io/version]: - -> 5.1.0",
                          "Deployment " + container + "args[10]: --v=9 -> --v=1",
                          "Deployment " + container + "args[11]: --stray -> -",
                          "Deployment " + container + "resources.limits.cpu: 1 -> -",
                          "Deployment spec.template.spec.containers[1].name: stray -> -",
                          "Deployment spec.template.spec.nodeSelector.zone: a -> -"));
}

TEST(PlanObjects, Section8AddressesOfAServiceStay) {
  EXPECT_THAT(DifferencesAfter("Service",
                               [](CurrentFields& fields) {
                                 fields["spec.clusterIP"] = "10.0.0.1";
                                 fields["spec.clusterIPs[0]"] = "10.0.0.1";
                                 fields["metadata.labels.k8s-app"] = "x";
                                 fields["spec.ports[0].nodePort"] = "30000";
                               }),
              IsEmpty());
  EXPECT_THAT(DifferencesAfter("Service", [](CurrentFields& fields) { fields["spec.selector.zone"] = "a"; }),
              ElementsAre("Service spec.selector.zone: a -> -"));
}

TEST(PlanObjects, DriftOfOtherObjects) {
  EXPECT_THAT(
      DifferencesAfter("NetworkPolicy", [](CurrentFields& fields) { fields["spec.egress[0].ports[0].port"] = "22"; }),
      ElementsAre("NetworkPolicy spec.egress[0].ports[0].port: 22 -> -"));
  EXPECT_THAT(
      DifferencesAfter("PrometheusRule", [](CurrentFields& fields) { fields["spec.groups[0].rules[0].for"] = "1m"; }),
      ElementsAre("PrometheusRule spec.groups[0].rules[0].for: 1m -> 20m"));
  EXPECT_THAT(DifferencesAfter("ServiceMonitor", [](CurrentFields& fields) { fields.clear(); }), SizeIs(6));
}

TEST(PlanObjects, ReadingCA21AlertTextsAndTheSpellingOfTheSchemeAreNotCompared) {
  const std::string rule = "spec.groups[0].rules[0].";
  EXPECT_THAT(DifferencesAfter("PrometheusRule",
                               [&](CurrentFields& fields) {
                                 fields[rule + "annotations.summary"] = "x";
                                 fields.erase(rule + "annotations.description");
                                 fields[rule + "annotations.message"] = "y";
                               }),
              IsEmpty());
  EXPECT_THAT(
      DifferencesAfter("PrometheusRule", [&](CurrentFields& fields) { fields[rule + "labels.severity"] = "page"; }),
      ElementsAre("PrometheusRule " + rule + "labels.severity: page -> info"));
  EXPECT_THAT(
      DifferencesAfter("ServiceMonitor", [](CurrentFields& fields) { fields["spec.endpoints[0].scheme"] = "http"; }),
      IsEmpty());
  EXPECT_THAT(
      DifferencesAfter("ServiceMonitor", [](CurrentFields& fields) { fields["spec.endpoints[0].scheme"] = "https"; }),
      ElementsAre("ServiceMonitor spec.endpoints[0].scheme: https -> HTTP"));
}

TEST(PlanObjects, TheArchitectureOfThePresentDeploymentIsTheDefault) {
  const std::string container = "spec.template.spec.containers[0].";
  const auto with = [&](const std::string& version, const std::string& path, const std::string& text) {
    auto request = WithCurrent(ObjectsRequest());
    request.mutable_operator_()->set_release_version(version);
    for (v1::ClusterAutoscalerCurrentObject& object : *request.mutable_current()->mutable_objects()) {
      if (object.kind() == "Deployment") (*object.mutable_fields())[container + path] = text;
    }
    return request;
  };
  const auto architecture = [&](const v1::PlanClusterAutoscalerRequest& request) {
    return FieldsOf(ObjectOf(Plan(request), "Deployment"))[container + "env[0].value"];
  };
  EXPECT_EQ(architecture(with("5.1.0", "env[0].value", "arm64")), "arm64");
  EXPECT_EQ(architecture(with("5.1.0", "env[0].value", "sparc")), "amd64") << "the cluster-autoscaler does not know it";
  EXPECT_EQ(architecture(with("5.1.0", "env[0].name", "OTHER")), "amd64");
  auto given = with("5.1.0", "env[0].value", "arm64");
  given.mutable_operator_()->set_architecture("s390x");
  EXPECT_EQ(architecture(given), "s390x");
  auto upgraded = with("5.1.0", "env[0].name", "OTHER");
  for (v1::ClusterAutoscalerCurrentObject& object : *upgraded.mutable_current()->mutable_objects()) {
    if (object.kind() == "Deployment") {
      (*object.mutable_fields())[container + "args[7]"] = "--scale-up-from-zero-default-arch=ppc64le";
    }
  }
  EXPECT_EQ(architecture(upgraded), "ppc64le") << "the argument of release 4.15";
  upgraded.mutable_current()->mutable_objects()->Mutable(upgraded.current().objects_size() - 1)->set_namespace_("x");
  EXPECT_EQ(architecture(upgraded), "amd64");
}

TEST(PlanObjects, ReadingCA20AnUpdateWithoutADifferenceIsNotPlanned) {
  EXPECT_THAT(DifferencesAfter("Deployment", [](CurrentFields&) {}), IsEmpty());
}

TEST(PlanObjects, Section8WithoutAClusterAutoscalerAllOfThemGo) {
  auto request = WithCurrent(ObjectsRequest());
  request.mutable_cluster_autoscaler()->mutable_metadata()->set_deletion_timestamp("2026-01-02T03:04:05Z");
  request.mutable_current()->mutable_objects()->RemoveLast();
  const auto response = Plan(request);
  ASSERT_THAT(response.objects(), SizeIs(8));
  EXPECT_EQ(response.objects(0).action(), v1::CLUSTER_AUTOSCALER_OBJECT_ACTION_DELETE);
  EXPECT_EQ(response.objects(0).manifest(), "");
  EXPECT_EQ(response.summary(), "The ClusterAutoscaler is being deleted: nothing runs. 8 objects: 8 to delete.");
  auto of_one = request;
  of_one.mutable_current()->mutable_objects()->DeleteSubrange(1, 7);
  EXPECT_EQ(Plan(of_one).summary(), "The ClusterAutoscaler is being deleted: nothing runs. 1 object: 1 to delete.");
  request.clear_cluster_autoscaler();
  EXPECT_THAT(Plan(request).objects(), SizeIs(8));
  request.mutable_current()->clear_objects();
  EXPECT_THAT(Plan(request).objects(), IsEmpty());
}

TEST(PlanObjects, Section8WithErrorsAllOfThemStay) {
  auto request = WithCurrent(ObjectsRequest());
  request.mutable_cluster_autoscaler()->mutable_spec()->set_log_verbosity(-1);
  EXPECT_THAT(Plan(request).objects(), IsEmpty());
}

TEST(PlanObjects, ABriefPlanHasWhatIsWritten) {
  auto request = WithCurrent(ObjectsRequest());
  (*request.mutable_current()->mutable_objects(0)->mutable_fields())["spec.type"] = "NodePort";
  request.mutable_options()->set_detail(v1::DETAIL_BRIEF);
  const auto response = Plan(request);
  EXPECT_EQ(response.summary(), "");
  EXPECT_THAT(response.arguments(), SizeIs(11));
  EXPECT_THAT(response.objects(0).fields(), IsEmpty());
  EXPECT_NE(response.objects(0).manifest(), "");
  EXPECT_EQ(response.objects(0).action(), v1::CLUSTER_AUTOSCALER_OBJECT_ACTION_UPDATE);
  EXPECT_THAT(DifferencesOf(response), ElementsAre("Service spec.type: NodePort -> ClusterIP"));
}

}  // namespace
}  // namespace cpsizer
