#include "server/engine/cluster_autoscaler/target_plan.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "cpsizer/limits.h"
#include "server/engine/base/findings.h"
#include "server/engine/base/label_errors.h"
#include "server/engine/base/text.h"
#include "server/engine/cluster_autoscaler/node_groups.h"
#include "server/engine/cluster_autoscaler/plan_findings.h"
#include "server/engine/cluster_autoscaler/scale_from_zero.h"
#include "server/engine/cluster_autoscaler/target_annotations.h"
#include "server/engine/cluster_autoscaler/validate/check_machine_autoscaler.h"

namespace cpsizer {
namespace {

constexpr char kFinalizer[] = "machinetarget.autoscaling.openshift.io";
constexpr char kAcceleratorLabel[] = "cluster-api/accelerator";
constexpr absl::string_view kTargetPath = "spec.scaleTargetRef";

// The MachineAutoscalers that claim one MachineSet: those that have it as their target. They are indexes of
// `machineAutoscalers` in the request.
struct PlannedTarget {
  std::vector<int> claims;
  std::vector<int> invalid_claims;  // MachineAutoscalers with errors
  std::vector<int> deleted_claims;  // MachineAutoscalers that are being deleted
  std::string released_by;          // the field of the request that releases the MachineSet; may be empty
};

bool IsSame(const v1::CrossVersionObjectReference& a, const v1::CrossVersionObjectReference& b) {
  return a.api_version() == b.api_version() && a.kind() == b.kind() && a.name() == b.name();
}

bool IsSupported(const v1::CrossVersionObjectReference& target) {
  return target.api_version() == kTargetVersion && target.kind() == kTargetKind && !target.name().empty();
}

class TargetPlanner {
 public:
  TargetPlanner(const v1::PlanClusterAutoscalerRequest& request, const PlanSettings& settings,
                v1::PlanClusterAutoscalerResponse& response)
      : request_(request),
        settings_(settings),
        name_space_(settings.name_space),
        response_(response),
        findings_(*response.mutable_findings(), v1::SEVERITY_ERROR, kMaxPlanFindings),
        targets_(static_cast<size_t>(request.machine_sets_size())) {
    for (int i = 0; i < request.machine_sets_size(); ++i) {
      const v1::ObjectMeta& metadata = request.machine_sets(i).metadata();
      if (!metadata.namespace_().empty() && metadata.namespace_() != settings.name_space) continue;
      sets_.try_emplace(metadata.name(), i);
    }
    for (const v1::MachineAutoscaler& autoscaler : request.machine_autoscalers()) {
      ids_.push_back(absl::StrCat(NamespaceOf(autoscaler), "/", autoscaler.metadata().name()));
    }
    known_ids_.insert(ids_.begin(), ids_.end());
  }

  void Plan() {
    for (int i = 0; i < request_.machine_autoscalers_size(); ++i) Reconcile(i);
    for (int i = 0; i < request_.machine_sets_size(); ++i) {
      WarnAboutSet(i, PlanTarget(i));
    }
  }

 private:
  using Outcome = v1::ClusterAutoscalerMachinesOutcome;

  const v1::MachineAutoscaler& Autoscaler(int i) const { return request_.machine_autoscalers(i); }
  // A manifest may have no namespace; the operator watches the objects in its own namespace.
  const std::string& NamespaceOf(const v1::MachineAutoscaler& autoscaler) const {
    const std::string& given = autoscaler.metadata().namespace_();
    return given.empty() ? name_space_ : given;
  }
  v1::ClusterAutoscalerMachinesPlan& PlanOf(int i) { return *response_.mutable_machine_autoscalers(i); }
  const std::string& IdOf(int i) const { return ids_[static_cast<size_t>(i)]; }
  static std::string PathOf(int i) { return Indexed("machineAutoscalers", i); }
  const AnnotationMap& AnnotationsOf(int set) const { return request_.machine_sets(set).metadata().annotations(); }

  void Conclude(int i, Outcome outcome, absl::string_view event, std::string message) {
    v1::ClusterAutoscalerMachinesPlan& plan = PlanOf(i);
    plan.set_outcome(outcome);
    plan.set_event(std::string(event));
    plan.set_message(std::move(message));
  }

  // Applies one MachineAutoscaler, which can release targets and claim one target.
  void Reconcile(int i) {
    const v1::MachineAutoscaler& autoscaler = Autoscaler(i);
    v1::ClusterAutoscalerMachinesPlan& plan = *response_.add_machine_autoscalers();
    plan.set_namespace_(NamespaceOf(autoscaler));
    plan.set_name(autoscaler.metadata().name());
    if (!autoscaler.metadata().deletion_timestamp().empty()) return Delete(i);
    // The release must come before the validation: a target that is no longer named is released even if the new target
    // is invalid.
    if (!ReleaseLastTarget(i)) return;
    Validate(i) ? Claim(i) : NoteInvalidClaim(i);
  }

