#include "client/sidecar/machine_autoscaler/scaling_check.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "client/sidecar/machine_autoscaler/scaling_objects.h"
#include "google/protobuf/util/message_differencer.h"

namespace cpsizer::sidecar {
namespace {

using google::protobuf::util::MessageDifferencer;

bool IsOwnedAnnotation(absl::string_view key) {
  return std::any_of(std::begin(kScalingKeys), std::end(kScalingKeys), [&](const char* owned) { return key == owned; });
}

bool IsCapacityAnnotation(absl::string_view key) {
  if (!absl::ConsumePrefix(&key, kScalingCapacityPrefix)) return false;
  return std::any_of(std::begin(kScalingCapacityNames), std::end(kScalingCapacityNames),
                     [&](const char* name) { return key == name; });
}

class ScalingChecker {
 public:
  ScalingChecker(const v1::PlanClusterAutoscalerRequest& request, const v1::PlanClusterAutoscalerResponse& response)
      : request_(request), response_(response) {
    for (const v1::MachineAutoscaler& autoscaler : request.machine_autoscalers()) {
      autoscalers_[KeyOfMetadata(autoscaler.metadata())] = &autoscaler;
    }
    for (const v1::MachineSet& set : request.machine_sets()) sets_[set.metadata().name()] = &set;
  }

  ScalingProblems Check() {
    if (response_.machine_autoscalers_size() != request_.machine_autoscalers_size()) {
      return {.response = absl::StrCat("plans of ", response_.machine_autoscalers_size(),
                                       " MachineAutoscalers instead of ", request_.machine_autoscalers_size())};
    }
    for (const v1::ClusterAutoscalerTarget& target : response_.targets()) {
      const std::string why = CheckTarget(target);
      if (why.empty()) continue;
      const std::string problem = absl::StrCat("a plan of the MachineSet ", target.name(), " with ", why);
      if (sets_.count(target.name()) == 0) return {.response = problem};
      problems_.targets.emplace(target.name(), problem);
    }
    // The reason of a MachineSet is more exact than that of its owner.
    Spread();
    for (int i = 0; i < request_.machine_autoscalers_size(); ++i) {
      const v1::MachineAutoscaler& autoscaler = request_.machine_autoscalers(i);
      const std::string why = CheckAutoscaler(autoscaler, response_.machine_autoscalers(i));
      if (why.empty()) continue;
      const std::string key = KeyOfMetadata(autoscaler.metadata());
      problems_.autoscalers.emplace(key, absl::StrCat("a plan of the MachineAutoscaler ", key, " with ", why));
    }
    Spread();
    return std::move(problems_);
  }

 private:
  // The key of a MachineAutoscaler, and the name of a MachineSet that it refers to or that refers to it.
  using Reference = std::pair<std::string, std::string>;

  std::vector<Reference> References() const {
    std::vector<Reference> references;
    for (const auto& [key, autoscaler] : autoscalers_) {
      references.emplace_back(key, autoscaler->spec().scale_target_ref().name());
      references.emplace_back(key, autoscaler->status().last_target_ref().name());
    }
    for (const auto& [name, set] : sets_) {
      const std::string* const owner = AnnotationOf(*set, kScalingOwnerKey);
      if (owner != nullptr) references.emplace_back(*owner, name);
    }
    for (const v1::ClusterAutoscalerTarget& target : response_.targets()) {
      references.emplace_back(target.owner(), target.name());
    }
    references.erase(std::remove_if(references.begin(), references.end(),
                                    [](const Reference& one) { return one.first.empty() || one.second.empty(); }),
                     references.end());
    return references;
  }

  // Adds the objects that refer to an object with a problem.
  void Spread() {
    if (problems_.targets.empty() && problems_.autoscalers.empty()) return;
    const std::vector<Reference> references = References();
    for (bool is_complete = false; !is_complete;) {
      is_complete = true;
      for (const auto& [autoscaler, target] : references) {
        const auto of_autoscaler = problems_.autoscalers.find(autoscaler);
        const auto of_target = problems_.targets.find(target);
        const bool has_one = of_autoscaler != problems_.autoscalers.end(),
                   has_other = of_target != problems_.targets.end();
        if (has_one == has_other) continue;
        is_complete = false;
        has_one ? problems_.targets.emplace(target, of_autoscaler->second)
                : problems_.autoscalers.emplace(autoscaler, of_target->second);
      }
    }
  }

  std::string CheckTarget(const v1::ClusterAutoscalerTarget& target) {
    const auto set = sets_.find(target.name());
    if (set == sets_.end()) return "a name that is not in the request";
    if (!planned_.emplace(target.name(), &target).second) return "two plans";
    const v1::MachineAutoscaler* owner = nullptr;
    if (!target.owner().empty()) {
      const auto found = autoscalers_.find(target.owner());
      if (found == autoscalers_.end()) return "an owner that is not in the request";
      owner = found->second;
      if (!owner->metadata().deletion_timestamp().empty()) return "an owner that is being deleted";
      if (!NamesTarget(owner->spec().scale_target_ref(), target.name())) return "an owner that does not name it";
    }
    std::set<std::string> keys;
    for (const v1::ClusterAutoscalerAnnotation& annotation : target.annotations()) {
      if (!keys.insert(annotation.key()).second) return "an annotation twice";
      std::string why = CheckAnnotation(annotation, *set->second, owner);
      if (!why.empty()) return absl::StrCat(why, " of ", annotation.key());
    }
    return "";
  }

