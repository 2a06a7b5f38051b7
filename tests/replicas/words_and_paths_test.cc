#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/kube/http/api_error.h"
#include "client/kube/json.h"
#include "client/replicas/api_group.h"
#include "client/replicas/controller_words.h"
#include "client/replicas/limits.h"
#include "client/replicas/metric_paths.h"
#include "client/tree/node_json.h"
#include "client/tree/parse_json.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace cpsizer::replicas {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::string WordsOf(int code, const std::string& body) {
  return ControllerWords(kube::ApiError(code, body, absl::nullopt), {"pods.metrics.k8s.io", ""});
}

TEST(ControllerWordsTest, AreThoseOfClientGo) {
  struct Case {
    int code;
    const char* body;
    const char* words;
  };
  constexpr Case kCases[] = {
      {404, R"({"kind":"Status","message":"no such pod"})", "no such pod"},
      // prometheus-adapter sends a blank at the end.
      {404, R"({"kind":"Status","message":"the server could not find the metric hits for "})",
       "the server could not find the metric hits for "},
      {404, "404 page not found", "the server could not find the requested resource (get pods.metrics.k8s.io)"},
      {404, "<html>", "the server could not find the requested resource (get pods.metrics.k8s.io)"},
      {503, "service unavailable", "the server is currently unable to handle the request (get pods.metrics.k8s.io)"},
      {500, "say \"no\"",
       "an error on the server (\"say \\\"no\\\"\") has prevented the request from succeeding (get "
       "pods.metrics.k8s.io)"},
      {502, "", "an error on the server (\"\") has prevented the request from succeeding (get pods.metrics.k8s.io)"},
      {403, "no", "no (get pods.metrics.k8s.io)"},
      {418, "tea",
       "the server responded with the status code 418 but did not return more information (get pods.metrics.k8s.io)"},
  };
  for (const Case& one : kCases) EXPECT_EQ(WordsOf(one.code, one.body), one.words) << one.code << " " << one.body;
}

TEST(ControllerWordsTest, ABodyThatIsNotTextIsNotReported) {
  const auto words_of = [](int code, const std::string& body) {
    return ControllerWords(kube::ApiError(code, body, absl::nullopt, /*is_text=*/false), {"pods.metrics.k8s.io", ""});
  };
  EXPECT_EQ(words_of(500, R"({"error":"no"})"),
            "an error on the server (\"unknown\") has prevented the request from succeeding (get pods.metrics.k8s.io)");
  EXPECT_EQ(words_of(403, R"({"error":"no"})"), "unknown (get pods.metrics.k8s.io)");
  EXPECT_EQ(words_of(500, R"({"kind":"Status","message":"no such pod"})"), "no such pod");
}

TEST(ControllerWordsTest, NameTheObjectWhereThereIsOne) {
  EXPECT_EQ(ControllerWords(kube::ApiError(404, "", absl::nullopt), {"daemonsets", "web"}),
            "the server could not find the requested resource (get daemonsets web)");
}

TEST(ControllerWordsTest, AreOurWordsWithoutAResponse) {
  EXPECT_EQ(ControllerWords(absl::UnavailableError("no server is there"), {"pods", ""}), "no server is there");
}

TEST(GroupOfTest, ReadsWhatApimachineryReads) {
  struct Case {
    const char* api_version;
    const char* group;
    bool ok;
  };
  constexpr Case kCases[] = {{"apps/v1", "apps", true}, {"v1", "", true},     {"", "", true},
                             {"/", "", true},           {"a/b/c", "", false}, {"/v1", "", true}};
  for (const Case& one : kCases) {
    std::string error;
    EXPECT_EQ(GroupOf(one.api_version, error), one.group) << one.api_version;
    EXPECT_EQ(error.empty(), one.ok) << one.api_version;
  }
}

tree::Node Resources(const std::vector<std::pair<std::string, std::string>>& names_and_kinds) {
  kube::Json list = {{"resources", kube::Json::array()}};
  for (const auto& [name, kind] : names_and_kinds) {
    list["resources"].push_back({{"name", name}, {"kind", kind}, {"namespaced", true}});
  }
  return tree::FromJson(list);
}

