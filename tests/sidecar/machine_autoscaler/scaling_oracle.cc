#include "tests/sidecar/machine_autoscaler/scaling_oracle.h"

#include <algorithm>
#include <cstdlib>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace cpsizer::sidecar {
namespace {

using kube::Find;
using kube::Json;
using kube::TextAt;
using testing::FakeApiObject;
using testing::FakeApiStore;
using testing::FakeApiWrite;

constexpr char kMinOfTarget[] = "machine.openshift.io/cluster-api-autoscaler-node-group-min-size";
constexpr char kMaxOfTarget[] = "machine.openshift.io/cluster-api-autoscaler-node-group-max-size";
constexpr char kOwnerOfTarget[] = "autoscaling.openshift.io/machineautoscaler";
constexpr char kFinalizerOfAutoscaler[] = "machinetarget.autoscaling.openshift.io";
constexpr size_t kMostRequests = 2'000;
constexpr int64_t kMebibyte = int64_t{1} << 20;

std::string IdOfObject(const Json& object) {
  return absl::StrCat(TextAt(object, {"metadata", "namespace"}), "/", TextAt(object, {"metadata", "name"}));
}

std::string OwnerOfSet(const Json& set) {
  return std::string(TextAt(set, {"metadata", "annotations", kOwnerOfTarget}));
}

bool HasOurFinalizer(const Json& autoscaler) {
  const Json& finalizers = Find(autoscaler, {"metadata", "finalizers"});
  return std::find(finalizers.begin(), finalizers.end(), kFinalizerOfAutoscaler) != finalizers.end();
}

bool IsBeingDeleted(const Json& object) {
  return !TextAt(object, {"metadata", "deletionTimestamp"}).empty();
}

bool IsSetRef(const Json& reference, absl::string_view name) {
  return reference ==
         Json{{"apiVersion", "machine.openshift.io/v1beta1"}, {"kind", "MachineSet"}, {"name", std::string(name)}};
}

bool IsSetRef(const v1::CrossVersionObjectReference& reference, absl::string_view name) {
  return reference.api_version() == "machine.openshift.io/v1beta1" && reference.kind() == "MachineSet" &&
         reference.name() == name;
}

bool ClaimsSet(const v1::MachineAutoscaler& autoscaler, absl::string_view name) {
  return autoscaler.metadata().deletion_timestamp().empty() && IsSetRef(autoscaler.spec().scale_target_ref(), name);
}

bool IsValidSpec(int64_t min, int64_t max) {
  return min >= 0 && max >= 1 && min <= max;
}

// Returns the object without the fields that the sidecar may change and the fields that the API server changes, such as
// resourceVersion.
Json Rest(Json object) {
  for (const char* key : {"annotations", "finalizers", "resourceVersion", "managedFields", "generation"}) {
    object["metadata"].erase(key);
  }
  if (object.contains("status")) object["status"].erase("lastTargetRef");
  if (object.value("status", Json()).empty()) object.erase("status");
  return object;
}

// Verifies an annotation with the number of CPUs or the memory of a MachineSet. The sidecar must not set any other
// annotation about capacity in this test.
std::string VerifyCapacity(const std::string& key, const Json& value, const Json& before) {
  const Json& annotations = Find(before, {"metadata", "annotations"});
  if (annotations.contains(key)) return absl::StrCat("overwrites ", key);
  if (key == "capacity.cluster-autoscaler.kubernetes.io/cpu") {
    return value == annotations.value("machine.openshift.io/vCPU", Json()) ? "" : "another number of CPUs";
  }
  int64_t mebibytes = 0;
  if (key == "capacity.cluster-autoscaler.kubernetes.io/memory" &&
      absl::SimpleAtoi(annotations.value("machine.openshift.io/memoryMb", ""), &mebibytes)) {
    return value == absl::StrCat(mebibytes * kMebibyte) ? "" : "another memory";
  }
  return absl::StrCat("sets ", key);
}

const FakeApiObject* FindById(const FakeApiStore::Objects& objects, const std::string& id) {
  const auto found = std::find_if(objects.begin(), objects.end(),
                                  [&](const FakeApiObject& object) { return IdOfObject(*object) == id; });
  return found == objects.end() ? nullptr : &*found;
}

const v1::MachineAutoscaler* FindById(const v1::PlanClusterAutoscalerRequest& request, const std::string& id) {
  for (const v1::MachineAutoscaler& autoscaler : request.machine_autoscalers()) {
    if (absl::StrCat(autoscaler.metadata().namespace_(), "/", autoscaler.metadata().name()) == id) return &autoscaler;
  }
  return nullptr;
}

// Returns the reason why a MachineSet is not yet as specified, or an empty text if it is.
std::string UnfinishedSet(const Json& set, const FakeApiStore::Objects& autoscalers) {
  const std::string name(TextAt(set, {"metadata", "name"}));
  const std::string owner = OwnerOfSet(set);
  const auto claims = [&](const FakeApiObject& autoscaler) {
    return !IsBeingDeleted(*autoscaler) && IsSetRef(Find(*autoscaler, {"spec", "scaleTargetRef"}), name);
  };
  const auto bounds = [&](const FakeApiObject& autoscaler) {
    return claims(autoscaler) && IsValidSpec(kube::NumberAt(*autoscaler, {"spec", "minReplicas"}),
                                             kube::NumberAt(*autoscaler, {"spec", "maxReplicas"}));
  };
  if (owner.empty()) {
    return std::any_of(autoscalers.begin(), autoscalers.end(), bounds) ? absl::StrCat(name, " has no bounds") : "";
  }
  const FakeApiObject* const found = FindById(autoscalers, owner);
  if (found == nullptr) return absl::StrCat(name, " belongs to ", owner, ", which does not exist");
  if (!claims(*found)) return absl::StrCat(name, " belongs to ", owner, ", which does not claim it");
  if (!bounds(*found)) return "";
  const bool is_bound = TextAt(set, {"metadata", "annotations", kMinOfTarget}) ==
                            absl::StrCat(kube::NumberAt(**found, {"spec", "minReplicas"})) &&
                        TextAt(set, {"metadata", "annotations", kMaxOfTarget}) ==
                            absl::StrCat(kube::NumberAt(**found, {"spec", "maxReplicas"}));
  if (!is_bound) return absl::StrCat(name, " has other bounds than ", owner);
  const bool is_known = HasOurFinalizer(**found) &&
                        Find(**found, {"status", "lastTargetRef"}) == Find(**found, {"spec", "scaleTargetRef"});
  return is_known ? "" : absl::StrCat(owner, " has no finalizer or lastTargetRef");
}

}  // namespace

