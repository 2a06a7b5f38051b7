#include "client/sidecar/cluster_autoscaler/operator_conditions.h"

#include <algorithm>
#include <string>

#include "client/tree/node_json.h"
#include "server/process/show_time.h"

namespace cpsizer::sidecar {
namespace {

using kube::Json;

constexpr char kOwnVersion[] = "operator";

// Returns the list in the field `name` of the status; empty if there is none.
Json ListOf(const tree::Node& cluster_operator, absl::string_view name) {
  const tree::Node& list = Find(cluster_operator, {"status", name});
  return list.is_list() ? tree::ToJson(list) : Json::array();
}

// Returns the item whose `key` is `value`; appends a new one if there is none.
Json& ItemOf(Json& list, const char* key, const std::string& value) {
  const auto found = std::find_if(list.begin(), list.end(), [&](const Json& item) {
    return item.is_object() && item.contains(key) && item[key] == value;
  });
  if (found != list.end()) return *found;
  list.push_back({{key, value}});
  return list.back();
}

void SetCondition(const v1::Condition& planned, bool restarts, const std::string& now, Json& conditions) {
  Json& condition = ItemOf(conditions, "type", planned.type());
  const bool same = condition.contains("status") && condition["status"] == planned.status();
  if (!same || restarts) condition["lastTransitionTime"] = now;
  condition["status"] = planned.status();
  condition["reason"] = planned.reason();
  condition["message"] = planned.message();
}

Json RelatedObjectsOf(const v1::ClusterAutoscalerOperatorStatus& planned) {
  Json objects = Json::array();
  for (const v1::ClusterAutoscalerRelatedObject& object : planned.related_objects()) {
    Json item = {{"group", object.group()}, {"resource", object.resource()}, {"name", object.name()}};
    if (!object.namespace_().empty()) item["namespace"] = object.namespace_();
    objects.push_back(std::move(item));
  }
  return objects;
}

// Removes empty reasons and messages, because an absent text is equal to an empty text.
Json WithoutEmptyTexts(Json conditions) {
  for (Json& condition : conditions) {
    for (const char* key : {"reason", "message"}) {
      const auto text = condition.find(key);
      if (text != condition.end() && text->is_string() && text->get_ref<const std::string&>().empty()) {
        condition.erase(text);
      }
    }
  }
  return conditions;
}

}  // namespace

Json OperatorStatusPatch(const tree::Node& cluster_operator, const v1::ClusterAutoscalerOperatorStatus& planned,
                         absl::Time now) {
  Json conditions = ListOf(cluster_operator, "conditions");
  for (const v1::Condition& condition : planned.conditions()) {
    const bool restarts = planned.reset_progressing_time() && condition.type() == "Progressing";
    SetCondition(condition, restarts, server::ShowTime(now), conditions);
  }
  Json versions = ListOf(cluster_operator, "versions");
  if (!planned.version().empty()) ItemOf(versions, "name", kOwnVersion)["version"] = planned.version();
  const Json related = RelatedObjectsOf(planned);
  Json status;
  if (WithoutEmptyTexts(conditions) != WithoutEmptyTexts(ListOf(cluster_operator, "conditions"))) {
    status["conditions"] = conditions;
  }
  if (versions != ListOf(cluster_operator, "versions")) status["versions"] = versions;
  if (related != ListOf(cluster_operator, "relatedObjects")) status["relatedObjects"] = related;
  return status.is_null() ? status : Json{{"status", std::move(status)}};
}

}  // namespace cpsizer::sidecar
