#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/cli/run_command.h"
#include "tests/cli/ui/page_fixture.h"

namespace cpsizer::cli {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

UiFlags FleetFlags() {
  UiFlags flags = FlagsForFiles({kFleet});
  flags.replay.prices = {"small=0.42", "medium=0.84", "large=1.68"};
  return flags;
}

const json* FindRow(const json& fleet, const std::string& name) {
  for (const json& item : fleet["items"]) {
    if (item["cluster"]["name"] == name) return &item;
  }
  return nullptr;
}

TEST(FleetPageApiTest, StatusHasTheViewsWithData) {
  TestedPage page(FleetFlags());
  const json status = page.Get("/api/status").json;
  EXPECT_EQ(status["views"], json({"fleet", "whatIf", "sizes", "reference"}));
  EXPECT_EQ(status["isLive"], false);
  EXPECT_EQ(status["revision"], 1);
  EXPECT_EQ(status["observedAt"], "2026-03-01T12:00:00.000Z");
  EXPECT_TRUE(status["stale"].is_null());
  EXPECT_THAT(status["problems"], IsEmpty());
}

TEST(FleetPageApiTest, FleetHasTheItemsOfRecommend) {
  TestedPage page(FleetFlags());
  const auto answer = page.Get("/api/fleet");
  EXPECT_EQ(answer.revision, 1);
  const json& fleet = answer.json;
  json recommended = json::parse(RunCommand({"recommend", "-f", kFleet, "-o", "json"}).out);
  ASSERT_EQ(fleet["items"].size(), recommended["items"].size());
  for (size_t i = 0; i < fleet["items"].size(); ++i) {
    json item = fleet["items"][i];
    for (const char* key : {"labels", "rules", "sizeOverride", "pausedUntil", "whyWithoutVpa"}) item.erase(key);
    json& expected = recommended["items"][i];
    for (const char* key : {"sizes", "flips", "findings"}) expected["response"].erase(key);
    EXPECT_EQ(item, expected);
  }
  const json* const row = FindRow(fleet, "metrics-dev");
  ASSERT_NE(row, nullptr);
  EXPECT_THAT((*row)["rules"].dump(), HasSubstr("VPA_OVERFLOW"));
  EXPECT_FALSE(row->contains("whyWithoutVpa"));
  const json* const without_vpa = FindRow(fleet, "legacy-batch");
  ASSERT_NE(without_vpa, nullptr);
  EXPECT_EQ((*without_vpa)["whyWithoutVpa"],
            "no recommendation: there is no VPA of the cluster that can be read; the cluster stays medium");
}

TEST(FleetPageApiTest, FleetHasTotals) {
  TestedPage page(FleetFlags());
  const json fleet = page.Get("/api/fleet").json;
  EXPECT_EQ(
      fleet["sizes"][0],
      json({{"size", "small"}, {"now", 5}, {"recommended", 4}, {"nodeHoursPerDay", 192}, {"nodeHoursPerDayNow", 240}}));
  EXPECT_EQ(fleet["sizes"].back(), json({{"size", ""}, {"now", 1}, {"recommended", 1}}));
  EXPECT_EQ(fleet["cost"]["hoursPerMonth"], 730);
  EXPECT_GT(fleet["rollout"]["clusters"], 0);
  EXPECT_EQ(fleet["configuration"]["name"], "cluster");
  EXPECT_THAT(std::string(fleet["configuration"]["yaml"]), HasSubstr("kubeAPIServerMemoryFraction: \"0.65\""));
  EXPECT_EQ(fleet["configuration"]["yaml"], ReadSource("deploy/examples/fleet/clustersizingconfiguration.yaml"));
  EXPECT_TRUE(fleet["configuration"]["findings"].is_array());
  EXPECT_TRUE(fleet["noDecision"].is_null());
}

TEST(FleetPageApiTest, ConfigurationOfFleetCanBeValidatedAndDiffersInNothing) {
  TestedPage page(FleetFlags());
  const std::string yaml = page.Get("/api/fleet").json["configuration"]["yaml"];
  const json valid = page.Post("/api/validate", {{"yaml", yaml}}).json;
  EXPECT_THAT(valid["problems"], IsEmpty());
  EXPECT_EQ(valid["clusterSizingConfiguration"]["metadata"]["name"], "cluster");
  const json diff = page.Post("/api/diff", {{"yaml", yaml}}).json;
  EXPECT_THAT(diff["diff"]["items"], IsEmpty());
}

TEST(FleetPageApiTest, FleetHasAnErrorOnEachRowWithoutAConfiguration) {
  TestedPage page(FlagsForFiles({absl::StrCat(kFleet, "/hostedclusters.yaml")}));
  const json fleet = page.Get("/api/fleet").json;
  EXPECT_TRUE(fleet["configuration"].is_null());
  EXPECT_EQ(fleet["problems"].size(), 1);
  EXPECT_EQ(fleet["items"].size(), 13);
  EXPECT_THAT(std::string(fleet["items"][0]["error"]["message"]), HasSubstr("contain no ClusterSizingConfiguration"));
  EXPECT_EQ(page.Get("/api/status").json["views"], json({"fleet", "reference"}));
  EXPECT_EQ(page.Get("/api/cluster", "namespace=clusters&name=checkout-prod").code, 200);
}

// Returns the example configuration with `to` in place of `from`.
std::string ConfigurationWith(const std::string& from, const std::string& to) {
  std::string text = ReadSource(kConfiguration);
  EXPECT_EQ(absl::StrReplaceAll({{from, to}}, &text), 1) << from;
  return text;
}

// A configuration that does not decide is not a missing configuration.
TEST(FleetPageApiTest, ConfigurationWithErrorsHasTheFindingsOfValidate) {
  const struct {
    const char* from;
    const char* to;
    const char* rule;
  } kCases[] = {{"  concurrency:", "  concurency:", "FIELD_UNKNOWN"},
                {"cpu: \"16\"", "cpuu: \"16\"", "FIELD_UNKNOWN"},
                {"from: 101", "from: \"101\"", "FIELD_TYPE_MISMATCH"}};
  for (const auto& test : kCases) {
    SCOPED_TRACE(test.to);
    const TemporaryFolder folder;
    const std::string text = ConfigurationWith(test.from, test.to);
    const std::string file = folder.Write("configuration.yaml", text);
    TestedPage page(FlagsForFiles(FleetWith(file)));
    const json fleet = page.Get("/api/fleet").json;
    EXPECT_EQ(fleet["configuration"]["yaml"], text);
    std::vector<std::string> validate = {"validate", "-o", "json"};
    for (const std::string& path : FleetWith(file)) validate.insert(validate.end(), {"-f", path});
    json expected = json::parse(RunCommand(validate).out)["items"][0]["response"]["findings"];
    ASSERT_THAT(expected.dump(), HasSubstr(test.rule));
    json findings = fleet["configuration"]["findings"];
    for (json* list : {&findings, &expected}) {
      for (json& finding : *list) finding.erase("file");
    }
    EXPECT_EQ(findings, expected);
    EXPECT_THAT(fleet["configuration"]["leftOut"], IsEmpty());
    EXPECT_THAT(fleet["problems"], IsEmpty()) << "the findings say the same";
    EXPECT_THAT(std::string(fleet["noDecision"]), HasSubstr(absl::StrCat(file, ":")));
    EXPECT_EQ(fleet["items"].size(), 13);
    EXPECT_EQ(fleet["items"][0]["error"]["message"], fleet["noDecision"]);
    EXPECT_EQ(page.Get("/api/status").json["views"], json({"fleet", "whatIf", "sizes", "reference"}));
    const json cluster = page.Get("/api/cluster", "namespace=clusters&name=checkout-prod").json;
    EXPECT_EQ(cluster["item"]["error"]["message"], fleet["noDecision"]);
    // The user can correct it.
    EXPECT_EQ(page.Post("/api/validate", {{"yaml", text}}).json["findings"].size(), findings.size());
    const json diff = page.Post("/api/diff", {{"yaml", ReadSource(kConfiguration)}}).json;
    EXPECT_TRUE(diff["diff"].is_null());
    EXPECT_TRUE(diff["command"].is_null());
    EXPECT_THAT(diff["problems"], IsEmpty());
    EXPECT_EQ(diff["noDecision"], fleet["noDecision"]);
  }
}

TEST(FleetPageApiTest, ErrorsOfManyFieldsAreCountedInTheRows) {
  const TemporaryFolder folder;
  const std::string file =
      folder.Write("configuration.yaml",
                   ConfigurationWith("  concurrency:", "  size: 1\n  sizess: 1\n  concurency: 1\n  concurrency:"));
  TestedPage page(FlagsForFiles(FleetWith(file)));
  const json fleet = page.Get("/api/fleet").json;
  EXPECT_THAT(std::string(fleet["items"][0]["error"]["message"]), ::testing::EndsWith(" (and 2 more errors)"));
  EXPECT_EQ(fleet["configuration"]["findings"].size(), 3);
}

// The YAML is made from the object, which does not have the unknown field.
TEST(FleetPageApiTest, ConfigurationInJsonHasTheFindingsThatItsYamlDoesNotHave) {
  const TemporaryFolder folder;
  const std::string file = folder.Write("configuration.json", R"json({
    "apiVersion": "scheduling.hypershift.openshift.io/v1alpha1", "kind": "ClusterSizingConfiguration",
    "metadata": {"name": "cluster"}, "spec": {"sizess": [], "sizes": [
      {"name": "small", "criteria": {"from": 0}, "capacity": {"memory": "32Gi", "cpu": "8"}}]}})json");
  TestedPage page(FlagsForFiles(FleetWith(file)));
  const json configuration = page.Get("/api/fleet").json["configuration"];
  ASSERT_EQ(configuration["leftOut"].size(), 1);
  EXPECT_EQ(configuration["leftOut"][0]["rule"], "FIELD_UNKNOWN");
  EXPECT_THAT(std::string(configuration["yaml"]), HasSubstr("name: small"));
}

