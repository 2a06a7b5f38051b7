#include "client/cli/base/make_finding.h"

#include <utility>

#include "client/objects/escape.h"
#include "cpsizer/limits.h"

namespace cpsizer::cli {

v1::Finding MakeFinding(Rule rule, std::string path, absl::string_view value, std::string message) {
  const RuleInfo& info = Info(rule);
  v1::Finding finding;
  finding.set_rule(std::string(info.id));
  finding.set_severity(info.severity);
  finding.set_path(std::move(path));
  finding.set_value(objects::EscapeCut(value, kMaxQuotedValueBytes));
  finding.set_message(std::move(message));
  finding.set_remedy(std::string(info.remedy));
  return finding;
}

}  // namespace cpsizer::cli