testing::FakeApiKind MachineAutoscalerKind() {
  return {"autoscaling.openshift.io/v1beta1", "MachineAutoscaler", "machineautoscalers"};
}

int64_t ScalingOracle::SeeRequest(const v1::PlanClusterAutoscalerRequest& request) {
  const std::lock_guard lock(mutex_);
  requests_.push_back(request);
  if (requests_.size() > kMostRequests) requests_.pop_front();
  return ++asked_;
}

const v1::PlanClusterAutoscalerRequest* ScalingOracle::RequestOf(const FakeApiWrite& write) const {
  const auto header = write.headers.find(kAskedHeader);
  int64_t number = 0;
  if (header == write.headers.end() || !absl::SimpleAtoi(header->second, &number)) return nullptr;
  const int64_t age = asked_ - number;
  return age < static_cast<int64_t>(requests_.size()) ? &requests_[requests_.size() - 1 - static_cast<size_t>(age)]
                                                      : nullptr;
}

void ScalingOracle::Check(const FakeApiWrite& write, const FakeApiStore& store) {
  if (absl::StartsWith(write.path, "/apis/events.k8s.io/")) return;
  const std::lock_guard lock(mutex_);
  const std::string why = Verify(write, store);
  if (!why.empty()) {
    wrong_.push_back(absl::StrCat(why, ": ", write.method, " ", write.path, " ", write.body, " on ",
                                  write.before == nullptr ? "nothing" : write.before->dump()));
  }
}

