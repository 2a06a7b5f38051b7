#include "server/process/nearest_name.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace cpsizer::server {
namespace {

constexpr absl::string_view kNames[] = {"recommend",
                                        "validate",
                                        "diff",
                                        "explain",
                                        "memory",
                                        "cpu",
                                        "kubeAPIServerMemoryFraction",
                                        "kubeAPIServerCPUFraction"};

struct Case {
  absl::string_view name;
  absl::string_view nearest;  // if empty, no name is similar
};

constexpr Case kCases[] = {
    {"recommend", "recommend"},
    {"recomend", "recommend"},
    {"reccommend", "recommend"},
    {"RECOMMEND", "recommend"},
    {"vaildate", "validate"},
    {"dif", "diff"},
    {"fidd", ""},
    {"kubeAPIServerCpuFraction", "kubeAPIServerCPUFraction"},
    {"kubeApiServerFraction", "kubeAPIServerCPUFraction"},
    {"cup", "cpu"},
    {"ram", ""},
    {"x", ""},
    {"", ""},
    {"somethingElseAltogether", ""},
};

TEST(NearestName, FindsTheMostSimilarName) {
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(NearestName(c.name, kNames).value_or(""), c.nearest);
  }
}

TEST(NearestName, AcceptsALongName) {
  EXPECT_FALSE(NearestName(std::string(10'000'000, 'x'), kNames).has_value());
}

TEST(NearestName, ReturnsNothingWithoutNames) {
  EXPECT_FALSE(NearestName("x", {}).has_value());
}

TEST(DidYouMean, EndsASentence) {
  EXPECT_EQ(DidYouMean("explian", kNames), "; did you mean \"explain\"?");
  EXPECT_EQ(DidYouMean("frobnicate", kNames), "");
}

}  // namespace
}  // namespace cpsizer::server
