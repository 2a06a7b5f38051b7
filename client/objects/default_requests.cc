#include "client/objects/default_requests.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "absl/strings/str_cat.h"
#include "client/objects/found_object.h"
#include "client/tree/node_json.h"

namespace cpsizer::objects {
namespace {

// Returns the mapping `resources.limits` of `holder`, or null if there is none.
const Node* LimitsOf(const Node& holder) {
  const Node* resources = holder.Find("resources");
  const Node* limits = resources == nullptr ? nullptr : resources->Find("limits");
  return limits != nullptr && limits->kind == NodeKind::kMap ? limits : nullptr;
}

// Returns the quantity as text, or an empty string if the API server refuses the type of `node`.
std::string QuantityText(const Node& node) {
  if (node.kind == NodeKind::kText) return node.text;
  if (node.kind == NodeKind::kInteger) return absl::StrCat(node.integer);
  return node.kind == NodeKind::kFloat ? ToJson(node).dump() : "";
}

void TakeLimit(const Entry& limit, v1::ResourceRequirements& resources) {
  const std::string text = QuantityText(limit.value);
  if (!text.empty()) resources.mutable_requests()->insert({limit.key, text});
}

void DefaultContainers(const Node* nodes, google::protobuf::RepeatedPtrField<v1::Container>& containers) {
  if (nodes == nullptr) return;
  for (size_t i = 0; i < nodes->items.size() && static_cast<int>(i) < containers.size(); ++i) {
    const Node* limits = LimitsOf(nodes->items[i]);
    if (limits == nullptr) continue;
    for (const Entry& limit : limits->entries) TakeLimit(limit, *containers[static_cast<int>(i)].mutable_resources());
  }
}

bool AnyContainerRequests(const std::string& resource, const v1::PodSpec& pod) {
  return std::any_of(pod.containers().begin(), pod.containers().end(), [&resource](const v1::Container& container) {
    return container.resources().requests().contains(resource);
  });
}

}  // namespace

void DefaultRequests(const Node& pod_spec, v1::PodSpec& pod) {
  DefaultContainers(pod_spec.Find("containers"), *pod.mutable_containers());
  DefaultContainers(pod_spec.Find("initContainers"), *pod.mutable_init_containers());
  const Node* limits = LimitsOf(pod_spec);
  if (limits == nullptr) return;
  for (const Entry& limit : limits->entries) {
    if (!AnyContainerRequests(limit.key, pod)) TakeLimit(limit, *pod.mutable_resources());
  }
}

}  // namespace cpsizer::objects
