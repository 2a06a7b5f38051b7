#include "client/objects/label_selector.h"

#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"

namespace cpsizer::objects {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

Labels LabelsOf(const Pairs& pairs) {
  return Labels(pairs.begin(), pairs.end());
}

struct LabelSelectorCase {
  absl::string_view selector;
  Pairs labels;
  bool selects;
};

TEST(LabelSelector, SelectsByEveryOperator) {
  const LabelSelectorCase cases[] = {
      {"app=web", {{"app", "web"}}, true},
      {"app=web", {{"app", "shop"}}, false},
      {"app=web", {}, false},
      {"app==web,tier=front", {{"app", "web"}, {"tier", "front"}}, true},
      {"app==web,tier=front", {{"app", "web"}}, false},
      {"tier in (front, back)", {{"tier", "back"}}, true},
      {"tier in (front, back)", {{"tier", "middle"}}, false},
      {"tier notin (front)", {{"tier", "front"}}, false},
      {"tier notin (front)", {}, true},
      {"canary", {{"canary", ""}}, true},
      {"canary", {{"app", "web"}}, false},
      {"!canary", {{"app", "web"}}, true},
      {"!canary", {{"canary", "yes"}}, false},
      {"app=", {{"app", ""}}, true},
  };
  for (const LabelSelectorCase& test : cases) {
    EXPECT_EQ(LabelSelector(test.selector).Selects(LabelsOf(test.labels)), test.selects) << test.selector;
  }
}

TEST(LabelSelector, AnEmptyOrMalformedOneSelectsNothing) {
  for (const char* selector : {"", " ", "app=(", "app in", "-a=b"}) {
    EXPECT_FALSE(LabelSelector(selector).Selects(LabelsOf({{"app", "web"}}))) << selector;
  }
  EXPECT_FALSE(LabelSelector().Selects({}));
}

// The scale client of kube-controller-manager refuses a Scale with one of these selectors.
TEST(LabelSelector, OneThatNoScaleCanHaveSelectsNothing) {
  for (const char* selector : {"app!=shop", "app!=", "canary,app!=shop", "zone>2", "zone<4"}) {
    const LabelSelector read(selector);
    EXPECT_TRUE(read.selects_nothing()) << selector;
    EXPECT_FALSE(read.Selects(LabelsOf({{"app", "web"}, {"zone", "3"}, {"canary", ""}}))) << selector;
  }
  EXPECT_FALSE(LabelSelector("app=web").selects_nothing());
}

// As labels.Parse of apimachinery, which kube-controller-manager uses.
TEST(LabelSelector, IsParsedAsInKubernetes) {
  for (const char* selector : {"a=b=c", "app=web,", "a in (b c)", "a/b/c=d", "app=-", "app in web"}) {
    EXPECT_TRUE(LabelSelector(selector).selects_nothing()) << selector;
  }
  const LabelSelectorCase cases[] = {{"app=a,app=b", {{"app", "b"}}, true},
                                     {"app=a,app=b", {{"app", "a"}}, false},
                                     {"app in(web)", {{"app", "web"}}, true},
                                     {"app in ()", {{"app", ""}}, true}};
  for (const LabelSelectorCase& test : cases) {
    EXPECT_EQ(LabelSelector(test.selector).Selects(LabelsOf(test.labels)), test.selects) << test.selector;
  }
}

TEST(LabelSelector, AFlagSupportsWhatKubectlDoes) {
  const LabelSelectorCase cases[] = {
      {"app=web", {{"app", "web"}}, true},
      {"app==web, tier in (front,back)", {{"app", "web"}, {"tier", "back"}}, true},
      {"app!=web", {{"app", "web"}}, false},
      {"app != web", {{"app", "shop"}}, true},
      {"app!=web", {}, true},
      {"app!=", {{"app", ""}}, false},
      {"example.com/tier notin (a,b),!canary", {{"example.com/tier", "c"}}, true},
      {"!canary", {{"canary", "yes"}}, false},
  };
  for (const LabelSelectorCase& test : cases) {
    const absl::StatusOr<LabelSelector> selector = LabelSelector::ParseFlag(test.selector);
    ASSERT_TRUE(selector.ok()) << selector.status();
    EXPECT_EQ(selector->Selects(LabelsOf(test.labels)), test.selects) << test.selector;
  }
}

TEST(LabelSelector, AMalformedFlagIsRefusedWithItsMalformedPart) {
  const std::pair<const char*, const char*> cases[] = {{"", "\"\""},
                                                       {"app=web,", "\"\""},
                                                       {"app=web,=b", "\"=b\""},
                                                       {"zone>2", "\"zone>2\""},
                                                       {"app in", "\"app in\""},
                                                       {"app in (a", "\"app in (a\""},
                                                       {"a=b=c", "\"a=b=c\""},
                                                       {"-a=b", "\"-a=b\""},
                                                       {"a!=b!=c", "\"a!=b!=c\""},
                                                       {"a in (b c)", "\"a in (b c)\""}};
  for (const auto& [text, part] : cases) {
    const absl::Status status = LabelSelector::ParseFlag(text).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << text;
    EXPECT_EQ(status.message().find(part), 0) << status;
  }
}

TEST(SelectorText, IsThatOfAScale) {
  v1::LabelSelector selector;
  EXPECT_EQ(SelectorText(selector), "");
  (*selector.mutable_match_labels())["tier"] = "front";
  (*selector.mutable_match_labels())["app"] = "web";
  const auto add = [&selector](const char* key, const char* op, std::initializer_list<const char*> values) {
    v1::LabelSelectorRequirement& requirement = *selector.add_match_expressions();
    requirement.set_key(key);
    requirement.set_operator_(op);
    for (const char* value : values) requirement.add_values(value);
  };
  add("zone", "In", {"b", "a"});
  add("zone", "NotIn", {"c"});
  add("blue", "DoesNotExist", {});
  add("green", "Exists", {});
  add("red", "exists", {});
  EXPECT_EQ(SelectorText(selector), "app=web,!blue,green,tier=front,zone in (a,b),zone notin (c)");
}

TEST(SelectorText, ReadsBackAsWritten) {
  v1::LabelSelector selector;
  (*selector.mutable_match_labels())["app"] = "web";
  v1::LabelSelectorRequirement& requirement = *selector.add_match_expressions();
  requirement.set_key("tier");
  requirement.set_operator_("In");
  requirement.add_values("front");
  requirement.add_values("back");
  const LabelSelector read(SelectorText(selector));
  EXPECT_TRUE(read.Selects(LabelsOf({{"app", "web"}, {"tier", "back"}})));
  EXPECT_FALSE(read.Selects(LabelsOf({{"app", "web"}, {"tier", "middle"}})));
}

}  // namespace
}  // namespace cpsizer::objects