TEST(FleetPageApiTest, ConfigurationThatIsNotYamlIsPresentAsText) {
  const TemporaryFolder folder;
  const std::string text = ConfigurationWith("  concurrency:", "  concurrency: [");
  const std::string file = folder.Write("configuration.yaml", absl::StrCat("a: 1\n---\n", text, "---\nb: 1\n"));
  TestedPage page(FlagsForFiles(FleetWith(file)));
  const json fleet = page.Get("/api/fleet").json;
  EXPECT_EQ(fleet["configuration"]["yaml"], text);
  EXPECT_EQ(fleet["configuration"]["file"], file);
  EXPECT_TRUE(fleet["configuration"]["clusterSizingConfiguration"].is_null());
  EXPECT_THAT(std::string(fleet["noDecision"]), HasSubstr("contain no ClusterSizingConfiguration that can be read"));
  EXPECT_EQ(page.Get("/api/status").json["views"], json({"fleet", "whatIf", "sizes", "reference"}));
  const json problems = page.Post("/api/validate", {{"yaml", text}}).json["problems"];
  ASSERT_EQ(problems.size(), 1) << problems;
  EXPECT_EQ(problems[0]["line"], 10) << problems;
}

TEST(FleetPageApiTest, SeveralConfigurationsDoNotDecide) {
  const TemporaryFolder folder;
  const std::string file = folder.Write("configuration.yaml", ReadSource(kConfiguration));
  TestedPage page(FlagsForFiles({kFleet, file}));
  const json fleet = page.Get("/api/fleet").json;
  EXPECT_TRUE(fleet["configuration"].is_null());
  EXPECT_THAT(std::string(fleet["noDecision"]), HasSubstr("contain 2 ClusterSizingConfigurations"));
}

