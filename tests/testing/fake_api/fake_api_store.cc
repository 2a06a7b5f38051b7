#include "tests/testing/fake_api/fake_api_store.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace cpsizer::testing {
namespace {

std::string RootOf(const FakeApiKind& kind) {
  return absl::StrCat(absl::StrContains(kind.api_version, "/") ? "/apis/" : "/api/", kind.api_version);
}

}  // namespace

std::string FakeApiKind::Collection() const {
  return absl::StrCat(RootOf(*this), "/", plural);
}

FakeApiKind Namespaces() {
  return {"v1", "Namespace", "namespaces", /*namespaced=*/false, /*has_status=*/false, /*built_in=*/true};
}
FakeApiKind Leases() {
  return {"coordination.k8s.io/v1", "Lease", "leases", true, /*has_status=*/false, /*built_in=*/true};
}
FakeApiKind Events() {
  return {"events.k8s.io/v1", "Event", "events", true, /*has_status=*/false, /*built_in=*/true};
}
FakeApiKind HostedClusters() {
  return {"hypershift.openshift.io/v1beta1", "HostedCluster", "hostedclusters"};
}
FakeApiKind VerticalPodAutoscalers() {
  return {"autoscaling.k8s.io/v1", "VerticalPodAutoscaler", "verticalpodautoscalers"};
}
FakeApiKind ClusterSizingConfigurations() {
  return {"scheduling.hypershift.openshift.io/v1alpha1", "ClusterSizingConfiguration", "clustersizingconfigurations",
          /*namespaced=*/false};
}
FakeApiKind CustomResourceDefinitions() {
  return {"apiextensions.k8s.io/v1", "CustomResourceDefinition", "customresourcedefinitions", /*namespaced=*/false};
}
FakeApiKind MachineSets() {
  return {"machine.openshift.io/v1beta1", "MachineSet", "machinesets"};
}

Json ScaleOf(const Json& object) {
  const Json& replicas = kube::Find(object, {"spec", "replicas"});
  Json metadata;
  for (const char* const name : {"name", "namespace", "uid", "resourceVersion", "creationTimestamp"}) {
    metadata[name] = kube::Find(object, {"metadata", name});
  }
  return {{"apiVersion", "autoscaling/v1"},
          {"kind", "Scale"},
          {"metadata", std::move(metadata)},
          {"spec", {{"replicas", replicas}}},
          {"status",
           {{"replicas", replicas}, {"selector", absl::StrCat("app=", kube::TextAt(object, {"metadata", "name"}))}}}};
}

FakeApiTarget TargetOf(const FakeApiKind& kind, const Json& object) {
  FakeApiTarget target;
  target.collection = kind.Collection();
  target.plural = kind.plural;
  if (kind.namespaced) target.name_space = std::string(kube::TextAt(object, {"metadata", "namespace"}));
  target.name = std::string(kube::TextAt(object, {"metadata", "name"}));
  return target;
}

std::string PathOf(const FakeApiKind& kind, absl::string_view name_space, absl::string_view name) {
  if (!kind.namespaced) return absl::StrCat(kind.Collection(), "/", name);
  return absl::StrCat(RootOf(kind), "/namespaces/", name_space, "/", kind.plural, "/", name);
}

void FakeApiStore::InstallKind(const FakeApiKind& kind) {
  KindState& state = kinds_[kind.Collection()];
  state.kind = kind;
  state.installed = true;
}

void FakeApiStore::RemoveKind(const std::string& collection) {
  const auto it = kinds_.find(collection);
  if (it == kinds_.end()) return;
  const std::shared_ptr<const Objects> objects = All(collection);
  for (const FakeApiObject& object : *objects) Erase(TargetOf(it->second.kind, *object));
  it->second.installed = false;
}

const FakeApiKind* FakeApiStore::KindAt(const std::string& collection) const {
  const auto it = kinds_.find(collection);
  return it == kinds_.end() || !it->second.installed ? nullptr : &it->second.kind;
}

const FakeApiKind* FakeApiStore::KindOf(const Json& object) const {
  const absl::string_view version = kube::TextAt(object, {"apiVersion"});
  const absl::string_view kind = kube::TextAt(object, {"kind"});
  for (const auto& [collection, state] : kinds_) {
    if (state.installed && state.kind.api_version == version && state.kind.kind == kind) return &state.kind;
  }
  return nullptr;
}

FakeApiObject FakeApiStore::Find(const FakeApiTarget& target) const {
  const auto state = kinds_.find(target.collection);
  if (state == kinds_.end()) return nullptr;
  const auto it = state->second.objects.find(target.Key());
  return it == state->second.objects.end() ? nullptr : it->second;
}

FakeApiObject FakeApiStore::Get(absl::string_view path) const {
  const absl::optional<FakeApiTarget> target = ParseTarget(path);
  return target.has_value() ? Find(*target) : nullptr;
}

std::shared_ptr<const FakeApiStore::Objects> FakeApiStore::All(const std::string& collection) const {
  const auto it = kinds_.find(collection);
  if (it == kinds_.end()) return std::make_shared<const Objects>();
  const KindState& state = it->second;
  if (state.all == nullptr) {
    Objects all;
    all.reserve(state.objects.size());
    for (const auto& [key, object] : state.objects) all.push_back(object);
    state.all = std::make_shared<const Objects>(std::move(all));
  }
  return state.all;
}

FakeApiObject FakeApiStore::Set(const FakeApiTarget& target, Json object) {
  KindState& state = kinds_.at(target.collection);
  object["metadata"]["resourceVersion"] = absl::StrCat(++version_);
  FakeApiObject& place = state.objects[target.Key()];
  auto stored = std::make_shared<const Json>(std::move(object));
  state.changes.push_back({version_, place == nullptr ? "ADDED" : "MODIFIED", stored, place});
  state.all = nullptr;
  place = std::move(stored);
  return place;
}

void FakeApiStore::Erase(const FakeApiTarget& target) {
  KindState& state = kinds_.at(target.collection);
  const auto it = state.objects.find(target.Key());
  if (it == state.objects.end()) return;
  Json last = *it->second;
  last["metadata"]["resourceVersion"] = absl::StrCat(++version_);
  state.changes.push_back({version_, "DELETED", std::make_shared<const Json>(std::move(last)), it->second});
  state.objects.erase(it);
  state.all = nullptr;
}

void FakeApiStore::Restore(int64_t version) {
  for (auto& [collection, state] : kinds_) {
    while (!state.changes.empty() && state.changes.back().version > version) {
      Undo(state, state.changes.back());
      state.changes.pop_back();
    }
    state.all = nullptr;
  }
  version_ = std::min(version_, version);
  compacted_ = std::min(compacted_, version_);
}

void FakeApiStore::Undo(KindState& state, const FakeApiChange& change) {
  const std::string key = TargetOf(state.kind, *change.object).Key();
  if (change.before == nullptr) {
    state.objects.erase(key);
  } else {
    state.objects[key] = change.before;
  }
}

const std::vector<FakeApiChange>& FakeApiStore::Changes(const std::string& collection) const {
  static const std::vector<FakeApiChange> kNone;
  const auto it = kinds_.find(collection);
  return it == kinds_.end() ? kNone : it->second.changes;
}

std::string FakeApiStore::NumberedUid(int64_t number) {
  return absl::StrFormat("00000000-0000-4000-8000-%012d", number);
}

}  // namespace cpsizer::testing
