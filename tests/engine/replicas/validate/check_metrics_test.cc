// Tests the validation of metrics: section 16 of docs/reference/horizontal-pod-autoscaler.md.
#include "server/engine/replicas/validate/check_metrics.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "cpsizer/limits.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/replicas/autoscalers.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::ErrorsIn;
using ::cpsizer::testing::WithMetrics;

struct CheckMetricsCase {
  const char* name;
  const char* metric;
  // In these texts, `~` is replaced with the path of the metric source.
  std::vector<std::string> errors;
};

// Tests a single metric. `source` is the name of the field that contains the metric source.
void ExpectErrors(const CheckMetricsCase& c, const std::string& source) {
  std::vector<std::string> errors;
  for (const std::string& error : c.errors) {
    errors.push_back(absl::StrReplaceAll(error, {{"~", absl::StrCat("spec.metrics[0].", source)}}));
  }
  EXPECT_EQ(ErrorsIn(WithMetrics(absl::StrCat("[", c.metric, "]"))), errors) << c.name;
}

constexpr char kPods[] =
    R"("pods": {"metric": {"name": "rps"}, "target": {"type": "AverageValue", "averageValue": "1"}})";
constexpr char kCpu[] = R"("resource": {"name": "cpu", "target": {"type": "Utilization", "averageUtilization": 60}})";

TEST(CheckMetrics, ATypeAndTheFieldOfItAndNoOther) {
  const std::string both = absl::StrCat(kPods, ", ", kCpu);
  const std::string of_cpu = absl::StrCat(R"({"type": "Resource", )", kCpu, "}");
  const std::string both_of_cpu = absl::StrCat(R"({"type": "Resource", )", both, "}");
  const std::string both_of_none = absl::StrCat("{", both, "}");
  const std::string both_of_another = absl::StrCat(R"({"type": "External", )", both, "}");
  const std::string one_of_another = absl::StrCat(R"({"type": "Pods", )", kCpu, "}");
  const std::string unknown = absl::StrCat(R"({"type": "resource", )", kCpu, "}");
  const CheckMetricsCase cases[] = {
      {"as it should be", of_cpu.c_str(), {}},
      {"nothing", "{}", {"FIELD_REQUIRED spec.metrics[0].type"}},
      {"a type that is unknown", unknown.c_str(), {"VALUE_NOT_SUPPORTED spec.metrics[0].type"}},
      {"no field of the type",
       R"({"type": "ContainerResource"})",
       {"FIELD_REQUIRED spec.metrics[0].containerResource"}},
      {"one field, of another type", one_of_another.c_str(), {"FIELD_REQUIRED spec.metrics[0].pods"}},
      {"a field too many", both_of_cpu.c_str(), {"FIELD_FORBIDDEN spec.metrics[0].pods"}},
      {"two fields of other types",
       both_of_another.c_str(),
       {"FIELD_REQUIRED spec.metrics[0].external", "FIELD_FORBIDDEN spec.metrics[0].pods",
        "FIELD_FORBIDDEN spec.metrics[0].resource"}},
      {"two fields and no type",
       both_of_none.c_str(),
       {"FIELD_REQUIRED spec.metrics[0].type", "FIELD_FORBIDDEN spec.metrics[0].pods",
        "FIELD_FORBIDDEN spec.metrics[0].resource"}},
      {"only the first field is read",
       R"({"type": "Resource", "external": {}, "resource": {}})",
       {"FIELD_REQUIRED spec.metrics[0].external.metric.name", "FIELD_REQUIRED spec.metrics[0].external.target.type",
        "FIELD_REQUIRED spec.metrics[0].external.target.averageValue", "FIELD_FORBIDDEN spec.metrics[0].external"}},
  };
  for (const CheckMetricsCase& c : cases) ExpectErrors(c, "");
}

TEST(CheckMetrics, EveryOneIsNamedByItsPlace) {
  const std::string metrics = absl::StrCat(R"([{"type": "Pods", )", kPods, "}, {}, {}]");
  EXPECT_EQ(ErrorsIn(WithMetrics(metrics)),
            (std::vector<std::string>{"FIELD_REQUIRED spec.metrics[1].type", "FIELD_REQUIRED spec.metrics[2].type"}));
}

TEST(CheckMetrics, TheLargestNumberIsChecked) {
  std::string metrics;
  for (int i = 1; i < kMaxAutoscalerMetrics; ++i) absl::StrAppend(&metrics, R"({"type": "Pods", )", kPods, "}, ");
  EXPECT_EQ(ErrorsIn(WithMetrics(absl::StrCat("[", metrics, "{}]"))),
            (std::vector<std::string>{"FIELD_REQUIRED spec.metrics[49].type"}));
  EXPECT_EQ(ErrorsIn(WithMetrics(absl::StrCat("[", metrics, "{}, {}]"))),
            (std::vector<std::string>{"LIMIT_EXCEEDED spec.metrics"}));
}

