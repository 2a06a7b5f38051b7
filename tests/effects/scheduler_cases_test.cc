// Compares the annotations with those that the scheduler of the operator wrote. The table
// tests/testdata/effects/scheduler_cases.json has the results of UpdateHostedCluster of HyperShift at 3ee96155, without
// the annotations that do not depend on effects.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "client/effects/effect_annotations.h"
#include "google/protobuf/util/json_util.h"
#include "tests/testing/paths.h"

namespace cpsizer::effects {
namespace {

v1::ClusterSizingConfiguration ConfigurationOf(const nlohmann::json& sizes) {
  v1::ClusterSizingConfiguration config;
  const std::string text = nlohmann::json{{"spec", sizes}}.dump();
  const auto status = google::protobuf::util::JsonStringToMessage(text, &config);
  EXPECT_TRUE(status.ok()) << text;
  return config;
}

// Returns the annotations that follow from the states of the rows.
Annotations AfterRows(const std::vector<AnnotationRow>& rows) {
  Annotations after;
  for (const AnnotationRow& row : rows) {
    if (row.state == AnnotationState::kRemoved) continue;
    const bool is_written = row.state == AnnotationState::kMissing || row.state == AnnotationState::kOverwritten;
    after[row.key] = is_written ? *row.of_size : *row.present;
  }
  return after;
}

TEST(SchedulerCasesTest, AnnotationsAreThoseOfTheScheduler) {
  std::ifstream file(testing::SourcePath("tests/testdata/effects/scheduler_cases.json"));
  const nlohmann::json cases = nlohmann::json::parse(file);
  ASSERT_EQ(cases.size(), 80u);
  for (const nlohmann::json& each : cases) {
    SCOPED_TRACE(each["name"].get<std::string>());
    const SizeAnnotations sizes(ConfigurationOf(each["config"]));
    const auto before = each["before"].get<Annotations>();
    const auto after = each["after"].get<Annotations>();
    const auto size = each["size"].get<std::string>();
    const auto label = each["nodeLabel"].get<std::string>();
    EXPECT_EQ(sizes.After(size, label, before), after);
    EXPECT_EQ(AfterRows(sizes.Compare(size, label, before)), after);
  }
}

}  // namespace
}  // namespace cpsizer::effects
