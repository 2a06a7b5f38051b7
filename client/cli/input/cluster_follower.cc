#include "client/cli/input/cluster_follower.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "client/cli/base/print_error.h"
#include "client/cli/input/live_cluster.h"
#include "client/kube/http/api_error.h"
#include "client/objects/api_paths.h"
#include "client/objects/hypershift.h"
#include "client/objects/inventory_builder.h"
#include "client/objects/node_counts.h"
#include "client/tree/packed_node.h"

namespace cpsizer::cli {
namespace {

// The minimum interval between two messages about the same failure, such as a forbidden watch.
constexpr absl::Duration kRepeatFailure = absl::Minutes(1);

std::string KeyOf(const tree::Node& object) {
  return absl::StrCat(tree::TextAt(object, {"metadata", "namespace"}), "/", tree::TextAt(object, {"metadata", "name"}));
}

// Removes managedFields, because this field is large. It only says who wrote an override, so a cluster with an override
// keeps it.
void DropManagedFields(tree::Node& object) {
  if (!tree::TextAt(object, {"metadata", "annotations", objects::kSizeOverride}).empty()) return;
  tree::Node* const metadata = object.Find("metadata");
  if (metadata == nullptr) return;
  std::vector<tree::Entry>& entries = metadata->entries;
  entries.erase(std::remove_if(entries.begin(), entries.end(),
                               [](const tree::Entry& entry) { return entry.key == "managedFields"; }),
                entries.end());
}

}  // namespace

ClusterFollower::ClusterFollower(ClusterConnection& connection, const std::string& name_space,
                                 const std::vector<std::string>& absent, Screen& err)
    : connection_(connection), err_(err) {
  for (kube::Resource& resource : SizingResources(name_space)) {
    if (std::find(absent.begin(), absent.end(), QualifiedPluralOf(resource)) != absent.end()) continue;
    resource.metadata_only = PluralOf(resource) == objects::kHostedClusters;
    kinds_.push_back(std::make_unique<Kind>());
    kinds_.back()->resource = std::move(resource);
  }
  for (const std::unique_ptr<Kind>& kind : kinds_) Follow(*kind);
}

void ClusterFollower::Follow(Kind& kind) {
  kube::Reflector::Callbacks callbacks;
  callbacks.list_begins = [&kind] { kind.listed.clear(); };
  callbacks.listed = [this, &kind](tree::Node object) {
    kind.listed.insert(KeyOf(object));
    Put(kind, std::move(object));
  };
  callbacks.list_ends = [this, &kind] { EndList(kind); };
  callbacks.changed = [this, &kind](tree::Node object) { Put(kind, std::move(object)); };
  callbacks.deleted = [this, &kind](const tree::Node& object) {
    kind.objects.erase(KeyOf(object));
    changed_ = true;
  };
  callbacks.check = [&kind] {
    if (kind.objects.size() <= kube::kMaxListObjects) return absl::OkStatus();
    return kube::AsTooLarge(absl::ResourceExhaustedError(
        absl::StrCat("there are more than ", kube::kMaxListObjects, " objects, the limit")));
  };
  callbacks.lost = [&kind] { kind.synced = false; };
  callbacks.failed = [this, &kind](const absl::Status& status) { Fail(kind, status); };
  kind.reflector =
      std::make_unique<kube::Reflector>(connection_.loop(), connection_.client(), kind.resource, std::move(callbacks));
}

void ClusterFollower::Put(Kind& kind, tree::Node object) {
  if (IsForNodeCounts(kind.resource)) object = objects::NodeCountParts(object);
  if (kind.resource.metadata_only) {
    tree::SetText(object, "apiVersion", std::string(absl::StripPrefix(objects::kHostedClusterGroup, "/apis/")));
    tree::SetText(object, "kind", "HostedCluster");
  }
  DropManagedFields(object);
  std::string& known = kind.objects[KeyOf(object)];
  std::string packed = tree::Pack(object);
  if (known == packed) return;  // for example, only a field that is left out has changed
  known = std::move(packed);
  changed_ = true;
}

void ClusterFollower::EndList(Kind& kind) {
  for (auto object = kind.objects.begin(); object != kind.objects.end();) {
    const bool gone = !kind.listed.contains(object->first);
    changed_ = changed_ || gone;
    object = gone ? kind.objects.erase(object) : std::next(object);
  }
  kind.listed = {};
  kind.synced = true;
  kind.cause.clear();
  if (std::exchange(kind.failed, false)) {
    PrintNote(absl::StrCat("the ", PluralOf(kind.resource), " are watched again"), err_);
  }
}

void ClusterFollower::Fail(Kind& kind, const absl::Status& status) {
  if (IsForNodeCounts(kind.resource) && (absl::IsNotFound(status) || absl::IsPermissionDenied(status))) {
    return EndList(kind);  // without the objects
  }
  const absl::Time now = connection_.loop().now();
  kind.cause = std::string(status.message());
  if (kind.failed || (kind.failure == status.message() && now < kind.failure_time + kRepeatFailure)) return;
  kind.failed = true;
  kind.failure = std::string(status.message());
  kind.failure_time = now;
  PrintNote(absl::StrCat("lost the watch of the ", PluralOf(kind.resource), "; retrying: ", kind.failure), err_);
}

bool ClusterFollower::IsSynced() const {
  return std::all_of(kinds_.begin(), kinds_.end(), [](const std::unique_ptr<Kind>& kind) { return kind->synced; });
}

objects::Inventory ClusterFollower::Collect() const {
  // A configuration with a value of the wrong type is not a missing configuration: TheConfiguration() says what is
  // wrong.
  objects::InventoryBuilder builder(objects::kSizingKinds, objects::kNoKinds, objects::MistypedValues::kReport);
  for (const std::unique_ptr<Kind>& kind : kinds_) {
    for (const auto& [key, packed] : kind->objects) {
      const tree::Node object = tree::Unpack(packed);
      objects::ProblemList problems(NameOfObject(object), builder.inventory().problems);
      builder.AddDocument(object, problems);
    }
  }
  return builder.Finish();
}

objects::Inventory ClusterFollower::Next(absl::Duration pause, bool even_unchanged) {
  const absl::Time earliest = connection_.loop().now() + pause;
  connection_.RunUntil(
      [&] { return (changed_ || even_unchanged) && IsSynced() && connection_.loop().now() >= earliest; });
  return TakeNews();
}

objects::Inventory ClusterFollower::TakeNews() {
  changed_ = false;
  return Collect();
}

std::string ClusterFollower::Failure() const {
  for (const std::unique_ptr<Kind>& kind : kinds_) {
    if (!kind->synced && !kind->cause.empty()) {
      return absl::StrCat("lost the watch of the ", PluralOf(kind->resource), ": ", kind->cause);
    }
  }
  return "";
}

void ClusterFollower::Reconnect() {
  for (const std::unique_ptr<Kind>& kind : kinds_) {
    if (kind->synced) {
      kind->reflector->ReopenWatch();
    } else {
      kind->reflector->Relist();
    }
  }
}

}  // namespace cpsizer::cli