TEST(CheckMetrics, ResourceOfPods) {
  const CheckMetricsCase cases[] = {
      {"a utilization", R"({"name": "cpu", "target": {"type": "Utilization", "averageUtilization": 1}})", {}},
      {"an amount", R"({"name": "memory", "target": {"type": "AverageValue", "averageValue": "1Gi"}})", {}},
      {"any name", R"({"name": "No Such/Resource", "target": {"type": "AverageValue", "averageValue": "1"}})", {}},
      {"an amount of the wrong type", R"({"name": "cpu", "target": {"type": "Value", "averageValue": "1"}})", {}},
      {"nothing",
       "{}",
       {"FIELD_REQUIRED ~.name", "FIELD_REQUIRED ~.target.type", "FIELD_REQUIRED ~.target.averageUtilization"}},
      {"both",
       R"({"name": "cpu", "target": {"type": "Utilization", "averageUtilization": 60, "averageValue": "1"}})",
       {"FIELD_FORBIDDEN ~.target.averageValue"}},
      {"a value of the whole",
       R"({"name": "cpu", "target": {"type": "Value", "value": "1"}})",
       {"FIELD_REQUIRED ~.target.averageUtilization"}},
      {"a utilization of 0",
       R"({"name": "cpu", "target": {"type": "Utilization", "averageUtilization": 0}})",
       {"VALUE_OUT_OF_RANGE ~.target.averageUtilization"}},
  };
  for (CheckMetricsCase c : cases) {
    const std::string metric = absl::StrCat(R"({"type": "Resource", "resource": )", c.metric, "}");
    c.metric = metric.c_str();
    ExpectErrors(c, "resource");
  }
}

TEST(CheckMetrics, ResourceOfOneContainer) {
  const CheckMetricsCase cases[] = {
      {"standard", R"("name": "cpu", "container": "app")", {}},
      {"huge pages", R"("name": "hugepages-2Mi", "container": "app")", {}},
      {"extended", R"("name": "example.com/gpu", "container": "app")", {}},
      {"Kubernetes' own", R"("name": "requests.kubernetes.io/x", "container": "app")", {}},
      {"nothing", "", {"FIELD_REQUIRED ~.name", "FIELD_REQUIRED ~.container"}},
      {"a name that no container asks for", R"("name": "pods", "container": "app")", {"NAME_INVALID ~.name"}},
      {"no name at all", R"("name": "no name", "container": "app")", {"NAME_INVALID ~.name"}},
      {"a name of quotas", R"("name": "requests.foo/bar", "container": "app")", {"NAME_INVALID ~.name"}},
      {"two slashes", R"("name": "a/b/c", "container": "app")", {"NAME_INVALID ~.name"}},
      {"no name after the slash", R"("name": "a/", "container": "app")", {"NAME_INVALID ~.name"}},
      {"a container that no pod can have", R"("name": "cpu", "container": "My_App")", {"NAME_INVALID ~.container"}},
  };
  for (CheckMetricsCase c : cases) {
    const std::string metric =
        absl::StrCat(R"({"type": "ContainerResource", "containerResource": {)", c.metric, *c.metric == '\0' ? "" : ",",
                     R"("target": {"type": "Utilization", "averageUtilization": 60}}})");
    c.metric = metric.c_str();
    ExpectErrors(c, "containerResource");
  }
  ExpectErrors({"its target is that of a resource",
                R"({"type": "ContainerResource", "containerResource": {"name": "cpu", "container": "app"}})",
                {"FIELD_REQUIRED ~.target.type", "FIELD_REQUIRED ~.target.averageUtilization"}},
               "containerResource");
}

TEST(CheckMetrics, Pods) {
  const CheckMetricsCase cases[] = {
      {"as it should be",
       R"({"metric": {"name": "rps"}, "target": {"type": "AverageValue", "averageValue": "1"}})",
       {}},
      {"a value besides, which is not read",
       R"({"metric": {"name": "rps"}, "target": {"type": "Value", "averageValue": "1", "value": "2"}})",
       {}},
      {"nothing",
       "{}",
       {"FIELD_REQUIRED ~.metric.name", "FIELD_REQUIRED ~.target.type", "FIELD_REQUIRED ~.target.averageValue"}},
      {"a name that is not a path",
       R"({"metric": {"name": "a/b"}, "target": {"type": "AverageValue", "averageValue": "1"}})",
       {"NAME_INVALID ~.metric.name"}},
      {"a value alone",
       R"({"metric": {"name": "rps"}, "target": {"type": "Value", "value": "1"}})",
       {"FIELD_REQUIRED ~.target.averageValue"}},
  };
  for (CheckMetricsCase c : cases) {
    const std::string metric = absl::StrCat(R"({"type": "Pods", "pods": )", c.metric, "}");
    c.metric = metric.c_str();
    ExpectErrors(c, "pods");
  }
}

