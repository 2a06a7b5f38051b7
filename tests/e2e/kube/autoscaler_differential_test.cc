// Checks that the validator and the API server have the same results for autoscalers: they accept the same objects. For
// each object that they do not accept, they report errors at the same paths, unless the API server cannot decode the
// object. Each object is created with a dry run, because the API server would validate an update against the old object
// too.
#include <gmock/gmock.h>
#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "client/kube/requests.h"
#include "client/objects/replica_objects.h"
#include "client/tree/node_json.h"
#include "cpsizer/validate_config.h"
#include "tests/e2e/kube/random_autoscalers.h"
#include "tests/e2e/real_cluster_test.h"

namespace cpsizer::e2e {
namespace {

using ::cpsizer::kube::Json;
using ::testing::IsSupersetOf;

constexpr uint32_t kAutoscalerDifferentialSeed = 1;
constexpr int kAutoscalerDifferentialCount = 400;

// All errors that are possible if each value has the correct type.
constexpr const char* kAutoscalerDifferentialErrors[] = {
    "API_VERSION_INVALID", "FIELD_FORBIDDEN",     "FIELD_REQUIRED",     "MAX_REPLICAS_BELOW_MIN",      "NAME_INVALID",
    "QUANTITY_MALFORMED",  "VALUE_NOT_SUPPORTED", "VALUE_OUT_OF_RANGE", "SCALE_TO_ZERO_WITHOUT_METRIC"};

struct AutoscalerVerdict {
  std::set<std::string> rules;
  std::set<std::string> paths;
  // True if the API server cannot decode the object. The API server then reports no path.
  bool unreadable = false;

  bool valid() const { return paths.empty() && !unreadable; }
};

v1::HorizontalPodAutoscaler MessageOf(const Json& autoscaler) {
  v1::HorizontalPodAutoscaler message;
  google::protobuf::util::JsonParseOptions options;
  // A field in a wrong place is ignored, as in the API server.
  options.ignore_unknown_fields = true;
  EXPECT_TRUE(google::protobuf::util::JsonStringToMessage(autoscaler.dump(), &message, options).ok()) << autoscaler;
  return message;
}

// Before v1.37 the gate HPAScaleToZero is off in the API server. Therefore it reports an error where the validator
// reports the warning SCALE_TO_ZERO_GATED.
bool IsError(const v1::Finding& finding) {
  return finding.severity() == v1::SEVERITY_ERROR || finding.rule() == "SCALE_TO_ZERO_GATED";
}

AutoscalerVerdict Ours(const Json& autoscaler, const std::string& version) {
  v1::ValidateConfigRequest request;
  v1::ValidateConfigResponse response;
  *request.mutable_horizontal_pod_autoscaler() = MessageOf(autoscaler);
  request.set_kubernetes_version(version);
  EXPECT_TRUE(ValidateConfig(request, response).ok());
  AutoscalerVerdict verdict;
  for (const v1::Finding& finding : response.findings()) {
    if (!IsError(finding)) continue;
    verdict.rules.insert(finding.rule());
    verdict.paths.insert(finding.path());
    verdict.unreadable |= finding.rule() == "QUANTITY_MALFORMED";
  }
  return verdict;
}

// Returns the paths of the errors that the command finds in a file that contains the object.
std::set<std::string> OursAsRead(const Json& autoscaler, const std::string& version) {
  std::vector<objects::FileProblem> problems;
  objects::ProblemList list("", problems);
  objects::FoundAutoscaler found;
  EXPECT_TRUE(objects::ReadAutoscaler(tree::FromJson(autoscaler), "autoscaling/v2", list, found)) << autoscaler;
  v1::ValidateConfigRequest request;
  v1::ValidateConfigResponse response;
  *request.mutable_horizontal_pod_autoscaler() = found.autoscaler;
  request.set_kubernetes_version(version);
  EXPECT_TRUE(ValidateConfig(request, response).ok());
  std::set<std::string> paths;
  for (const v1::Finding& finding : found.unknown_fields) paths.insert(finding.path());
  for (const v1::Finding& finding : response.findings()) {
    if (IsError(finding)) paths.insert(finding.path());
  }
  return paths;
}

// Parses an error of the API server, such as `... is invalid: [spec.maxReplicas: Required value: must be set,
// spec.metrics[0].type: Unsupported value: "x": ...]`.
AutoscalerVerdict Theirs(const absl::Status& status) {
  static const std::regex error(
      R"re(([A-Za-z][A-Za-z0-9.\[\]]*): (?:Required value|Invalid value|Unsupported value|Forbidden)(?::|$|,|\]))re");
  AutoscalerVerdict verdict;
  if (status.ok()) return verdict;
  const std::string message(status.message());
  for (auto it = std::sregex_iterator(message.begin(), message.end(), error); it != std::sregex_iterator(); ++it) {
    verdict.paths.insert((*it)[1].str());
  }
  verdict.unreadable = verdict.paths.empty();
  return verdict;
}

class AutoscalerDifferentialTest : public RealClusterTest {
 protected:
  static Json Autoscaler() {
    return {{"apiVersion", "autoscaling/v2"},
            {"kind", "HorizontalPodAutoscaler"},
            {"metadata", {{"name", "web"}, {"namespace", "default"}}},
            {"spec",
             {{"scaleTargetRef", {{"apiVersion", "apps/v1"}, {"kind", "Deployment"}, {"name", "web"}}},
              {"maxReplicas", 10}}}};
  }

