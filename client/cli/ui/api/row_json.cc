#include "client/cli/ui/api/row_json.h"

#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/cli/output/message_json.h"
#include "client/cli/size/fleet_output.h"
#include "client/cli/ui/api/api_answer.h"

namespace cpsizer::cli {

void AddObservedFields(const objects::HostedCluster& cluster, nlohmann::ordered_json& json) {
  if (!cluster.labels.empty()) {
    nlohmann::ordered_json& labels = json["labels"] = nlohmann::ordered_json::object();
    // The order of a map of protobuf is different each time.
    for (const auto& [name, value] : std::map<std::string, std::string>(cluster.labels.begin(), cluster.labels.end())) {
      labels[name] = value;
    }
  }
  if (!cluster.vpa_status.has_value() && cluster.basis == objects::SizeBasis::kResources)
    json["whyWithoutVpa"] = WhyWithoutVpa(cluster);
}

std::string RowFields(const objects::HostedCluster& cluster, OperatorEffect effect, absl::string_view recommended) {
  nlohmann::ordered_json json = ItemStart(cluster, effect, recommended);
  AddObservedFields(cluster, json);
  return CompactMembers(json);
}

void MakeBrief(v1::RecommendSizeResponse& response) {
  response.clear_sizes();
  response.clear_flips();
  response.clear_findings();
}

std::string RowJson(const std::string& fields, const v1::BatchRecommendSizeResult& result) {
  std::string text = absl::StrCat("{", fields, ",");
  if (!result.has_response()) {
    absl::StrAppend(&text, "\"error\":");
    AppendCompactJson(result.error(), text);
  } else {
    nlohmann::ordered_json rules = nlohmann::ordered_json::array();
    for (const v1::Finding& finding : result.response().findings()) rules.push_back(finding.rule());
    v1::RecommendSizeResponse brief = result.response();
    MakeBrief(brief);
    absl::StrAppend(&text, "\"response\":");
    AppendCompactJson(brief, text);
    if (!rules.empty()) absl::StrAppend(&text, ",\"rules\":", CompactText(rules));
  }
  text.push_back('}');
  return text;
}

}  // namespace cpsizer::cli