TEST(FleetPageApiTest, ClusterHasTheFullDecision) {
  TestedPage page(FleetFlags());
  const json cluster = page.Get("/api/cluster", "namespace=clusters&name=checkout%2Dprod").json;
  const json& response = cluster["item"]["response"];
  EXPECT_EQ(response["recommendedSize"], "large");
  EXPECT_EQ(response["sizes"].size(), 3);
  EXPECT_TRUE(response.contains("flips"));
  EXPECT_EQ(cluster["request"]["currentSize"], "medium");
  EXPECT_TRUE(cluster["vpa"]["status"].contains("conditions"));
  EXPECT_TRUE(cluster["sidecar"].is_null());
  EXPECT_EQ(cluster["commands"][0]["command"],
            "cpsizer recommend -f deploy/examples/fleet clusters/checkout-prod -o wide");
  EXPECT_EQ(cluster["commands"][1]["command"],
            "kubectl annotate --namespace=clusters hostedcluster/checkout-prod "
            "hypershift.openshift.io/cluster-size-override=large --overwrite");
  // The request is one of the service.
  const auto again = page.Post("/api/cpsizer.v1.SizingService/RecommendSize", cluster["request"]);
  EXPECT_EQ(again.json, response);
}

TEST(FleetPageApiTest, AnOverrideWithoutAnEffectSaysSoOrIsNotOffered) {
  const auto commands_of = [](TestedPage& page, absl::string_view name) {
    return page.Get("/api/cluster", absl::StrCat("namespace=clusters&name=", name)).json["commands"];
  };
  TestedPage page(FleetFlags());
  EXPECT_EQ(commands_of(page, "checkout-prod")[1]["title"], "Override the size with the recommended one");
  EXPECT_EQ(commands_of(page, "payments-prod")[1]["title"],
            "Override the size with the current one: the size does not change until the override is removed");
  std::string clusters = ReadSource("deploy/examples/fleet/hostedclusters.yaml");
  const std::string annotations = "hosted-cluster-size: medium\n  annotations:\n";
  absl::StrReplaceAll(
      {{annotations, absl::StrCat(annotations, "    hypershift.openshift.io/cluster-size-override: medium\n")}},
      &clusters);
  const TemporaryFolder folder;
  TestedPage overridden(FlagsForFiles({folder.Write("hostedclusters.yaml", clusters), kConfiguration,
                                       "deploy/examples/fleet/verticalpodautoscalers.yaml"}));
  const json commands = commands_of(overridden, "payments-prod");
  ASSERT_EQ(commands.size(), 2) << commands;
  EXPECT_EQ(commands[1]["title"], "Remove the override");
}

