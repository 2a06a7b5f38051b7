// Tests the annotations of sizes, and how those of a cluster compare with them.
#include "client/effects/effect_annotations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "client/objects/hypershift.h"

namespace cpsizer::effects {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

std::string EtcdKey() {
  return absl::StrCat(objects::kRequestOverridePrefix, "etcd.etcd");
}

v1::SizeConfiguration& AddSize(const char* name, v1::ClusterSizingConfiguration& config) {
  v1::SizeConfiguration& size = *config.mutable_spec()->add_sizes();
  size.set_name(name);
  return size;
}

void AddEtcd(const char* memory, const char* cpu, v1::SizeConfiguration& size) {
  v1::ResourceRequest& request = *size.mutable_effects()->add_resource_requests();
  request.set_deployment_name("etcd");
  request.set_container_name("etcd");
  if (memory != nullptr) request.set_memory(memory);
  if (cpu != nullptr) request.set_cpu(cpu);
}

// Two sizes: small sets most effects, large only the requests of etcd.
v1::ClusterSizingConfiguration TwoSizes() {
  v1::ClusterSizingConfiguration config;
  v1::SizeConfiguration& small = AddSize("small", config);
  small.mutable_effects()->set_kas_go_mem_limit("2GiB");
  small.mutable_effects()->set_machine_health_check_timeout("480s");
  small.mutable_effects()->set_maximum_requests_inflight(150);
  AddEtcd("1024Mi", nullptr, small);
  AddEtcd("4Gi", "1", AddSize("large", config));
  return config;
}

AnnotationState StateOf(const std::vector<AnnotationRow>& rows, absl::string_view key) {
  for (const AnnotationRow& row : rows) {
    if (row.key == key) return row.state;
  }
  ADD_FAILURE() << "no row for " << key;
  return AnnotationState::kSet;
}

TEST(EffectAnnotationsTest, EachEffectIsAnAnnotation) {
  v1::Effects effects;
  effects.set_kas_go_mem_limit("7GiB");
  effects.set_control_plane_priority_class_name("plane");
  effects.set_etcd_priority_class_name("");
  effects.set_api_critical_priority_class_name("critical");
  effects.set_machine_health_check_timeout("90m");
  effects.set_maximum_requests_inflight(0);
  effects.set_maximum_mutating_requests_inflight(200);
  EXPECT_THAT(
      AnnotationsOf(effects),
      UnorderedElementsAre(Pair(objects::kGoMemLimit, "7GiB"), Pair(objects::kControlPlanePriorityClass, "plane"),
                           Pair(objects::kEtcdPriorityClass, ""), Pair(objects::kApiCriticalPriorityClass, "critical"),
                           Pair(objects::kHealthCheckTimeout, "1h30m0s"), Pair(objects::kMaxInflight, "0"),
                           Pair(objects::kMaxMutatingInflight, "200")));
}

TEST(EffectAnnotationsTest, TheLabelOfTheNodesReplacesTheMemoryLimit) {
  v1::Effects effects;
  EXPECT_THAT(AnnotationsOf(effects, "3GiB"), ElementsAre(Pair(objects::kGoMemLimit, "3GiB")));
  effects.set_kas_go_mem_limit("");
  EXPECT_THAT(AnnotationsOf(effects), IsEmpty());
}

TEST(EffectAnnotationsTest, DurationsAreWrittenAsGoWritesThem) {
  struct Case {
    const char* text;
    const char* expected;
  };
  constexpr Case kCases[] = {{"0", "0s"},         {"1ns", "1ns"},     {"1500ns", "1.5\u00b5s"}, {"1500us", "1.5ms"},
                             {"999ms", "999ms"},  {"1s", "1s"},       {"1.25s", "1.25s"},       {"61s", "1m1s"},
                             {"3600s", "1h0m0s"}, {"-90s", "-1m30s"}, {"26h0.5s", "26h0m0.5s"}};
  for (const Case& each : kCases) {
    v1::Effects effects;
    effects.set_machine_health_check_timeout(each.text);
    EXPECT_EQ(AnnotationsOf(effects)[objects::kHealthCheckTimeout], each.expected) << each.text;
  }
}

TEST(EffectAnnotationsTest, RequestsAreCanonicalAndMemoryIsFirst) {
  v1::ClusterSizingConfiguration config;
  v1::SizeConfiguration& size = AddSize("small", config);
  AddEtcd("1.5Gi", "0.25", size);
  EXPECT_THAT(AnnotationsOf(size.effects()), ElementsAre(Pair(EtcdKey(), "memory=1536Mi,cpu=250m")));
  AddEtcd(nullptr, "2000m", size);
  EXPECT_THAT(AnnotationsOf(size.effects()), ElementsAre(Pair(EtcdKey(), "cpu=2"))) << "the last one counts";
  AddEtcd(nullptr, nullptr, size);
  EXPECT_THAT(AnnotationsOf(size.effects()), ElementsAre(Pair(EtcdKey(), "")));
}

TEST(EffectAnnotationsTest, UnreadableValuesAreLeftOut) {
  v1::ClusterSizingConfiguration config;
  v1::SizeConfiguration& size = AddSize("small", config);
  size.mutable_effects()->set_machine_health_check_timeout("soon");
  AddEtcd("1Gi", "many", size);
  EXPECT_THAT(AnnotationsOf(size.effects()), IsEmpty());
}

TEST(EffectAnnotationsTest, AMoveLeavesAnnotationsOfTheFormerSize) {
  const SizeAnnotations sizes(TwoSizes());
  const Annotations small = sizes.After("small", "", {});
  EXPECT_THAT(small,
              UnorderedElementsAre(Pair(objects::kGoMemLimit, "2GiB"), Pair(objects::kHealthCheckTimeout, "8m0s"),
                                   Pair(objects::kMaxInflight, "150"), Pair(EtcdKey(), "memory=1Gi")));
  const Annotations large = sizes.After("large", "", small);
  EXPECT_THAT(large, UnorderedElementsAre(Pair(objects::kGoMemLimit, "2GiB"), Pair(objects::kMaxInflight, "150"),
                                          Pair(EtcdKey(), "memory=4Gi,cpu=1")));
  const std::vector<AnnotationRow> rows = sizes.Compare("large", "", large);
  EXPECT_EQ(StateOf(rows, objects::kGoMemLimit), AnnotationState::kLeftover);
  EXPECT_EQ(StateOf(rows, EtcdKey()), AnnotationState::kSet);
  EXPECT_THAT(rows[0].sizes, ElementsAre("small"));
}

TEST(EffectAnnotationsTest, StatesBeforeTheSchedulerWrites) {
  const SizeAnnotations sizes(TwoSizes());
  const Annotations present = {{objects::kHealthCheckTimeout, "8m0s"},
                               {objects::kGoMemLimit, "9GiB"},
                               {EtcdKey(), "memory=1Gi"},
                               {objects::kEtcdPriorityClass, "mine"}};
  const std::vector<AnnotationRow> large = sizes.Compare("large", "", present);
  EXPECT_EQ(StateOf(large, objects::kHealthCheckTimeout), AnnotationState::kRemoved);
  EXPECT_EQ(StateOf(large, objects::kGoMemLimit), AnnotationState::kOwn);
  EXPECT_EQ(StateOf(large, objects::kEtcdPriorityClass), AnnotationState::kOwn);
  EXPECT_EQ(StateOf(large, EtcdKey()), AnnotationState::kOverwritten);
  const std::vector<AnnotationRow> small = sizes.Compare("small", "", present);
  EXPECT_EQ(StateOf(small, objects::kGoMemLimit), AnnotationState::kOverwritten);
  EXPECT_EQ(StateOf(small, objects::kMaxInflight), AnnotationState::kMissing);
}

TEST(EffectAnnotationsTest, AnUnknownSizeChangesNothing) {
  const SizeAnnotations sizes(TwoSizes());
  const Annotations present = {{objects::kHealthCheckTimeout, "8m0s"}, {objects::kGoMemLimit, "9GiB"}};
  EXPECT_EQ(sizes.After("huge", "1GiB", present), present);
  const std::vector<AnnotationRow> rows = sizes.Compare("huge", "1GiB", present);
  EXPECT_EQ(rows.size(), 2u);
  EXPECT_EQ(StateOf(rows, objects::kHealthCheckTimeout), AnnotationState::kLeftover);
  EXPECT_EQ(StateOf(rows, objects::kGoMemLimit), AnnotationState::kOwn);
}

TEST(EffectAnnotationsTest, WithoutATimeoutInTheConfigurationTheAnnotationStays) {
  v1::ClusterSizingConfiguration config = TwoSizes();
  config.mutable_spec()->mutable_sizes(0)->mutable_effects()->clear_machine_health_check_timeout();
  const SizeAnnotations sizes(config);
  const Annotations present = {{objects::kHealthCheckTimeout, "5m0s"}};
  EXPECT_EQ(sizes.After("large", "", present).count(objects::kHealthCheckTimeout), 1u);
  EXPECT_EQ(StateOf(sizes.Compare("large", "", present), objects::kHealthCheckTimeout), AnnotationState::kOwn);
}

}  // namespace
}  // namespace cpsizer::effects