  void Delete(int i) {
    const v1::CrossVersionObjectReference& target = Autoscaler(i).spec().scale_target_ref();
    if (!IsSupported(target)) {
      return Conclude(i, v1::CLUSTER_AUTOSCALER_MACHINES_OUTCOME_INVALID, "",
                      "it is being deleted, and its target cannot be released because it is not a MachineSet; correct "
                      "spec.scaleTargetRef");
    }
    Release(target, absl::StrCat(PathOf(i), ".metadata.deletionTimestamp"));
    PlanOf(i).set_remove_finalizer(HasFinalizer(i));
    Conclude(i, v1::CLUSTER_AUTOSCALER_MACHINES_OUTCOME_DELETED, "",
             absl::StrCat("it is being deleted, and there is no MachineSet \"", Quoted(target.name()), "\""));
    const auto found = sets_.find(target.name());
    if (found != sets_.end()) targets_[static_cast<size_t>(found->second)].deleted_claims.push_back(i);
  }

  // Returns false if the operator does not continue with this MachineAutoscaler.
  bool ReleaseLastTarget(int i) {
    const v1::MachineAutoscaler& autoscaler = Autoscaler(i);
    const v1::CrossVersionObjectReference& last = autoscaler.status().last_target_ref();
    const v1::CrossVersionObjectReference& target = autoscaler.spec().scale_target_ref();
    if (!autoscaler.status().has_last_target_ref() || IsSame(last, target)) return true;
    if (!IsSupported(last)) {
      Conclude(i, v1::CLUSTER_AUTOSCALER_MACHINES_OUTCOME_INVALID, "FailedGetLastTarget",
               "its previous target cannot be released because it is not a MachineSet; correct status.lastTargetRef");
      return false;
    }
    Release(last, absl::StrCat(PathOf(i), ".status.lastTargetRef"));
    *PlanOf(i).mutable_last_target_ref() = target;
    return true;
  }

  bool Validate(int i) {
    google::protobuf::RepeatedPtrField<v1::Finding> found;
    Findings findings(found);
    CheckMachineAutoscaler(Autoscaler(i), findings);
    if (!findings.has_errors()) {
      WarnAboutMachineAutoscaler(Autoscaler(i), findings);
    } else {
      // The webhook and the validation of the operator do not check the target. The operator reports an error of the
      // target when it reads the target.
      const bool target_alone = std::all_of(found.begin(), found.end(), [](const v1::Finding& finding) {
        return absl::StartsWith(finding.path(), kTargetPath);
      });
      Conclude(i, v1::CLUSTER_AUTOSCALER_MACHINES_OUTCOME_INVALID,
               target_alone ? "FailedGetTarget" : "FailedValidation",
               absl::StrCat("it has errors, the first at ", found[0].path(), ": ", found[0].message()));
    }
    AppendFindings(PathOf(i), std::move(found), *response_.mutable_findings());
    return !findings.has_errors();
  }

  void Claim(int i) {
    const std::string& name = Autoscaler(i).spec().scale_target_ref().name();
    const auto found = sets_.find(name);
    if (found != sets_.end()) return targets_[static_cast<size_t>(found->second)].claims.push_back(i);
    const std::string message = absl::StrCat("there is no MachineSet \"", Quoted(name), "\"");
    findings_.Add(Rule::kTargetNotFound, absl::StrCat(PathOf(i), ".", kTargetPath, ".name"), name, message);
    Conclude(i, v1::CLUSTER_AUTOSCALER_MACHINES_OUTCOME_TARGET_NOT_FOUND, "FailedGetTarget", message);
  }

  void NoteInvalidClaim(int i) {
    const v1::CrossVersionObjectReference& target = Autoscaler(i).spec().scale_target_ref();
    const auto found = sets_.find(target.name());
    if (IsSupported(target) && found != sets_.end()) {
      targets_[static_cast<size_t>(found->second)].invalid_claims.push_back(i);
    }
  }

  void Release(const v1::CrossVersionObjectReference& target, std::string source) {
    const auto found = sets_.find(target.name());
    if (found != sets_.end()) targets_[static_cast<size_t>(found->second)].released_by = std::move(source);
  }

  bool HasFinalizer(int i) const {
    const auto& finalizers = Autoscaler(i).metadata().finalizers();
    return std::find(finalizers.begin(), finalizers.end(), kFinalizer) != finalizers.end();
  }