TEST(FleetPageApiTest, UnknownClusterIsNotFound) {
  TestedPage page(FleetFlags());
  for (const char* query : {"", "name=", "namespace=clusters&name=absent", "%&=%zz&&name=%00"}) {
    EXPECT_EQ(page.Get("/api/cluster", query).code, 404) << query;
  }
}

TEST(FleetPageApiTest, ValidateHasThePlacesOfFindings) {
  TestedPage page(FleetFlags());
  const json answer = page.Post("/api/validate", {{"yaml", ConfigurationWithGap()}}).json;
  ASSERT_FALSE(answer["findings"].empty());
  const json& finding = answer["findings"][0];
  EXPECT_EQ(finding["rule"], "CRITERIA_GAP");
  EXPECT_GT(finding["line"], 1);
  EXPECT_GT(finding["column"], 1);
  EXPECT_THAT(answer["problems"], IsEmpty());
}

TEST(FleetPageApiTest, ValidateHasThePlacesOfProblems) {
  TestedPage page(FleetFlags());
  const json answer = page.Post("/api/validate", {{"yaml", "kind: [\n"}}).json;
  EXPECT_TRUE(answer["clusterSizingConfiguration"].is_null());
  ASSERT_EQ(answer["problems"].size(), 1);
  EXPECT_GT(answer["problems"][0]["line"], 0);
  for (const char* yaml : {"", "a: 1", "kind: Secret\napiVersion: v1\n", "&a [*a, *a]", "\xef\xbb\xbf- ? :"}) {
    EXPECT_EQ(page.Post("/api/validate", {{"yaml", yaml}}).json["problems"].size(), 1) << yaml;
  }
}

TEST(FleetPageApiTest, DiffIsThatOfTheVerb) {
  TestedPage page(FleetFlags());
  json answer = page.Post("/api/diff", {{"yaml", ReadSource(kProposed)}, {"prices", {{"small", 1}}}}).json;
  json printed =
      json::parse(RunCommand({"diff", "-f", kFleet, "--with", kProposed, "--price", "small=1", "-o", "json"}).out);
  for (json& item : printed["items"]) {
    for (const char* side : {"before", "after"}) {
      for (const char* key : {"sizes", "flips", "findings"}) item[side].erase(key);
    }
  }
  for (json& size : answer["diff"]["sizes"]) {
    for (const char* key : {"nodeHoursPerDayBefore", "nodeHoursPerDay"}) size.erase(key);
  }
  EXPECT_EQ(answer["diff"], printed);
  EXPECT_EQ(answer["rollout"], printed["rollout"]);
  EXPECT_EQ(answer["command"], "cpsizer diff -f deploy/examples/fleet --with new.yaml --price=small=1");
}

TEST(FleetPageApiTest, DiffSaysWhyTheRolloutIsNotSimulated) {
  TestedPage page(FleetFlags());
  const std::string yaml = absl::StrReplaceAll(ReadSource(kProposed), {{"increase: 30s", "increase: soon"}});
  const json answer = page.Post("/api/diff", {{"yaml", yaml}}).json;
  EXPECT_TRUE(answer["rollout"].is_null());
  ASSERT_EQ(answer["notes"].size(), 1);
  EXPECT_THAT(answer["notes"][0].get<std::string>(),
              StartsWith("the rollout is not simulated: spec.transitionDelay.increase: \"soon\""));
}