TEST(CheckMetrics, Object) {
  constexpr char kRoute[] =
      R"("describedObject": {"apiVersion": "networking.k8s.io/v1", "kind": "Ingress", "name": "r"},
                               "metric": {"name": "rps"})";
  const CheckMetricsCase cases[] = {
      {"a value", R"("target": {"type": "Value", "value": "2k"})", {}},
      {"an average", R"("target": {"type": "AverageValue", "averageValue": "2k"})", {}},
      {"both, of which the type chooses", R"("target": {"type": "Value", "value": "1", "averageValue": "1"})", {}},
      {"neither", R"("target": {"type": "Value"})", {"FIELD_REQUIRED ~.target.averageValue"}},
      {"a utilization",
       R"("target": {"type": "Utilization", "averageUtilization": 60})",
       {"FIELD_REQUIRED ~.target.averageValue"}},
  };
  for (CheckMetricsCase c : cases) {
    const std::string metric = absl::StrCat(R"({"type": "Object", "object": {)", kRoute, ", ", c.metric, "}}");
    c.metric = metric.c_str();
    ExpectErrors(c, "object");
  }
  ExpectErrors(
      {"a described object of the core group",
       R"({"type": "Object", "object": {"describedObject": {"apiVersion": "v1", "kind": "Service", "name": "s"},
                    "metric": {"name": "rps"}, "target": {"type": "Value", "value": "1"}}})",
       {}},
      "object");
  ExpectErrors({"nothing but a malformed version",
                R"({"type": "Object", "object": {"describedObject": {"apiVersion": "a/b/c"}}})",
                {"FIELD_REQUIRED ~.describedObject.kind", "FIELD_REQUIRED ~.describedObject.name",
                 "API_VERSION_INVALID ~.describedObject.apiVersion", "FIELD_REQUIRED ~.metric.name",
                 "FIELD_REQUIRED ~.target.type", "FIELD_REQUIRED ~.target.averageValue"}},
               "object");
}

TEST(CheckMetrics, External) {
  const CheckMetricsCase cases[] = {
      {"a value", R"({"type": "Value", "value": "30"})", {}},
      {"an average", R"({"type": "AverageValue", "averageValue": "30"})", {}},
      {"a type that does not fit", R"({"type": "Utilization", "value": "30"})", {}},
      {"both", R"({"type": "Value", "value": "30", "averageValue": "30"})", {"FIELD_FORBIDDEN ~.target.value"}},
      {"neither", R"({"type": "Value"})", {"FIELD_REQUIRED ~.target.averageValue"}},
  };
  for (CheckMetricsCase c : cases) {
    const std::string metric =
        absl::StrCat(R"({"type": "External", "external": {"metric": {"name": "queue"}, "target": )", c.metric, "}}");
    c.metric = metric.c_str();
    ExpectErrors(c, "external");
  }
}

TEST(CheckMetrics, TargetsAreAboveZero) {
  const CheckMetricsCase cases[] = {
      {"the smallest amount", R"({"type": "Value", "value": "1n", "averageValue": "1n"})", {}},
      {"less than that, which is rounded up", R"({"type": "Value", "value": "0.0000000001"})", {}},
      {"an amount past 64 bits", R"({"type": "Value", "value": "20E"})", {}},
      {"a binary one", R"({"type": "Value", "value": "20Ei"})", {}},
      {"zero",
       R"({"type": "Value", "value": "0", "averageValue": "0Gi"})",
       {"VALUE_OUT_OF_RANGE ~.target.value", "VALUE_OUT_OF_RANGE ~.target.averageValue"}},
      {"negative",
       R"({"type": "Value", "value": "-1m", "averageValue": "-20E"})",
       {"VALUE_OUT_OF_RANGE ~.target.value", "VALUE_OUT_OF_RANGE ~.target.averageValue"}},
      {"no quantities",
       R"({"type": "Value", "value": "", "averageValue": "1GB"})",
       {"QUANTITY_MALFORMED ~.target.value", "QUANTITY_MALFORMED ~.target.averageValue"}},
      {"an unknown type", R"({"type": "Average", "value": "1"})", {"VALUE_NOT_SUPPORTED ~.target.type"}},
      {"a utilization below 1, where none is read",
       R"({"type": "Value", "value": "1", "averageUtilization": -1})",
       {"VALUE_OUT_OF_RANGE ~.target.averageUtilization"}},
  };
  for (CheckMetricsCase c : cases) {
    const std::string metric = absl::StrCat(
        R"({"type": "Object", "object": {"describedObject": {"kind": "Service", "name": "s"}, "metric": {"name": "rps"},
            "target": )",
        c.metric, "}}");
    c.metric = metric.c_str();
    ExpectErrors(c, "object");
  }
}

}  // namespace
}  // namespace cpsizer
