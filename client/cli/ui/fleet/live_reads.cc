#include "client/cli/ui/fleet/live_reads.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/cli/input/cluster_connection.h"
#include "client/kube/http/url.h"
#include "client/objects/api_paths.h"
#include "client/objects/hypershift.h"
#include "client/tree/node.h"
#include "client/tree/node_json.h"

namespace cpsizer::cli {
namespace {

using nlohmann::ordered_json;

// The events that are read, and those that are shown.
constexpr char kReadEvents[] = "200";
constexpr size_t kShownEvents = 20;

// Returns the annotations that the sidecar writes.
ordered_json AnnotationsOf(const tree::Node& object) {
  ordered_json annotations = ordered_json::object();
  const absl::string_view size = tree::TextAt(object, {"metadata", "annotations", objects::kRecommendedSize});
  if (!size.empty()) annotations[objects::kRecommendedSize] = std::string(size);
  return annotations;
}

// Returns the conditions that the sidecar writes.
ordered_json ConditionsOf(const tree::Node& configuration) {
  ordered_json conditions = ordered_json::array();
  for (const tree::Node& condition : tree::Find(configuration, {"status", "conditions"}).items) {
    if (tree::TextAt(condition, {"type"}) == objects::kConfigurationCondition) {
      conditions.push_back(tree::ToOrderedJson(condition));
    }
  }
  return conditions;
}

absl::string_view TimeOf(const tree::Node& event) {
  for (const absl::string_view key : {"lastTimestamp", "eventTime", "firstTimestamp"}) {
    const absl::string_view time = tree::TextAt(event, {key});
    if (!time.empty()) return time;
  }
  return tree::TextAt(event, {"metadata", "creationTimestamp"});
}

ordered_json EventsOf(const tree::Node& list) {
  std::vector<const tree::Node*> events;
  for (const tree::Node& event : tree::Find(list, {"items"}).items) events.push_back(&event);
  // The times have the same form, so that their order is that of their texts.
  std::stable_sort(events.begin(), events.end(),
                   [](const tree::Node* a, const tree::Node* b) { return TimeOf(*a) > TimeOf(*b); });
  if (events.size() > kShownEvents) events.resize(kShownEvents);
  ordered_json json = ordered_json::array();
  for (const tree::Node* event : events) {
    json.push_back({{"type", std::string(tree::TextAt(*event, {"type"}))},
                    {"reason", std::string(tree::TextAt(*event, {"reason"}))},
                    {"message", std::string(tree::TextAt(*event, {"message"}))},
                    {"time", std::string(TimeOf(*event))},
                    {"count", std::max<int64_t>(tree::NumberAt(*event, {"count"}), 1)}});
  }
  return json;
}

}  // namespace

SidecarWrites ReadSidecarWrites(ClusterFlags flags, const objects::HostedCluster& cluster) {
  SidecarWrites writes;
  if (!kube::IsPathSegment(cluster.namespace_name) || !kube::IsPathSegment(cluster.name)) return writes;
  flags.timeout = kMaxLiveRead;
  const absl::StatusOr<std::unique_ptr<ClusterConnection>> connection = ClusterConnection::Make(flags);
  if (!connection.ok()) return writes;
  const std::string name_space = kube::PercentEncoded(cluster.namespace_name);
  const absl::StatusOr<tree::Node> object =
      (*connection)
          ->Get(absl::StrCat(objects::kHostedClusterGroup, "/namespaces/", name_space, "/", objects::kHostedClusters,
                             "/", kube::PercentEncoded(cluster.name)));
  const absl::StatusOr<tree::Node> configuration =
      (*connection)
          ->Get(absl::StrCat(objects::kConfigurationGroup, "/", objects::kConfigurations, "/",
                             objects::kConfigurationName));
  if (object.ok() || configuration.ok()) {
    writes.sidecar = ordered_json::object();
    if (object.ok()) writes.sidecar["annotations"] = AnnotationsOf(*object);
    writes.sidecar["conditions"] = configuration.ok() ? ConditionsOf(*configuration) : ordered_json::array();
  }
  kube::Query query;
  query.Add("fieldSelector", absl::StrCat("involvedObject.kind=HostedCluster,involvedObject.name=", cluster.name));
  query.Add("limit", kReadEvents);
  const absl::StatusOr<tree::Node> events =
      (*connection)->Get(query.AppendTo(absl::StrCat("/api/v1/namespaces/", name_space, "/events")));
  if (events.ok()) writes.events = EventsOf(*events);
  return writes;
}

}  // namespace cpsizer::cli