TEST(ApiGroupTest, AKindIsServedByTheVersionThatIsPreferred) {
  ApiGroup group = ReadApiGroup("example.com", tree::FromJson({{"versions", {{{"version", "v2"}}, {{"version", "v1"}}}},
                                                               {"preferredVersion", {{"version", "v1"}}}}));
  AddServed("v1", Resources({{"webs", "Web"}, {"webs/scale", "Scale"}}), group);
  AddServed("v2", Resources({{"webs", "Web"}, {"apps", "App"}, {"oldwebs", "Web"}}), group);
  group.SortServed();
  std::vector<std::string> paths;
  for (const ApiResource& resource : group.ResourcesOf("Web")) paths.push_back(resource.PathOf("shop", "a b"));
  EXPECT_THAT(paths, ElementsAre("/apis/example.com/v1/namespaces/shop/webs/a%20b",
                                 "/apis/example.com/v2/namespaces/shop/oldwebs/a%20b"));
  ASSERT_EQ(group.ResourcesOf("App").size(), 1u);
  EXPECT_EQ(group.ResourcesOf("App")[0].version, "v2");
  EXPECT_EQ(group.ResourcesOf("App")[0].Name(), "apps.example.com");
  EXPECT_EQ(group.ResourcesOf("web").size(), 2u) << "in lower case too";
  EXPECT_THAT(group.ResourcesOf("Scale"), IsEmpty());
}

TEST(ApiGroupTest, InvalidPartsOfDiscoveryAreLeftOut) {
  for (const char* const text :
       {"7", "[]", R"({"versions":7})", R"({"versions":[7,{"version":8},null]})", R"({"preferredVersion":[]})"}) {
    ApiGroup group = ReadApiGroup("a", tree::ParseJson(text));
    EXPECT_THAT(group.versions, IsEmpty()) << text;
    for (const char* const list :
         {"7", R"({"resources":7})", R"({"resources":[7,{"name":1,"kind":"A"},{"kind":"A"}]})"}) {
      AddServed("v1", tree::ParseJson(list), group);
      EXPECT_THAT(group.served, IsEmpty()) << list;
    }
  }
}

v1::MetricIdentifier Metric(const std::string& name) {
  v1::MetricIdentifier metric;
  metric.set_name(name);
  (*metric.mutable_selector()->mutable_match_labels())["b"] = "2";
  (*metric.mutable_selector()->mutable_match_labels())["a"] = "1";
  return metric;
}

TEST(MetricPathsTest, EncodeWhatAutoscalersName) {
  EXPECT_EQ(PodMetricsPath("shop", "a in (b,c)"),
            "/apis/metrics.k8s.io/v1beta1/namespaces/shop/pods?labelSelector=a%20in%20%28b%2Cc%29");
  EXPECT_EQ(
      CustomMetricPath({"v1beta1", "shop", "services", "a/b", ""}, Metric("x y")),
      "/apis/custom.metrics.k8s.io/v1beta1/namespaces/shop/services/a%2Fb/x%20y?metricLabelSelector=a%3D1%2Cb%3D2");
  EXPECT_EQ(ExternalMetricPath("shop", Metric("?")),
            "/apis/external.metrics.k8s.io/v1beta1/namespaces/shop/%3F?labelSelector=a%3D1%2Cb%3D2");
}

TEST(ApiGroupTest, AServerThatServesTooMuchCausesFewRequests) {
  kube::Json versions = kube::Json::array();
  kube::Json resources = kube::Json::array();
  for (int i = 0; i < 20'000; ++i) {
    versions.push_back({{"version", absl::StrCat("v", i)}});
    resources.push_back({{"kind", "Web"}, {"name", absl::StrCat("webs", i)}, {"namespaced", true}});
  }
  ApiGroup group = ReadApiGroup("example.com", tree::FromJson({{"versions", versions}}));
  EXPECT_EQ(group.versions.size(), kMaxGroupVersions);
  AddServed("v1", tree::FromJson({{"resources", resources}}), group);
  EXPECT_EQ(group.served.size(), kMaxGroupResources);
  EXPECT_EQ(group.ResourcesOf("Web").size(), kMaxResourcesOfKind);
}

}  // namespace
}  // namespace cpsizer::replicas