  static std::string CheckAnnotation(const v1::ClusterAutoscalerAnnotation& annotation, const v1::MachineSet& set,
                                     const v1::MachineAutoscaler* owner) {
    const bool is_owned = IsOwnedAnnotation(annotation.key());
    if (!is_owned && !IsCapacityAnnotation(annotation.key())) return "a change";
    const std::string* const current = AnnotationOf(set, annotation.key());
    switch (annotation.action()) {
      case v1::CLUSTER_AUTOSCALER_ANNOTATION_ACTION_REMOVE:
        return owner == nullptr && is_owned && current != nullptr ? "" : "a removal";
      case v1::CLUSTER_AUTOSCALER_ANNOTATION_ACTION_SET:
        if (owner == nullptr) return "a value without an owner";
        return is_owned ? CheckOwned(annotation, *owner) : current == nullptr ? "" : "another value";
      case v1::CLUSTER_AUTOSCALER_ANNOTATION_ACTION_KEEP:
        if (owner == nullptr || current == nullptr) return "an annotation that does not exist";
        return is_owned ? CheckKept(annotation.key(), *current, *owner) : "";
      case v1::CLUSTER_AUTOSCALER_ANNOTATION_ACTION_DEFER:
        return owner != nullptr && !is_owned ? "" : "a deferred value";
      default:
        return "no action";
    }
  }

  static std::string CheckOwned(const v1::ClusterAutoscalerAnnotation& annotation, const v1::MachineAutoscaler& owner) {
    const v1::MachineAutoscalerSpec& spec = owner.spec();
    const std::string& key = annotation.key();
    const std::string expected = key == kScalingMinKey   ? absl::StrCat(spec.min_replicas())
                                 : key == kScalingMaxKey ? absl::StrCat(spec.max_replicas())
                                                         : KeyOfMetadata(owner.metadata());
    return annotation.value() == expected ? "" : "a value that differs from the MachineAutoscaler";
  }

  // Compares numbers by their values, because another writer may write the same number differently, such as `+1`.
  static std::string CheckKept(const std::string& key, const std::string& current, const v1::MachineAutoscaler& owner) {
    if (key == kScalingOwnerKey) return current == KeyOfMetadata(owner.metadata()) ? "" : "another owner";
    int32_t number = 0;
    const int32_t expected = key == kScalingMinKey ? owner.spec().min_replicas() : owner.spec().max_replicas();
    return absl::SimpleAtoi(current, &number) && number == expected ? ""
                                                                    : "a value that differs from the MachineAutoscaler";
  }

  std::string CheckAutoscaler(const v1::MachineAutoscaler& autoscaler, const v1::ClusterAutoscalerMachinesPlan& plan) {
    if (plan.namespace_() != autoscaler.metadata().namespace_() || plan.name() != autoscaler.metadata().name()) {
      return "another name";
    }
    if (!v1::ClusterAutoscalerMachinesOutcome_IsValid(plan.outcome()) ||
        plan.outcome() == v1::CLUSTER_AUTOSCALER_MACHINES_OUTCOME_UNSPECIFIED) {
      return "no outcome";
    }
    const bool is_deleting = !autoscaler.metadata().deletion_timestamp().empty();
    const bool has_finalizer = HasScalingFinalizer(autoscaler);
    const bool is_deleted = plan.outcome() == v1::CLUSTER_AUTOSCALER_MACHINES_OUTCOME_DELETED;
    if (is_deleted && !is_deleting) return "a deletion that was not requested";
    if (plan.add_finalizer() && (is_deleting || has_finalizer)) return "a finalizer that exists already";
    if (plan.remove_finalizer() && (!is_deleted || !has_finalizer)) return "a finalizer that is needed";
    if (plan.has_last_target_ref() &&
        (is_deleting || !MessageDifferencer::Equals(plan.last_target_ref(), autoscaler.spec().scale_target_ref()))) {
      return "another target";
    }
    return CheckBounds(autoscaler, plan);
  }

  // Checks that a target and its owner refer to each other.
  std::string CheckBounds(const v1::MachineAutoscaler& autoscaler, const v1::ClusterAutoscalerMachinesPlan& plan) {
    const bool bounds = plan.outcome() == v1::CLUSTER_AUTOSCALER_MACHINES_OUTCOME_BOUNDS;
    const auto target = planned_.find(autoscaler.spec().scale_target_ref().name());
    const bool is_owner = target != planned_.end() && target->second->owner() == KeyOfMetadata(autoscaler.metadata());
    if (bounds && !is_owner) return "bounds for a MachineSet that it does not own";
    if (is_owner && !bounds) return "a MachineSet that it does not bound";
    return bounds ? CheckAllOwned(*target->second) : "";
  }

  static std::string CheckAllOwned(const v1::ClusterAutoscalerTarget& target) {
    for (const char* const key : kScalingKeys) {
      const auto& all = target.annotations();
      if (std::none_of(all.begin(), all.end(), [&](const auto& annotation) { return annotation.key() == key; })) {
        return absl::StrCat("a MachineSet without ", key);
      }
    }
    return "";
  }

  const v1::PlanClusterAutoscalerRequest& request_;
  const v1::PlanClusterAutoscalerResponse& response_;
  std::map<std::string, const v1::MachineAutoscaler*> autoscalers_;
  std::map<std::string, const v1::MachineSet*> sets_;
  std::map<std::string, const v1::ClusterAutoscalerTarget*> planned_;
  ScalingProblems problems_;
};

}  // namespace

ScalingProblems CheckScaling(const v1::PlanClusterAutoscalerRequest& request,
                             const v1::PlanClusterAutoscalerResponse& response) {
  return ScalingChecker(request, response).Check();
}

}  // namespace cpsizer::sidecar
