#include "tests/sidecar/size/verify_write.h"

#include <algorithm>
#include <set>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/sidecar/size/objects.h"
#include "cpsizer/recommend_size.h"
#include "cpsizer/validate_config.h"
#include "tests/sidecar/size/objects.h"

namespace cpsizer::sidecar {
namespace {

using kube::Find;
using kube::Json;
using kube::TextAt;
using testing::FakeApiWrite;

constexpr char kVerifyWriteSizeKey[] = "hypershift.openshift.io/recommended-cluster-size";
constexpr char kMergePatch[] = "application/merge-patch+json";

bool IsManagedBy(const std::string& manager, const FakeApiWrite& write) {
  return write.query == std::map<std::string, std::string>{{"fieldManager", manager}};
}

bool IsManagedBySidecar(const FakeApiWrite& write) {
  return IsManagedBy("cpsizer-sidecar", write);
}

// Returns the `metadata` of a request body with the UID and the resourceVersion of an object as preconditions.
Json PreconditionsOn(const Json& object) {
  return {{"uid", Find(object, {"metadata", "uid"})},
          {"resourceVersion", Find(object, {"metadata", "resourceVersion"})}};
}

// Adds the MachineSets to a request if the configuration uses them. The MachineSets of these tests never change.
template <typename Request>
void AddMachineSets(const v1::ClusterSizingConfiguration& configuration, Request& request) {
  if (!NeedsMachineSets(configuration)) return;
  for (const Json& object : ServingMachineSetsJson()) *request.add_machine_sets() = ReadMachineSet(object).machine_set;
}

v1::ValidateConfigResponse VerdictOn(const Json& configuration) {
  v1::ValidateConfigRequest request;
  *request.mutable_cluster_sizing_configuration() = ReadConfiguration(configuration).config;
  AddMachineSets(request.cluster_sizing_configuration(), request);
  v1::ValidateConfigResponse response;
  return cpsizer::ValidateConfig(request, response).ok() ? response : v1::ValidateConfigResponse();
}

// Returns the VPA that the sidecar plans for a cluster, without a status.
Json KeptVpaOf(const Json& cluster) {
  return VpaJson(std::string(TextAt(cluster, {"metadata", "name"})), "");
}

std::string VerifyVpaRepair(const SentWrite& sent) {
  const Json kept = KeptVpaOf(sent.cluster);
  Json expected = {{"metadata", PreconditionsOn(sent.vpa)}, {"spec", kept["spec"]}};
  expected["metadata"]["annotations"] = kept["metadata"]["annotations"];
  if (!IsSized(sent.cluster)) return "the VPA of a cluster that is not sized is kept";
  if (sent.vpa.is_null() || IsAsKept(sent.vpa, sent.cluster)) return "there is nothing to repair";
  if (sent.write.content_type != kMergePatch || !IsManagedBySidecar(sent.write)) return "not a patch by the sidecar";
  return sent.body == expected ? "" : absl::StrCat("instead of ", expected.dump());
}

std::string VerifyVpaDeletion(const SentWrite& sent) {
  if (IsSized(sent.cluster) || !Find(sent.cluster, {"metadata", "deletionTimestamp"}).is_null()) {
    return "a VPA is deleted that is needed, or that is deleted with its cluster";
  }
  const Json expected = {{"apiVersion", "v1"}, {"kind", "DeleteOptions"}, {"preconditions", PreconditionsOn(sent.vpa)}};
  return sent.body == expected ? "" : absl::StrCat("instead of ", expected.dump());
}

std::string VerifyVpaCreation(const SentWrite& sent) {
  if (!sent.vpa.is_null()) return "the VPA is known to exist";
  if (!IsSized(sent.cluster)) return "a VPA is created for a cluster that is not sized";
  if (!IsManagedBySidecar(sent.write)) return "not by the sidecar";
  return sent.body == KeptVpaOf(sent.cluster) ? "" : "not the VPA of this cluster";
}

bool IsOurShare(const ConditionOwner& owner) {
  return owner.manager == "cpsizer-sidecar" && owner.applied;
}

// Returns whether the condition in the body is the result of the library for the configuration.
bool IsExpectedCondition(const Json& condition, const Json& configuration) {
  const v1::Condition verdict = VerdictOn(configuration).condition();
  return condition["type"] == "ClusterSizingConfigurationValid" && condition["status"] == verdict.status() &&
         condition["reason"] == verdict.reason() && condition["message"] == verdict.message() &&
         condition["observedGeneration"] == verdict.observed_generation();
}

// Verifies a write of a condition if another manager also owns a part of this condition. The sidecar must then write an
// empty list of conditions, so that it no longer owns its part. This is only allowed if the sidecar owns a part and the
// other manager keeps the condition.
std::string VerifyForeignCondition(const Json& conditions, const std::vector<ConditionOwner>& owners) {
  const bool ours = std::any_of(owners.begin(), owners.end(), IsOurShare);
  const bool stays = std::any_of(owners.begin(), owners.end(),
                                 [](const ConditionOwner& owner) { return owner.whole && !IsOurShare(owner); });
  return conditions.empty() && ours && stays ? "" : "the condition is another writer's";
}

// Returns whether this is the condition about stored fields.
bool IsFieldsCondition(const Json& condition) {
  const bool is_stored = TextAt(condition, {"status"}) == "True";
  return TextAt(condition, {"type"}) == "SizingFieldsStored" &&
         TextAt(condition, {"reason"}) == (is_stored ? "FieldsStored" : "FieldsNotStored");
}

}  // namespace

std::string SizeOf(const Json& cluster) {
  return std::string(TextAt(cluster, {"metadata", "annotations", kVerifyWriteSizeKey}));
}

bool IsSized(const Json& cluster) {
  const Json& annotations = Find(cluster, {"metadata", "annotations"});
  return Find(cluster, {"metadata", "deletionTimestamp"}).is_null() &&
         TextAt(annotations, {"hypershift.openshift.io/resource-based-cp-auto-scaling"}) == "true" &&
         TextAt(annotations, {"hypershift.openshift.io/topology"}) == "dedicated-request-serving-components";
}

bool IsOfAnother(const Json& vpa) {
  const absl::string_view name = TextAt(vpa, {"metadata", "annotations", "hypershift.openshift.io/cluster-name"});
  return !name.empty() && absl::StrCat("clusters-", name) != TextAt(vpa, {"metadata", "namespace"});
}

std::string DecisionOf(const Json& configuration, const Json& vpa) {
  if (vpa.is_null() || IsOfAnother(vpa)) return "";
  const v1::ValidateConfigResponse verdict = VerdictOn(configuration);
  if (!verdict.valid() && !verdict.decidable()) return "";
  v1::RecommendSizeRequest request;
  *request.mutable_cluster_sizing_configuration() = ReadConfiguration(configuration).config;
  AddMachineSets(request.cluster_sizing_configuration(), request);
  request.mutable_vpa_status()->ParseFromString(ReadVpa(vpa).status);
  v1::RecommendSizeResponse response;
  return cpsizer::RecommendSize(request, response).ok() ? response.recommended_size() : "";
}

bool HoldsSize(const Json& configuration, const std::string& size) {
  const Json& sizes = Find(configuration, {"spec", "sizes"});
  return std::any_of(sizes.begin(), sizes.end(), [&](const Json& one) { return TextAt(one, {"name"}) == size; });
}

bool IsAsKept(const Json& vpa, const Json& cluster) {
  const Json kept = KeptVpaOf(cluster);
  return !vpa.is_null() && vpa["spec"] == kept["spec"] &&
         Find(vpa, {"metadata", "annotations"}) == kept["metadata"]["annotations"];
}

bool HasVerdict(const Json& configuration) {
  const Json& conditions = Find(configuration, {"status", "conditions"});
  return std::any_of(conditions.begin(), conditions.end(),
                     [&](const Json& condition) { return IsExpectedCondition(condition, configuration); });
}

std::string VerifySizeWrite(const SentWrite& sent) {
  if (sent.write.method != "PATCH" || sent.write.content_type != kMergePatch || !IsManagedBySidecar(sent.write)) {
    return "not a patch by the sidecar";
  }
  if (!IsSized(sent.cluster)) return "a size for a cluster that is not sized";
  const std::string size = DecisionOf(sent.configuration, sent.vpa);
  if (size.empty()) return "a size without a decision";
  if (size == SizeOf(sent.cluster)) return "it had this size, or has another one";
  Json expected = {{"metadata", PreconditionsOn(sent.cluster)}};
  expected["metadata"]["annotations"] = {{kVerifyWriteSizeKey, size}};
  return sent.body == expected ? "" : absl::StrCat("instead of ", expected.dump());
}

std::string VerifyVpaWrite(const SentWrite& sent) {
  if (sent.cluster.is_null()) return "the VPA of a missing cluster";
  if (IsOfAnother(sent.vpa)) return "the VPA of another cluster";
  if (sent.write.method == "POST") return VerifyVpaCreation(sent);
  if (sent.write.method == "PATCH") return VerifyVpaRepair(sent);
  return sent.write.method == "DELETE" ? VerifyVpaDeletion(sent) : "not an operation on VPAs";
}

std::string VerifyConditionWrite(const SentWrite& sent) {
  // The condition about stored fields has a manager of its own, so that an apply of one condition keeps the other.
  const bool about_fields = IsManagedBy("cpsizer-sidecar-stored-fields", sent.write);
  const bool applied = sent.write.method == "PATCH" && sent.write.content_type == "application/apply-patch+yaml" &&
                       absl::EndsWith(sent.write.path, "/cluster/status") &&
                       (about_fields || IsManagedBySidecar(sent.write));
  // The sidecar must not force the apply, so the query has no other parameter.
  if (!applied) return "not applied to the status by the sidecar";
  if (sent.configuration.is_null()) return "a condition of a missing configuration";
  const Json& conditions = Find(sent.body, {"status", "conditions"});
  const Json expected = {{"apiVersion", sent.configuration["apiVersion"]},
                         {"kind", sent.configuration["kind"]},
                         {"metadata", {{"name", "cluster"}, {"uid", Find(sent.configuration, {"metadata", "uid"})}}},
                         {"status", {{"conditions", conditions}}}};
  if (sent.body != expected) return absl::StrCat("instead of ", expected.dump());
  if (about_fields) {
    return conditions.size() == 1 && IsFieldsCondition(conditions[0]) ? "" : "not the condition about stored fields";
  }
  const std::vector<ConditionOwner> owners = ConditionOwners(sent.configuration, "ClusterSizingConfigurationValid");
  if (!std::all_of(owners.begin(), owners.end(), IsOurShare)) return VerifyForeignCondition(conditions, owners);
  const bool right = conditions.size() == 1 && IsExpectedCondition(conditions[0], sent.configuration);
  return right ? "" : "not the result of the library";
}

std::string VerifyEventWrite(const SentWrite& sent) {
  static const std::set<absl::string_view> kReasons = {
      "ClusterSizeRecommendationChanged", "ClusterSizeRecommendationHeld", "NoSizeFits",
      "SizingConfigurationInvalid",       "SizingFieldsNotStored",         "AnnotationContention"};
  if (sent.write.method == "PATCH") {
    const bool counts = sent.body.size() == 1 && sent.body.contains("series");
    return counts ? "" : "more is changed of an event than its count";
  }
  if (sent.write.method != "POST") return "not an operation on events";
  const Json& regarding = Find(sent.body, {"regarding"});
  const bool of_cluster = TextAt(regarding, {"kind"}) == "HostedCluster";
  const bool of_configuration = TextAt(regarding, {"kind"}) == "ClusterSizingConfiguration";
  const absl::string_view name_space = TextAt(sent.body, {"metadata", "namespace"});
  const bool at_home =
      (of_cluster && name_space == TextAt(regarding, {"namespace"})) || (of_configuration && name_space == "default");
  if (!at_home || !absl::StrContains(sent.write.path, absl::StrCat("/namespaces/", name_space, "/"))) {
    return "in a namespace that is not its own";
  }
  return kReasons.contains(TextAt(sent.body, {"reason"})) ? "" : "of an unknown reason";
}

}  // namespace cpsizer::sidecar