  // Returns the MachineAutoscaler that sets the bounds of a target: the current owner or, if the target has no owner or
  // was released, the first MachineAutoscaler by namespace and name. Returns -1 if there is no such MachineAutoscaler.
  int ChooseOwner(const PlannedTarget& target, const std::string* owner) const {
    const auto is_owner = [&](int i) { return owner != nullptr && IdOf(i) == *owner; };
    const auto current = std::find_if(target.claims.begin(), target.claims.end(), is_owner);
    if (current != target.claims.end()) return *current;
    if (target.claims.empty() || (owner != nullptr && target.released_by.empty())) return -1;
    return *std::min_element(target.claims.begin(), target.claims.end(),
                             [this](int a, int b) { return IdOf(a) < IdOf(b); });
  }

  // Returns null if no MachineAutoscaler refers to the MachineSet.
  const v1::ClusterAutoscalerTarget* PlanTarget(int set) {
    const PlannedTarget& target = targets_[static_cast<size_t>(set)];
    if (target.claims.empty() && target.released_by.empty()) return nullptr;
    v1::ClusterAutoscalerTarget& planned = *response_.add_targets();
    planned.set_name(request_.machine_sets(set).metadata().name());
    const std::string* const owner = FindAnnotation(AnnotationsOf(set), kOwnerKey);
    const auto is_owner = [&](int i) { return owner != nullptr && IdOf(i) == *owner; };
    // If the owner has errors, the owner changes nothing, and the target does not change.
    const bool is_invalid_owner = std::any_of(target.invalid_claims.begin(), target.invalid_claims.end(), is_owner);
    const int chosen = is_invalid_owner ? -1 : ChooseOwner(target, owner);
    const bool is_bound = chosen >= 0 && Bound(chosen, set, planned);
    const bool is_kept = is_invalid_owner || (chosen >= 0 && is_owner(chosen));
    // If a MachineAutoscaler that is not the owner releases the target, the target stays with its owner.
    if (!is_bound && !is_kept && !target.released_by.empty()) {
      PlanRelease(AnnotationsOf(set), target.released_by, planned);
    }
    for (const int i : target.claims) {
      // If no MachineAutoscaler was chosen, `owner` is not null and is not one of `target.claims`.
      if (i != chosen) Refuse(i, planned.name(), chosen < 0 ? *owner : IdOf(chosen));
    }
    DescribeDeletions(target, owner, planned);
    return &planned;
  }

  // Writes the messages of the MachineAutoscalers that are being deleted and have the target. `owner` is the current
  // owner of the target; null if there is none.
  void DescribeDeletions(const PlannedTarget& target, const std::string* owner,
                         const v1::ClusterAutoscalerTarget& planned) {
    const auto& annotations = planned.annotations();
    const bool is_released =
        (owner != nullptr && !planned.owner().empty() && planned.owner() != *owner) ||
        std::any_of(annotations.begin(), annotations.end(), [](const v1::ClusterAutoscalerAnnotation& annotation) {
          return annotation.action() == v1::CLUSTER_AUTOSCALER_ANNOTATION_ACTION_REMOVE;
        });
    const std::string name = Quoted(planned.name());
    for (const int i : target.deleted_claims) {
      std::string& message = *PlanOf(i).mutable_message();
      if (is_released) {
        message = absl::StrCat("it is being deleted and releases MachineSet \"", name, "\"");
      } else if (owner != nullptr) {
        message = absl::StrCat("it is being deleted; MachineSet \"", name, "\" belongs to MachineAutoscaler \"",
                               Quoted(*owner), "\" and keeps its bounds");
      } else {
        message = absl::StrCat("it is being deleted, and it does not own MachineSet \"", name, "\"");
      }
    }
  }

  // Warns about annotations that the cluster-autoscaler will not be able to read. `planned` is null if the plan does
  // not change the MachineSet.
  void WarnAboutSet(int set, const v1::ClusterAutoscalerTarget* planned) {
    const std::string& name_space = request_.machine_sets(set).metadata().namespace_();
    if (!name_space.empty() && name_space != name_space_) return;
    const std::string path = Indexed("machineSets", set);
    if (planned == nullptr || !planned->changed()) {
      return WarnAboutNodeGroup(AnnotationsOf(set), settings_, path, findings_);
    }
    // A planned capacity has the text of another annotation, which the cluster-autoscaler reads if this one is absent.
    AnnotationMap annotations = AnnotationsOf(set);
    for (const v1::ClusterAutoscalerAnnotation& annotation : planned->annotations()) {
      if (annotation.key() != kMinSizeKey && annotation.key() != kMaxSizeKey) continue;
      annotations.erase(annotation.key());
      if (!annotation.value().empty()) annotations[annotation.key()] = annotation.value();
    }
    WarnAboutNodeGroup(annotations, settings_, path, findings_);
  }