std::string ScalingOracle::Verify(const FakeApiWrite& write, const FakeApiStore& store) {
  const bool is_patch = write.method == "PATCH" && write.content_type == "application/merge-patch+json" &&
                        write.query == std::map<std::string, std::string>{{"fieldManager", "cpsizer-sidecar"}};
  if (!is_patch) return "not a patch of the sidecar";
  const Json body = kube::ParseJson(write.body);
  if (TextAt(body, {"metadata", "uid"}).empty() || TextAt(body, {"metadata", "resourceVersion"}).empty()) {
    return "a patch without precondition";
  }
  if (absl::StrContains(write.body, "ownerReferences")) return "an ownerReference";
  if (!write.reached || write.code != 200) return "";
  // When the last finalizer of an object that is being deleted is removed, the API server also removes the object.
  if (write.after == nullptr && !IsBeingDeleted(*write.before)) return "removes an object";
  if (write.after != nullptr && Rest(*write.before) != Rest(*write.after)) return "changes something else";
  if (absl::StrContains(write.path, "/machinesets/")) return VerifyTarget(write, store);
  if (!absl::StrContains(write.path, "/machineautoscalers/")) return "not a write of the sidecar";
  return absl::EndsWith(write.path, "/status") ? VerifyLastTarget(write, store) : VerifyFinalizers(write, store);
}

std::string ScalingOracle::VerifyTarget(const FakeApiWrite& write, const FakeApiStore& store) {
  const Json annotations = Find(kube::ParseJson(write.body), {"metadata", "annotations"});
  const auto is_removal = [](const Json& value) { return value.is_null(); };
  if (std::all_of(annotations.begin(), annotations.end(), is_removal)) return VerifyRelease(write);
  if (std::any_of(annotations.begin(), annotations.end(), is_removal)) return "sets and removes";
  return VerifyBounds(write, store);
}

std::string ScalingOracle::VerifyRelease(const FakeApiWrite& write) {
  ++taken_["release"];
  const Json annotations = Find(kube::ParseJson(write.body), {"metadata", "annotations"});
  for (const auto& [key, value] : annotations.items()) {
    if (key != kMinOfTarget && key != kMaxOfTarget && key != kOwnerOfTarget) return absl::StrCat("removes ", key);
  }
  const v1::PlanClusterAutoscalerRequest* const request = RequestOf(write);
  if (request == nullptr) return "not decided";
  if (!OwnerOfSet(*write.after).empty()) return "leaves the owner";
  const std::string owner = OwnerOfSet(*write.before);
  const v1::MachineAutoscaler* const autoscaler = FindById(*request, owner);
  const bool is_claimed = autoscaler != nullptr && ClaimsSet(*autoscaler, TextAt(*write.before, {"metadata", "name"}));
  return is_claimed ? absl::StrCat("releases what ", owner, " claims") : "";
}

std::string ScalingOracle::VerifyBounds(const FakeApiWrite& write, const FakeApiStore& store) {
  ++taken_["bounds"];
  const Json& before = *write.before;
  const Json& after = *write.after;
  const std::string name(TextAt(before, {"metadata", "name"}));
  const Json annotations = Find(kube::ParseJson(write.body), {"metadata", "annotations"});
  for (const auto& [key, value] : annotations.items()) {
    if (key == kMinOfTarget || key == kMaxOfTarget || key == kOwnerOfTarget) continue;
    std::string why = VerifyCapacity(key, value, before);
    if (!why.empty()) return why;
  }
  const std::string owner = OwnerOfSet(after);
  const std::string owner_before = OwnerOfSet(before);
  if (!owner_before.empty() && owner_before != owner) return absl::StrCat("takes what ", owner_before, " has");
  const v1::PlanClusterAutoscalerRequest* const request = RequestOf(write);
  const v1::MachineAutoscaler* const known = request == nullptr ? nullptr : FindById(*request, owner);
  if (known == nullptr || !ClaimsSet(*known, name)) return "bounds of an autoscaler that does not claim it";
  if (!IsValidSpec(known->spec().min_replicas(), known->spec().max_replicas())) return "invalid bounds";
  if (TextAt(after, {"metadata", "annotations", kMinOfTarget}) != absl::StrCat(known->spec().min_replicas()) ||
      TextAt(after, {"metadata", "annotations", kMaxOfTarget}) != absl::StrCat(known->spec().max_replicas())) {
    return "other bounds than those of its owner";
  }
  for (const v1::MachineAutoscaler& other : request->machine_autoscalers()) {
    const bool is_before =
        owner_before.empty() && other.metadata().name() < known->metadata().name() && ClaimsSet(other, name) &&
        IsValidSpec(other.spec().min_replicas(), other.spec().max_replicas()) &&
        (!other.status().has_last_target_ref() || other.status().last_target_ref().kind() == "MachineSet");
    if (is_before) return absl::StrCat("it is ", other.metadata().name(), "'s turn");
  }
  const auto autoscalers = store.All(MachineAutoscalerKind().Collection());
  const FakeApiObject* const now = FindById(*autoscalers, owner);
  if (now == nullptr || !HasOurFinalizer(**now)) return "bounds of one without a finalizer";
  return IsSetRef(Find(**now, {"status", "lastTargetRef"}), name) ? "" : "bounds of one without a lastTargetRef to it";
}

