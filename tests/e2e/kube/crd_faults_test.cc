// Tests each rule of the CRD separately. Each case changes one field of a valid configuration, so that it has one
// error. The real API server must refuse the configuration, and the validator must report the rule of the case. Random
// configurations seldom have only one error.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "client/kube/requests.h"
#include "tests/e2e/kube/configuration_verdict.h"
#include "tests/e2e/real_cluster_test.h"

namespace cpsizer::e2e {
namespace {

using ::cpsizer::kube::Json;
using ::testing::Contains;

// The rule of a case in which the validator cannot read the object.
constexpr char kUnreadable[] = "";

struct Fault {
  std::string field;  // a JSON pointer
  Json value;         // discarded: the field is removed
  std::string rule;   // the rule that the validator reports
};
using Faults = std::vector<Fault>;

Json Absent() {
  return Json(Json::value_t::discarded);
}

// Returns a configuration with all fields. Each field has a valid value.
Json Good() {
  return Json::parse(R"({
    "apiVersion": "scheduling.hypershift.openshift.io/v1alpha1",
    "kind": "ClusterSizingConfiguration",
    "metadata": {"name": "cluster"},
    "spec": {
      "sizes": [
        {"name": "small",
         "criteria": {"from": 0, "to": 10},
         "capacity": {"memory": "32Gi", "cpu": 8,
                      "kubeAPIServerMemoryFraction": "0.55", "kubeAPIServerCPUFraction": "0.4"},
         "effects": {
           "kasGoMemLimit": "16GiB",
           "controlPlanePriorityClassName": "control-plane",
           "etcdPriorityClassName": "etcd",
           "APICriticalPriorityClassName": "api-critical",
           "machineHealthCheckTimeout": "10m",
           "maximumRequestsInflight": 400,
           "maximumMutatingRequestsInflight": 200,
           "resourceRequests": [
             {"deploymentName": "kube-apiserver", "containerName": "kube-apiserver", "memory": "1Gi", "cpu": "250m"},
             {"deploymentName": "etcd", "containerName": "etcd", "memory": "1Gi", "cpu": "250m"}]},
         "management": {"placeholders": 1, "nonRequestServingNodesPerZone": 1}},
        {"name": "large",
         "criteria": {"from": 11},
         "capacity": {"memory": "64Gi", "cpu": 16},
         "management": {"nonRequestServingNodesPerZone": 2}}],
      "concurrency": {"slidingWindow": "10m", "limit": 5},
      "transitionDelay": {"increase": "30s", "decrease": "10m"},
      "nonRequestServingNodesBufferPerZone": 1,
      "resourceBasedAutoscaling": {"kubeAPIServerMemoryFraction": "0.65", "kubeAPIServerCPUFraction": "0.65"}}})");
}

constexpr char kSize[] = "/spec/sizes/0";

// Adds values that are invalid for each quantity: text that is not a number, an exponent that is too small, and too
// many digits. Values above the maximum are invalid only for amounts; see AddTooLarge().
void AddMalformed(const std::string& field, Faults& faults) {
  faults.push_back({field, "some", "QUANTITY_MALFORMED"});
  faults.push_back({field, "1e-5000", "QUANTITY_MALFORMED"});
  faults.push_back({field, "0." + std::string(63, '5'), "QUANTITY_MALFORMED"});
}
void AddTooLarge(const std::string& field, Faults& faults) {
  faults.push_back({field, "9223372036854775808", "QUANTITY_OUT_OF_RANGE"});
  faults.push_back({field, "8Ei", "QUANTITY_OUT_OF_RANGE"});
}

Faults FaultsOfQuantities() {
  Faults faults;
  for (const char* name : {"memory", "cpu"}) {
    const std::string capacity = absl::StrCat(kSize, "/capacity/", name);
    AddMalformed(capacity, faults);
    AddTooLarge(capacity, faults);
    for (const Json& value : {Json("0"), Json(0), Json("-1")}) {
      faults.push_back({capacity, value, "CAPACITY_NOT_POSITIVE"});
    }
  }
  for (const std::string& owner : {absl::StrCat(kSize, "/capacity"), std::string("/spec/resourceBasedAutoscaling")}) {
    for (const char* name : {"kubeAPIServerMemoryFraction", "kubeAPIServerCPUFraction"}) {
      const std::string fraction = absl::StrCat(owner, "/", name);
      AddMalformed(fraction, faults);
      for (const Json& value : {Json("0"), Json("1.5"), Json(2)}) {
        faults.push_back({fraction, value, "FRACTION_OUT_OF_RANGE"});
      }
    }
  }
  const std::string request = absl::StrCat(kSize, "/effects/resourceRequests/0");
  for (const std::string& field :
       {request + "/memory", request + "/cpu", absl::StrCat(kSize, "/management/nonRequestServingNodesPerZone"),
        std::string("/spec/nonRequestServingNodesBufferPerZone")}) {
    AddMalformed(field, faults);
    AddTooLarge(field, faults);
    for (const Json& value : {Json("-1"), Json(-1)}) faults.push_back({field, value, "VALUE_NEGATIVE"});
  }
  return faults;
}

Faults FaultsOfNumbersAndDurations() {
  Faults faults;
  for (const char* field :
       {"/effects/maximumRequestsInflight", "/effects/maximumMutatingRequestsInflight", "/management/placeholders"}) {
    faults.push_back({absl::StrCat(kSize, field), -1, "VALUE_NEGATIVE"});
  }
  faults.push_back({"/spec/concurrency/limit", 0, "LIMIT_TOO_SMALL"});
  faults.push_back({"/spec/concurrency/limit", int64_t{1} << 31, kUnreadable});
  for (const char* field :
       {"/spec/concurrency/slidingWindow", "/spec/transitionDelay/increase", "/spec/transitionDelay/decrease"}) {
    // Go accepts 10ms, but the pattern of the operator does not accept it. The pattern accepts 2562048h, but Go does
    // not accept it.
    for (const char* value : {"10ms", "2562048h"}) faults.push_back({field, value, "DURATION_MALFORMED"});
  }
  for (const char* value : {"ten minutes", "2562048h"}) {
    faults.push_back({absl::StrCat(kSize, "/effects/machineHealthCheckTimeout"), value, "DURATION_MALFORMED"});
  }
  for (const char* value : {"16GB", "9223372036854775808B", "00000000000000000016GiB"}) {
    faults.push_back({absl::StrCat(kSize, "/effects/kasGoMemLimit"), value, "MEMORY_LIMIT_MALFORMED"});
  }
  return faults;
}

Faults FaultsOfNames() {
  const std::string name = absl::StrCat(kSize, "/name");
  const std::string requests = absl::StrCat(kSize, "/effects/resourceRequests");
  return {
      {"/metadata/name", "default", "NAME_NOT_CLUSTER"},
      {name, "x large", "SIZE_NAME_INVALID"},
      {name, std::string(64, 'x'), "SIZE_NAME_INVALID"},
      {name, "large", "SIZE_NAME_DUPLICATE"},
      {requests + "/0/deploymentName", "", "RESOURCE_REQUEST_INCOMPLETE"},
      {requests + "/0/deploymentName", std::string(254, 'x'), "LIMIT_EXCEEDED"},
      {requests + "/0/containerName", "", "RESOURCE_REQUEST_INCOMPLETE"},
      {requests + "/0/containerName", std::string(254, 'x'), "LIMIT_EXCEEDED"},
      {requests + "/1", Good().at(Json::json_pointer(requests + "/0")), "RESOURCE_REQUEST_DUPLICATE"},
  };
}

Json Interval(int64_t from, const Json& to) {
  const std::string name = absl::StrCat("from", from, "to", to.dump());
  Json size = {{"name", name}, {"criteria", {{"from", from}}}};
  if (!to.is_null()) size["criteria"]["to"] = to;
  return size;
}

// Most ladders that violate one rule also violate other rules. Each of these ladders violates as few rules as possible.
Faults FaultsOfLadders() {
  const int64_t most = (int64_t{1} << 31) - 1;
  const Json none;
  return {
      {"/spec", Absent(), "NO_SIZES"},
      {"/spec/sizes", Absent(), "NO_SIZES"},
      {"/spec/sizes", Json::array(), "NO_SIZES"},
      {"/spec/sizes", Json::array({Interval(0, 10), Interval(12, none)}), "CRITERIA_GAP"},
      {"/spec/sizes", Json::array({Interval(0, 10), Interval(11, 20), Interval(11, none)}), "CRITERIA_OVERLAP"},
      {"/spec/sizes", Json::array({Interval(0, 10), Interval(5, 10), Interval(11, none)}), "CRITERIA_OVERLAP"},
      {"/spec/sizes", Json::array({Interval(0, 10), Interval(11, 5), Interval(6, none)}), "CRITERIA_FROM_ABOVE_TO"},
      {"/spec/sizes", Json::array({Interval(0, 10)}), "CRITERIA_NO_UNBOUNDED_SIZE"},
      {"/spec/sizes", Json::array({Interval(0, none), Interval(0, none)}), "CRITERIA_SEVERAL_UNBOUNDED_SIZES"},
      {"/spec/sizes", Json::array({Interval(1, none)}), "CRITERIA_NO_SIZE_FROM_ZERO"},
      {"/spec/sizes", Json::array({Interval(-1, none)}), "VALUE_NEGATIVE"},
      {"/spec/sizes", Json::array({Interval(0, most), Interval(most + 1, none)}), kUnreadable},
      {absl::StrCat(kSize, "/management/nonRequestServingNodesPerZone"), Absent(), "MANAGEMENT_INCOMPLETE"},
  };
}

Json With(const Fault& fault) {
  Json configuration = Good();
  const Json::json_pointer field(fault.field);
  if (fault.value.is_discarded()) {
    configuration[field.parent_pointer()].erase(field.back());
  } else {
    configuration[field] = fault.value;
  }
  return configuration;
}

class CrdFaultsTest : public RealClusterTest {
 protected:
  void ExpectRefused(const Faults& faults) {
    for (const Fault& fault : faults) {
      SCOPED_TRACE(absl::StrCat(fault.field, ": ", fault.value.is_discarded() ? "absent" : fault.value.dump()));
      const Json configuration = With(fault);
      const Verdict ours = Validate(configuration);
      if (fault.rule == kUnreadable) {
        EXPECT_NE(ours.problem, "");
      } else {
        EXPECT_THAT(ours.errors, Contains(fault.rule)) << ours.problem;
      }
      const absl::Status theirs = TryToCreate(admin(), configuration);
      EXPECT_TRUE(absl::IsInvalidArgument(theirs)) << theirs;
    }
  }
};

TEST_F(CrdFaultsTest, ConfigurationWithoutFaultIsAccepted) {
  EXPECT_TRUE(Validate(Good()).good()) << ::testing::PrintToString(Validate(Good()).errors);
  EXPECT_EQ(TryToCreate(admin(), Good()), absl::OkStatus());
}

TEST_F(CrdFaultsTest, OneInvalidQuantityIsRefused) {
  ExpectRefused(FaultsOfQuantities());
}

TEST_F(CrdFaultsTest, OneInvalidNumberOrDurationIsRefused) {
  ExpectRefused(FaultsOfNumbersAndDurations());
}

TEST_F(CrdFaultsTest, OneInvalidNameIsRefused) {
  ExpectRefused(FaultsOfNames());
}

TEST_F(CrdFaultsTest, OneInvalidLadderIsRefused) {
  ExpectRefused(FaultsOfLadders());
}

}  // namespace
}  // namespace cpsizer::e2e
