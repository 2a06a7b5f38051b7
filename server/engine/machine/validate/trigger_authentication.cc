#include "server/engine/machine/validate/trigger_authentication.h"

#include <set>
#include <string>

#include "absl/strings/str_cat.h"
#include "cpsizer/limits.h"
#include "server/engine/base/field_checks.h"
#include "server/engine/base/object_type.h"

namespace cpsizer {
namespace {

constexpr absl::string_view kList = "spec.secretTargetRef";
constexpr absl::string_view kBearerToken = "bearerToken";
constexpr absl::string_view kParameters[] = {kBearerToken, "bearer", "token", "username",
                                             "password",   "ca",     "cert",  "key"};

// Returns the usual name of a parameter that has several names. Returns any other name unchanged.
std::string Parameter(absl::string_view text) {
  return std::string(text == "bearer" || text == "token" ? kBearerToken : text);
}

// A parameter, and the other parameter that it requires.
struct Pair {
  absl::string_view parameter;
  absl::string_view needs;
};
constexpr Pair kPairs[] = {{"cert", "key"}, {"key", "cert"}, {"password", "username"}};

}  // namespace

void CheckTriggerAuthentication(const v1::ControlPlaneMachineSetAutoscalingTriggerAuthentication& authentication,
                                Findings& findings) {
  CheckObjectType(authentication, kTriggerAuthenticationType, findings);
  const auto& references = authentication.spec().secret_target_ref();
  CheckCount(references.size(), kMaxSecretReferences, kList, findings);
  if (references.size() > kMaxSecretReferences) return;
  if (references.empty()) ReportMissing({"spec", -1, "secretTargetRef"}, " with at least one entry", findings);
  std::set<std::string> parameters;
  for (int i = 0; i < references.size(); ++i) {
    const v1::AutoscalerSecretTargetReference& reference = references[i];
    CheckWord(reference.parameter(), kParameters, {kList, i, "parameter"}, findings);
    CheckName(reference.name(), kDnsSubdomain, {kList, i, "name"}, findings);
    CheckGiven(reference.key(), {kList, i, "key"}, findings);
    const std::string parameter = Parameter(reference.parameter());
    if (parameters.insert(parameter).second || parameter.empty()) continue;
    findings.Add(Rule::kParameterDuplicate, absl::StrCat(Indexed(kList, i), ".parameter"), reference.parameter(),
                 absl::StrCat("an earlier entry already sets the parameter ", parameter));
  }
  for (const Pair& pair : kPairs) {
    if (parameters.count(std::string(pair.parameter)) == 0 || parameters.count(std::string(pair.needs)) > 0) continue;
    findings.Add(Rule::kCredentialsIncomplete, kList, pair.parameter,
                 absl::StrCat("there is a ", pair.parameter, " and no ", pair.needs));
  }
}

}  // namespace cpsizer