std::string ScalingOracle::VerifyFinalizers(const FakeApiWrite& write, const FakeApiStore& store) {
  Json expected = Find(*write.before, {"metadata", "finalizers"});
  if (expected.is_null()) expected = Json::array();
  const Json body = kube::ParseJson(write.body);
  if (!HasOurFinalizer(*write.before)) {
    ++taken_["finalizer"];
    expected.push_back(kFinalizerOfAutoscaler);
    if (IsBeingDeleted(*write.before)) return "a finalizer for one that is being deleted";
    return Find(body, {"metadata", "finalizers"}) == expected ? "" : "other finalizers";
  }
  ++taken_["end"];
  expected.erase(std::find(expected.begin(), expected.end(), kFinalizerOfAutoscaler));
  if (Find(body, {"metadata", "finalizers"}) != expected) return "other finalizers";
  if (!IsBeingDeleted(*write.before)) return "a finalizer is removed too early";
  const auto sets = store.All(testing::MachineSets().Collection());
  for (const FakeApiObject& set : *sets) {
    if (OwnerOfSet(*set) == IdOfObject(*write.before)) {
      return absl::StrCat("a finalizer is removed while ", IdOfObject(*set), " has annotations");
    }
  }
  return "";
}

std::string ScalingOracle::VerifyLastTarget(const FakeApiWrite& write, const FakeApiStore& store) {
  ++taken_["lastTargetRef"];
  if (Find(*write.after, {"status", "lastTargetRef"}) != Find(*write.before, {"spec", "scaleTargetRef"})) {
    return "another target than the spec has";
  }
  const std::string last(TextAt(*write.before, {"status", "lastTargetRef", "name"}));
  const auto sets = store.All(testing::MachineSets().Collection());
  for (const FakeApiObject& set : *sets) {
    if (TextAt(*set, {"metadata", "name"}) == last && OwnerOfSet(*set) == IdOfObject(*write.before)) {
      return absl::StrCat("forgets ", last, ", which has annotations");
    }
  }
  return "";
}

std::vector<std::string> ScalingOracle::wrong() const {
  const std::lock_guard lock(mutex_);
  return wrong_;
}

std::map<std::string, int> ScalingOracle::taken() const {
  const std::lock_guard lock(mutex_);
  return taken_;
}

std::string ScalingOracle::Unfinished(const FakeApiStore& store) {
  const auto autoscalers = store.All(MachineAutoscalerKind().Collection());
  const auto sets = store.All(testing::MachineSets().Collection());
  for (const FakeApiObject& set : *sets) {
    std::string why = UnfinishedSet(*set, *autoscalers);
    if (!why.empty()) return why;
  }
  for (const FakeApiObject& autoscaler : *autoscalers) {
    if (IsBeingDeleted(*autoscaler)) return absl::StrCat(IdOfObject(*autoscaler), " is not deleted yet");
    const Json& last = Find(*autoscaler, {"status", "lastTargetRef"});
    if (!last.is_null() && last != Find(*autoscaler, {"spec", "scaleTargetRef"})) {
      return absl::StrCat(IdOfObject(*autoscaler), " has another lastTargetRef");
    }
  }
  return "";
}

}  // namespace cpsizer::sidecar
