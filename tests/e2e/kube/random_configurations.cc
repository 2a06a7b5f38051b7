#include "tests/e2e/kube/random_configurations.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"

namespace cpsizer::e2e {
namespace {

using kube::Json;

constexpr int kMostSizes = 6;
constexpr int kRandomConfigurationsMostChanges = 3;
constexpr const char* kFractions[] = {"kubeAPIServerMemoryFraction", "kubeAPIServerCPUFraction"};
constexpr const char* kResources[] = {"memory", "cpu"};

Json Request(const char* deployment, const char* container) {
  return {{"deploymentName", deployment}, {"containerName", container}, {"memory", "1Gi"}, {"cpu", "250m"}};
}

}  // namespace

Json RandomConfigurations::Next() {
  Json configuration = Good();
  for (int changes = Below(kRandomConfigurationsMostChanges + 1); changes > 0; --changes) Change(configuration);
  return configuration;
}

Json RandomConfigurations::Good() {
  const int count = 1 + Below(kMostSizes);
  const bool managed = Below(2) == 0;
  Json sizes = Json::array();
  int from = 0;
  for (int i = 0; i < count; ++i) {
    Json size = {{"name", absl::StrCat("size", i)}, {"criteria", {{"from", from}}}};
    const int to = from + Below(20);
    if (i + 1 < count) size["criteria"]["to"] = to;
    from = to + 1;
    if (Below(3) != 0) size["capacity"] = {{"memory", absl::StrCat(32 << i, "Gi")}, {"cpu", 8 << i}};
    if (Below(3) == 0) size["capacity"]["kubeAPIServerMemoryFraction"] = "0.55";
    if (Below(3) == 0) size["effects"] = {{"kasGoMemLimit", "16GiB"}, {"machineHealthCheckTimeout", "10m"}};
    if (Below(3) == 0) size["effects"]["resourceRequests"] = Json::array({Request("kube-apiserver", "kube-apiserver")});
    if (managed) size["management"] = {{"nonRequestServingNodesPerZone", Below(3)}};
    sizes.push_back(size);
  }
  std::shuffle(sizes.begin(), sizes.end(), random_);
  return {{"apiVersion", "scheduling.hypershift.openshift.io/v1alpha1"},
          {"kind", "ClusterSizingConfiguration"},
          {"metadata", {{"name", "cluster"}}},
          {"spec", {{"sizes", sizes}}}};
}

void RandomConfigurations::Change(Json& configuration) {
  // An earlier change may have removed these fields.
  if (!configuration.contains("spec") || !configuration["spec"].contains("sizes")) return;
  Json& spec = configuration["spec"];
  if (spec["sizes"].empty()) return;
  Json& size = One(spec["sizes"]);
  switch (Below(9)) {
    case 0:
      return ChangeName(configuration);
    case 1:
    case 2:
      return ChangeCriteria(spec["sizes"]);
    case 3:
      size["capacity"][kResources[Below(2)]] = Quantity();
      return;
    case 4:
      size["capacity"][kFractions[Below(2)]] = Quantity();
      return;
    case 5:
      spec["resourceBasedAutoscaling"][kFractions[Below(2)]] = Quantity();
      return;
    case 6:
      return ChangeEffects(size);
    case 7:
      return ChangeManagement(size);
    default:
      return ChangePace(spec);
  }
}

void RandomConfigurations::ChangeName(Json& configuration) {
  static const char* const kNames[] = {"x-large", "X.large_2", "x large", "-x", "x-", "", "größe", "a/b", "size0"};
  Json& sizes = configuration["spec"]["sizes"];
  switch (Below(9)) {
    case 0:
      configuration["metadata"]["name"] = "default";
      return;
    case 1:
      configuration["spec"].erase("sizes");
      return;
    case 2:
      sizes = Json::array();
      return;
    case 3:
      configuration.erase("spec");
      return;
    case 4:
      One(sizes)["name"] = std::string(static_cast<size_t>(62 + Below(3)), 'x');
      return;
    case 5:
      One(sizes)["name"] = Json(5);
      return;
    case 6:
      sizes.front()["name"] = sizes.back()["name"];
      return;
    default:
      One(sizes)["name"] = kNames[Below(std::size(kNames))];
  }
}

void RandomConfigurations::ChangeCriteria(Json& sizes) {
  Json& size = One(sizes);
  Json& criteria = size["criteria"];
  const Json from = kube::Find(criteria, {"from"});
  const int begin = from.is_number_integer() ? from.get<int>() : 0;
  switch (Below(9)) {
    case 0:
      criteria["to"] = begin + 5;
      return;
    case 1:
      criteria["to"] = begin - 1;
      return;
    case 2:
      criteria.erase("to");
      return;
    case 3:
      criteria["from"] = begin + 1;
      return;
    case 4:
      criteria["from"] = 0;
      return;
    case 5:
      criteria["from"] = -1 - Below(2);
      return;
    case 6:
      criteria["to"] = nullptr;
      return;
    case 7:
      criteria["to"] = Json(int64_t{1} << 31);
      return;
    default:
      sizes.erase(static_cast<size_t>(Below(static_cast<int>(sizes.size()))));
  }
}

void RandomConfigurations::ChangeEffects(Json& size) {
  static const char* const kMemoryLimits[] = {"16GiB",
                                              "17179869184",
                                              "16GB",
                                              "16Gi",
                                              "-1",
                                              "",
                                              "1.5GiB",
                                              "8388607TiB",
                                              "8388608TiB",
                                              "9223372036854775807",
                                              "9223372036854775808B",
                                              "12345678901234567890B"};
  static const char* const kPeriods[] = {"10m", "1.5h", "10ms", "ten minutes", "-10m", "1d", "2562048h"};
  Json& effects = size["effects"];
  Json& requests = effects["resourceRequests"];
  if (requests.is_null()) requests = Json::array({Request("etcd", "etcd")});
  switch (Below(8)) {
    case 0:
      effects["kasGoMemLimit"] = kMemoryLimits[Below(std::size(kMemoryLimits))];
      return;
    case 1:
      effects["machineHealthCheckTimeout"] = kPeriods[Below(std::size(kPeriods))];
      return;
    case 2:
      effects["maximumRequestsInflight"] = Count();
      return;
    case 3:
      effects["maximumMutatingRequestsInflight"] = Count();
      return;
    case 4:
      requests.push_back(One(requests));
      return;
    case 5:
      One(requests).erase("containerName");
      return;
    case 6:
      One(requests)["deploymentName"] = "";
      return;
    default:
      One(requests)[kResources[Below(2)]] = Quantity();
  }
}

void RandomConfigurations::ChangeManagement(Json& size) {
  switch (Below(4)) {
    case 0:
      size["management"]["placeholders"] = Count();
      return;
    case 1:
      size.erase("management");
      return;
    case 2:
      size["management"]["unknown"] = "passed over";
      return;
    default:
      size["management"]["nonRequestServingNodesPerZone"] = Quantity();
  }
}

void RandomConfigurations::ChangePace(Json& spec) {
  switch (Below(5)) {
    case 0:
      spec["concurrency"]["limit"] = Count();
      return;
    case 1:
      spec["concurrency"]["slidingWindow"] = Duration();
      return;
    case 2:
      spec["transitionDelay"]["increase"] = Duration();
      return;
    case 3:
      spec["transitionDelay"]["decrease"] = Duration();
      return;
    default:
      spec["nonRequestServingNodesBufferPerZone"] = Quantity();
  }
}

Json RandomConfigurations::Quantity() {
  static const char* const kTexts[] = {"0.65",
                                       "1",
                                       "0",
                                       "-1",
                                       "+1",
                                       "0.5",
                                       ".5",
                                       "5.",
                                       "1e3",
                                       "1E3",
                                       "650e-3",
                                       "64Gi",
                                       "64GiB",
                                       "65%",
                                       "",
                                       "some",
                                       "1 ",
                                       "12e",
                                       "1k",
                                       "1K",
                                       "650m",
                                       "1n",
                                       "--1",
                                       "0x10",
                                       "1_000",
                                       "0.0000000001",
                                       "1.0000000001",
                                       "1e4294967296",
                                       "1e5000",
                                       "9300P",
                                       "1e-5000",
                                       "999999u",
                                       "100Ki",
                                       "-0",
                                       "-0.0000000001",
                                       "1e",
                                       "1Ei",
                                       "16Ei",
                                       "8Ei",
                                       "9000Pi",
                                       "9223372036854775807",
                                       "9223372036854775808",
                                       "1e4096",
                                       "0e4097",
                                       "0e00001",
                                       "1e-4097",
                                       "1e-4096"};
  switch (Below(4)) {
    case 0: {
      const Json kOthers[] = {Json(0),    Json(1),    Json(2),       Json(-1),      Json(64),
                              Json(0.65), Json(true), Json(nullptr), Json::object()};
      return kOthers[Below(std::size(kOthers))];
    }
    case 1:
      return std::string(static_cast<size_t>(63 + Below(3)), '1');
    default:
      return kTexts[Below(std::size(kTexts))];
  }
}

Json RandomConfigurations::Duration() {
  static const char* const kTexts[] = {"10m",
                                       "1h30m",
                                       "1.5h",
                                       "0s",
                                       "10",
                                       "10x",
                                       "",
                                       "-1m",
                                       "1d",
                                       "1ms",
                                       "10m ",
                                       "99999999999999999999h",
                                       "2562047h47m16.854775807s"};
  return kTexts[Below(std::size(kTexts))];
}

Json RandomConfigurations::Count() {
  const Json kCounts[] = {Json(1), Json(5), Json(0), Json(-1), Json(1.5), Json("5"), Json(int64_t{1} << 31)};
  return kCounts[Below(std::size(kCounts))];
}

}  // namespace cpsizer::e2e