// Each side has the nodes of the placeholders of its own configuration.
TEST(FleetPageApiTest, PricesOfARequestAreAllPrices) {
  TestedPage page(FleetFlags());
  const json given = {{"small", 0.42}, {"medium", 0.84}, {"large", 1.68}};
  const json fleet = page.Get("/api/fleet").json;
  EXPECT_EQ(fleet["prices"], given);
  EXPECT_EQ(page.Post("/api/cost", json::object()).json["cost"], fleet["cost"]);
  EXPECT_EQ(page.Post("/api/cost", {{"prices", given}}).json["cost"], fleet["cost"]);
  const json one = page.Post("/api/cost", {{"prices", {{"small", 1}}}}).json["cost"];
  EXPECT_EQ(one["withoutPrice"], json({"medium", "large"}));
  EXPECT_TRUE(page.Post("/api/cost", {{"prices", json::object()}}).json["cost"].is_null());
  const std::string yaml = ReadSource(kProposed);
  const json diff = page.Post("/api/diff", {{"yaml", yaml}}).json;
  EXPECT_THAT(std::string(diff["command"]), HasSubstr(" --price=large=1.68 --price=medium=0.84 --price=small=0.42"));
  const json without = page.Post("/api/diff", {{"yaml", yaml}, {"prices", json::object()}}).json;
  EXPECT_FALSE(without["diff"].contains("cost"));
  EXPECT_THAT(std::string(without["command"]), Not(HasSubstr("--price")));
}

TEST(FleetPageApiTest, EachErrorOfAConfigurationIsAProblem) {
  TestedPage page(FleetFlags());
  const std::string yaml = absl::StrReplaceAll(ReadSource("deploy/examples/fleet/clustersizingconfiguration.yaml"),
                                               {{"memory: 64Gi", "memory: 64GB"}, {"\"0.65\"", "\"1.65\""}});
  const json problems = page.Post("/api/diff", {{"yaml", yaml}}).json["problems"];
  EXPECT_EQ(problems.size(), 2) << problems;
  for (const json& problem : problems) EXPECT_THAT(std::string(problem["message"]), Not(HasSubstr("\n")));
}

TEST(FleetPageApiTest, DiffHasNodeHours) {
  TestedPage page(FleetFlags());
  std::string yaml = page.Get("/api/fleet").json["configuration"]["yaml"];
  ASSERT_EQ(absl::StrReplaceAll({{"name: small", "name: small\n      management:\n        placeholders: 3"}}, &yaml),
            1);
  const json sizes = page.Post("/api/diff", {{"yaml", yaml}}).json["diff"]["sizes"];
  EXPECT_EQ(
      sizes[0],
      json({{"name", "small"}, {"before", 4}, {"after", 4}, {"nodeHoursPerDayBefore", 192}, {"nodeHoursPerDay", 336}}));
  EXPECT_EQ(sizes.back(), json({{"name", ""}, {"before", 1}, {"after", 1}}));
}

TEST(FleetPageApiTest, DiffWithARefusedConfigurationHasFindings) {
  TestedPage page(FleetFlags());
  const std::string negative = absl::StrReplaceAll(ReadSource(kProposed), {{"cpu: \"8\"", "cpu: \"-8\""}});
  const auto answer = page.Post("/api/diff", {{"yaml", negative}});
  EXPECT_EQ(answer.code, 200);
  EXPECT_TRUE(answer.json["diff"].is_null());
  EXPECT_FALSE(answer.json["findings"].empty());
}