  // Returns false if the target does not change.
  bool Bound(int i, int set, v1::ClusterAutoscalerTarget& planned) {
    const v1::MachineAutoscaler& autoscaler = Autoscaler(i);
    v1::ClusterAutoscalerMachinesPlan& plan = PlanOf(i);
    if (!autoscaler.status().has_last_target_ref()) {
      *plan.mutable_last_target_ref() = autoscaler.spec().scale_target_ref();
    }
    plan.set_add_finalizer(!HasFinalizer(i));
    const std::string path = PathOf(i), set_path = Indexed("machineSets", set);
    const CapacityTranslation capacity = settings_.Has(ReleaseFact::kCapacityTranslation)
                                             ? TranslateCapacity(AnnotationsOf(set))
                                             : CapacityTranslation();
    if (capacity.bad_memory.has_value()) {
      const std::string message =
          absl::StrCat("\"", Quoted(*capacity.bad_memory), "\" is not a whole number of MiB below 2^43");
      findings_.Add(Rule::kNumberMalformed, absl::StrCat(set_path, ".metadata.annotations[", kOldMemoryKey, "]"),
                    *capacity.bad_memory, message);
      Conclude(
          i, v1::CLUSTER_AUTOSCALER_MACHINES_OUTCOME_TARGET_UNREADABLE, "FailedUpdateTarget",
          absl::StrCat("annotation ", kOldMemoryKey, " of MachineSet \"", Quoted(planned.name()), "\": ", message));
      return false;
    }
    PlanBounds({autoscaler, IdOf(i), path}, AnnotationsOf(set), set_path, capacity, planned);
    CheckGpuLabel(set);
    Conclude(i, v1::CLUSTER_AUTOSCALER_MACHINES_OUTCOME_BOUNDS, "SuccessfulUpdate",
             absl::StrCat("it bounds MachineSet \"", Quoted(planned.name()), "\" to ", autoscaler.spec().min_replicas(),
                          " to ", autoscaler.spec().max_replicas(), " machines"));
    return true;
  }

  void CheckGpuLabel(int set) {
    if (!HasGpuCapacity(AnnotationsOf(set))) return;
    const auto& labels = request_.machine_sets(set).spec().template_().spec().metadata().labels();
    const auto label = labels.find(kAcceleratorLabel);
    const std::string value = label == labels.end() ? "" : label->second;
    if (!value.empty() && LabelValueError(value).empty()) return;
    findings_.Add(
        Rule::kGpuLabelMissing,
        absl::StrCat(Indexed("machineSets", set), ".spec.template.spec.metadata.labels[", kAcceleratorLabel, "]"),
        value,
        value.empty() ? absl::StrCat("the nodes have no label ", kAcceleratorLabel)
                      : absl::StrCat("\"", Quoted(value), "\" is not a valid label value"));
  }

  // `owner` is the `namespace/name` of the MachineAutoscaler that owns the target.
  void Refuse(int i, absl::string_view target, const std::string& owner) {
    const bool is_known = known_ids_.contains(owner);
    const std::string message = absl::StrCat("MachineSet \"", Quoted(target), "\" belongs to MachineAutoscaler \"",
                                             Quoted(owner), "\"", is_known ? "" : ", which is not in the request");
    findings_.Add(is_known ? Rule::kTargetShared : Rule::kTargetOwned,
                  absl::StrCat(PathOf(i), ".", kTargetPath, ".name"), target, message);
    Conclude(i, v1::CLUSTER_AUTOSCALER_MACHINES_OUTCOME_TARGET_OWNED, "FailedSetOwner", message);
  }

  const v1::PlanClusterAutoscalerRequest& request_;
  const PlanSettings& settings_;
  const std::string name_space_;  // namespace of the operator
  v1::PlanClusterAutoscalerResponse& response_;
  Findings findings_;
  std::vector<PlannedTarget> targets_;  // by index of the MachineSet
  absl::flat_hash_map<absl::string_view, int> sets_;
  std::vector<std::string> ids_;  // names of the MachineAutoscalers: `namespace/name`
  absl::flat_hash_set<absl::string_view> known_ids_;
};

}  // namespace

void PlanTargets(const v1::PlanClusterAutoscalerRequest& request, const PlanSettings& settings,
                 v1::PlanClusterAutoscalerResponse& response) {
  TargetPlanner(request, settings, response).Plan();
}

}  // namespace cpsizer
