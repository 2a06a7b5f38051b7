#include "tests/e2e/kube/configuration_verdict.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "client/kube/requests.h"
#include "client/sidecar/size/objects.h"
#include "client/tree/node_json.h"
#include "cpsizer/rules.h"
#include "cpsizer/validate_config.h"
#include "tests/e2e/real_cluster_test.h"

namespace cpsizer::e2e {

Verdict Validate(const kube::Json& configuration) {
  const sidecar::Configuration read = sidecar::ReadConfiguration(tree::FromJson(configuration));
  v1::ValidateConfigRequest request;
  v1::ValidateConfigResponse response;
  *request.mutable_cluster_sizing_configuration() = read.config;
  EXPECT_TRUE(ValidateConfig(request, response).ok());
  Verdict verdict;
  verdict.problem = read.problem;
  for (const v1::Finding& finding : response.findings()) {
    if (finding.severity() == v1::SEVERITY_ERROR && read.problem.empty()) verdict.errors.insert(finding.rule());
  }
  // A warning of the reader, because no decision needs the field. The API server refuses the value.
  for (const v1::Finding& finding : read.unknown_fields) {
    if (finding.rule() == Info(Rule::kFieldTypeMismatch).id) verdict.problem = finding.message();
  }
  return verdict;
}

absl::Status TryToCreate(testing::ApiUser& admin, const kube::Json& configuration) {
  return admin.Send(kube::Create(absl::StrCat(kConfigurations, "?dryRun=All"), configuration, "")).status();
}

}  // namespace cpsizer::e2e