TEST(FleetPageApiTest, BadBodiesAreRefused) {
  TestedPage page(FleetFlags());
  const std::string deep = std::string(100'000, '[');
  for (const char* path : {"/api/validate", "/api/diff"}) {
    for (const std::string& body : {std::string(), std::string("null"), std::string("[]"), std::string("{\"yaml\": 1}"),
                                    std::string("{"), std::string("\xff\xfe"), deep}) {
      const auto answer = page.PostBytes(path, body);
      EXPECT_EQ(answer.code, 400) << path << ": " << body.substr(0, 20);
      EXPECT_EQ(answer.json["error"]["code"], "INVALID_ARGUMENT");
    }
  }
  const std::string yaml = ReadSource(kProposed);
  for (const json& prices : {json(1), json({{"small", "x"}}), json({{"small", -1}}), json({{"small", 1e99}})}) {
    EXPECT_EQ(page.Post("/api/diff", {{"yaml", yaml}, {"prices", prices}}).code, 400) << prices;
  }
}

TEST(FleetPageApiTest, MethodsOfTheServiceRefuseBadRequests) {
  TestedPage page(FleetFlags());
  const std::string service = "/api/cpsizer.v1.SizingService/";
  for (const char* method :
       {"RecommendSize", "BatchRecommendSize", "ValidateConfig", "RecommendReplicas", "BatchRecommendReplicas",
        "ScaleCpuRequests", "RecommendMachine", "PlanClusterAutoscaler"}) {
    for (const char* body : {"", "[]", "{\"unknown\": 1}", "{\"now\":", "\xff"}) {
      EXPECT_EQ(page.PostBytes(service + method, body).code, 400) << method << ": " << body;
    }
    EXPECT_THAT(page.PostBytes(service + method, "{}").code, ::testing::AnyOf(200, 400)) << method;
  }
  EXPECT_EQ(page.PostBytes(service + "Absent", "{}").code, 404);
  const auto refused = page.Post(service + "RecommendSize", {{"demand", {{"memory", "1 Gi"}}}});
  EXPECT_EQ(refused.json["error"]["code"], "INVALID_ARGUMENT");
  EXPECT_FALSE(refused.json["error"]["details"].empty());
}

TEST(FleetPageApiTest, ServiceDecidesWithJsonOfTheApi) {
  TestedPage page(FleetFlags());
  const auto answer = page.Post("/api/cpsizer.v1.SizingService/RecommendSize",
                                {{"clusterSizingConfiguration",
                                  {{"spec", {{"sizes", {{{"name", "small"}, {"capacity", {{"memory", "32Gi"}}}}}}}}}},
                                 {"demand", {{"memory", "20Gi"}}}});
  EXPECT_EQ(answer.code, 200);
  EXPECT_EQ(answer.json["recommendedSize"], "small");
}

TEST(FleetPageApiTest, HostileNamesAreTextInJsonAndInCommands) {
  const TemporaryFolder folder;
  const std::string file = folder.Write("clusters.yaml", R"yaml(
apiVersion: hypershift.openshift.io/v1beta1
kind: HostedCluster
metadata: {namespace: "-n", name: "<script>alert('x')</script>", labels: {a: "\u202eevil"}}
---
apiVersion: hypershift.openshift.io/v1beta1
kind: HostedCluster
metadata: {namespace: a, name: "$(reboot)\n\u001b[2J'"}
)yaml");
  TestedPage page(FlagsForFiles({file, kConfiguration}));
  const json fleet = page.Get("/api/fleet").json;
  ASSERT_EQ(fleet["items"].size(), 2);
  EXPECT_EQ(fleet["items"][0]["cluster"]["name"], "<script>alert('x')</script>");
  EXPECT_EQ(fleet["items"][0]["labels"]["a"], "\u202eevil");
  const json first =
      page.Get("/api/cluster", "namespace=-n&name=%3Cscript%3Ealert(%27x%27)%3C%2Fscript%3E").json["commands"];
  EXPECT_THAT(std::string(first[0]["command"]), ::testing::EndsWith(" -- '-n/<script>alert('\\''x'\\'')</script>'"));
  const json second = page.Get("/api/cluster", "namespace=a&name=%24(reboot)%0A%1B[2J%27").json["commands"];
  EXPECT_THAT(std::string(second[0]["command"]), HasSubstr(" $'a/$(reboot)\\x0a\\x1b[2J\\'' -o wide"));
}

TEST(FleetPageApiTest, ReferenceHasWhatExplainKnows) {
  TestedPage page(FleetFlags());
  const json reference = page.Get("/api/reference").json;
  EXPECT_GT(reference["rules"].size(), 50);
  EXPECT_EQ(reference["rules"][0]["id"], "KIND_MISMATCH");
  EXPECT_GT(reference["words"].size(), 100);
  EXPECT_THAT(reference["fields"].dump(), HasSubstr("spec.sizes.capacity.kubeAPIServerCPUFraction"));
}

TEST(FleetPageApiTest, UnknownPathsAreNotFound) {
  TestedPage page(FleetFlags());
  for (const char* path : {"/api/", "/api/absent", "/api/machines", "/api/validate", "/api/replicas"}) {
    EXPECT_EQ(page.Get(path).code, 404) << path;
  }
  for (const char* path : {"/api/", "/api/fleet", "/api/replay", "/api/replicas/simulate"}) {
    EXPECT_EQ(page.Post(path, json::object()).code, 404) << path;
  }
}

}  // namespace
}  // namespace cpsizer::cli
