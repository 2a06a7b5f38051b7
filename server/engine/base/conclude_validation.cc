#include "server/engine/base/conclude_validation.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "server/engine/base/findings.h"

namespace cpsizer {

void ConcludeValidation(const v1::ObjectMeta& metadata, v1::ValidateConfigResponse& response) {
  google::protobuf::RepeatedPtrField<v1::Finding>& findings = *response.mutable_findings();
  if (metadata.generation() < 0) {
    Findings(findings).Add(Rule::kGenerationNegative, "metadata.generation", absl::StrCat(metadata.generation()),
                           absl::StrCat(metadata.generation(), " is negative"));
  }
  std::stable_sort(findings.pointer_begin(), findings.pointer_end(),
                   [](const v1::Finding* a, const v1::Finding* b) { return a->severity() < b->severity(); });
  response.set_valid(findings.empty() || findings[0].severity() != v1::SEVERITY_ERROR);
  response.set_config_generation(metadata.generation());
}

}  // namespace cpsizer