  // Returns the version of the API server.
  std::string Version() {
    const absl::StatusOr<Json> version = admin().Get("/version");
    EXPECT_TRUE(version.ok()) << version.status();
    return version.ok() ? version->at("gitVersion").get<std::string>() : "";
  }

  absl::Status TryToCreate(const Json& autoscaler) {
    constexpr char kPath[] = "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers?dryRun=All";
    return admin().Send(kube::Create(kPath, autoscaler, "")).status();
  }
};

TEST_F(AutoscalerDifferentialTest, ApiServerAndValidatorFindTheSameErrors) {
  RandomAutoscalers autoscalers(kAutoscalerDifferentialSeed);
  std::set<std::string> seen;
  int refused = 0;
  const std::string version = Version();
  for (int i = 0; i < kAutoscalerDifferentialCount; ++i) {
    const Json autoscaler = autoscalers.Next();
    const AutoscalerVerdict ours = Ours(autoscaler, version);
    const absl::Status status = TryToCreate(autoscaler);
    const AutoscalerVerdict theirs = Theirs(status);
    ASSERT_EQ(theirs.unreadable, ours.unreadable) << status << "\n" << autoscaler.dump(2);
    if (!ours.unreadable) {
      ASSERT_EQ(theirs.paths, ours.paths) << status << "\n" << autoscaler.dump(2);
    }
    // The API server must not return any other code.
    ASSERT_TRUE(status.ok() || absl::IsInvalidArgument(status)) << status;
    seen.insert(ours.rules.begin(), ours.rules.end());
    refused += ours.valid() ? 0 : 1;
  }
  EXPECT_THAT(seen, IsSupersetOf(kAutoscalerDifferentialErrors));
  EXPECT_EQ(seen.contains("SCALE_TO_ZERO_GATED"), absl::StartsWith(version, "v1.36."));
  // Many objects must be accepted, and many must be refused.
  EXPECT_GT(refused, kAutoscalerDifferentialCount / 4);
  EXPECT_LT(refused, kAutoscalerDifferentialCount * 3 / 4);
}

// Tests fields that are present but empty. A request message cannot distinguish such fields from absent fields, but the
// reader of files can.
TEST_F(AutoscalerDifferentialTest, TheApiServerRefusesEmptyFieldsWhereTheReaderOfFilesDoes) {
  const std::pair<const char*, const char*> fields[] = {
      {"/behavior/scaleUp/policies", "[]"},
      {"/behavior/scaleUp/policies", "null"},
      {"/behavior/scaleUp", "{}"},
      {"/behavior/scaleUp", "null"},
      {"/behavior", "{}"},
      {"/metrics", "[]"},
      {"/behavior/scaleDown/policies", "[]"},
      {"/metrics", "[{}]"},
      {"/minReplicas", "null"},
      {"/metrics", R"([{"type": "Resource", "resource": {}}])"},
      {"/metrics", R"([{"type": "Resource", "resource": null}])"},
      {"/behavior/scaleUp/selectPolicy", R"("")"},
      {"/behavior/scaleDown/stabilizationWindowSeconds", "null"},
      {"/metrics", R"([{"type": "External", "external": {"metric": {"name": "n", "selector": {}}, "target": {}}}])"},
  };
  for (const auto& [field, value] : fields) {
    Json autoscaler = Autoscaler();
    autoscaler["spec"][Json::json_pointer(field)] = Json::parse(value);
    const absl::Status status = TryToCreate(autoscaler);
    EXPECT_EQ(Theirs(status).paths, OursAsRead(autoscaler, Version())) << status << "\n" << autoscaler.dump(2);
  }
}

}  // namespace
}  // namespace cpsizer::e2e
