// Checks that the rules of the CRD and the validator have the same results: the real API server refuses exactly the
// objects for which the validator reports an error. crd_faults_test.cc tests each rule separately.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "tests/e2e/kube/configuration_verdict.h"
#include "tests/e2e/kube/random_configurations.h"
#include "tests/e2e/real_cluster_test.h"
#include "tests/testing/paths.h"

namespace cpsizer::e2e {
namespace {

using ::cpsizer::kube::Json;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;

constexpr uint32_t kCrdDifferentialSeed = 1;
constexpr int kCrdDifferentialCount = 400;

// All possible errors of an object that the API server can decode as a ClusterSizingConfiguration and whose number of
// sizes is allowed.
constexpr const char* kCrdDifferentialErrors[] = {"CAPACITY_NOT_POSITIVE",
                                                  "CRITERIA_FROM_ABOVE_TO",
                                                  "CRITERIA_GAP",
                                                  "CRITERIA_NO_SIZE_FROM_ZERO",
                                                  "CRITERIA_NO_UNBOUNDED_SIZE",
                                                  "CRITERIA_OVERLAP",
                                                  "CRITERIA_SEVERAL_SIZES_FROM_ZERO",
                                                  "CRITERIA_SEVERAL_UNBOUNDED_SIZES",
                                                  "DURATION_MALFORMED",
                                                  "FRACTION_OUT_OF_RANGE",
                                                  "LIMIT_TOO_SMALL",
                                                  "MANAGEMENT_INCOMPLETE",
                                                  "MEMORY_LIMIT_MALFORMED",
                                                  "NAME_NOT_CLUSTER",
                                                  "NO_SIZES",
                                                  "QUANTITY_MALFORMED",
                                                  "QUANTITY_OUT_OF_RANGE",
                                                  "RESOURCE_REQUEST_DUPLICATE",
                                                  "RESOURCE_REQUEST_INCOMPLETE",
                                                  "SIZE_NAME_DUPLICATE",
                                                  "SIZE_NAME_INVALID",
                                                  "VALUE_NEGATIVE"};

class CrdDifferentialTest : public RealClusterTest {};

TEST_F(CrdDifferentialTest, ApiServerRefusesExactlyTheErrorsOfTheValidator) {
  RandomConfigurations configurations(kCrdDifferentialSeed);
  std::set<std::string> seen;
  int refused = 0;
  for (int i = 0; i < kCrdDifferentialCount; ++i) {
    const Json configuration = configurations.Next();
    const Verdict ours = Validate(configuration);
    const absl::Status theirs = TryToCreate(admin(), configuration);
    ASSERT_EQ(theirs.ok(), ours.good()) << theirs << "\nerrors: " << ::testing::PrintToString(ours.errors)
                                        << ours.problem << "\n"
                                        << configuration.dump(2);
    // The API server must not return any other code.
    ASSERT_TRUE(theirs.ok() || absl::IsInvalidArgument(theirs)) << theirs;
    seen.insert(ours.errors.begin(), ours.errors.end());
    refused += theirs.ok() ? 0 : 1;
  }
  EXPECT_THAT(seen, IsSupersetOf(kCrdDifferentialErrors));
  // Many objects must be accepted, and many must be refused.
  EXPECT_GT(refused, kCrdDifferentialCount / 4);
  EXPECT_LT(refused, kCrdDifferentialCount * 3 / 4);
}

Json SomeSizes(int count) {
  Json sizes = Json::array();
  for (int i = 0; i < count; ++i) {
    Json size = {{"name", absl::StrCat("size", i)}, {"criteria", {{"from", i}}}};
    if (i + 1 < count) size["criteria"]["to"] = i;
    sizes.push_back(size);
  }
  return sizes;
}

Json SomeRequests(int count) {
  Json requests = Json::array();
  for (int i = 0; i < count; ++i) {
    requests.push_back({{"deploymentName", absl::StrCat("d", i)}, {"containerName", "c"}});
  }
  return requests;
}

std::string LongDuration() {
  std::string seconds;
  for (int i = 0; i < 33; ++i) seconds += "1s";
  return seconds;
}

// In these cases the CRD is stricter than the validator. docs/crd.md lists the same cases with the reasons.
struct Stricter {
  const char* documented;
  Json (*spec)();
};
constexpr char kLongDuration[] = "a duration of more than 64 characters";
constexpr Stricter kStricter[] = {
    {"101 to 1,000 sizes",
     [] {
       return Json{{"sizes", SomeSizes(101)}};
     }},
    {"more than 100 resource requests of one size",
     [] {
       Json sizes = SomeSizes(1);
       sizes[0]["effects"]["resourceRequests"] = SomeRequests(101);
       return Json{{"sizes", sizes}};
     }},
    {"a size without `criteria.from`",
     [] {
       Json sizes = SomeSizes(1);
       sizes[0].erase("criteria");
       return Json{{"sizes", sizes}};
     }},
    {kLongDuration,
     [] {
       return Json{{"sizes", SomeSizes(1)}, {"transitionDelay", {{"increase", LongDuration()}}}};
     }},
    {kLongDuration,
     [] {
       return Json{{"sizes", SomeSizes(1)}, {"transitionDelay", {{"decrease", LongDuration()}}}};
     }},
    {kLongDuration,
     [] {
       return Json{{"sizes", SomeSizes(1)}, {"concurrency", {{"slidingWindow", LongDuration()}}}};
     }},
    {kLongDuration,
     [] {
       Json sizes = SomeSizes(1);
       sizes[0]["effects"]["machineHealthCheckTimeout"] = LongDuration();
       return Json{{"sizes", sizes}};
     }},
};

TEST_F(CrdDifferentialTest, StricterRulesOfTheCrdAreDocumented) {
  std::ifstream file(testing::SourcePath("docs/crd.md"));
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  for (const Stricter& stricter : kStricter) {
    Json configuration = RandomConfigurations(kCrdDifferentialSeed).Next();
    configuration["metadata"]["name"] = "cluster";
    configuration["spec"] = stricter.spec();
    EXPECT_TRUE(Validate(configuration).good()) << stricter.documented;
    EXPECT_TRUE(absl::IsInvalidArgument(TryToCreate(admin(), configuration))) << stricter.documented;
    EXPECT_THAT(page, HasSubstr(absl::StrCat("| ", stricter.documented, " |")));
  }
}

}  // namespace
}  // namespace cpsizer::e2e
