#include "client/sidecar/size/dry_run.h"

#include "absl/strings/str_cat.h"
#include "client/kube/quoted.h"
#include "client/objects/hypershift.h"

namespace cpsizer::sidecar {
namespace {

std::string VpaSentence(const HostedCluster& cluster, VpaAction vpa, SizeState state) {
  const std::string name =
      absl::StrCat("VerticalPodAutoscaler ", objects::ControlPlaneNamespace(cluster.name_space, cluster.name), "/",
                   objects::kVpaName);
  switch (vpa) {
    case VpaAction::kCreate:
      return absl::StrCat("create ", name);
    case VpaAction::kRepair:
      return absl::StrCat("repair ", name, ": target, update mode or annotations differ from the plan");
    case VpaAction::kDelete:
      return absl::StrCat("delete ", name,
                          state == SizeState::kNotEligible
                              ? ": the size of the cluster no longer depends on this VPA"
                              : ": it is for another workload; a new one is created afterwards");
    case VpaAction::kNone:
      break;
  }
  return "";
}

// Returns the reason why IsEligible() returns false.
absl::string_view WhyNotSized(const HostedCluster& cluster) {
  if (cluster.deleting) return "being deleted";
  return cluster.opted_in ? "of another topology" : "not opted in";
}

std::string SizeSentence(const HostedCluster& cluster, const SizePlan& size) {
  const std::string now = cluster.recommended_size.empty() ? "<none>" : cluster.recommended_size;
  switch (size.state) {
    case SizeState::kNotEligible:
      return absl::StrCat("not sized: ", WhyNotSized(cluster));
    case SizeState::kHeld:
      return absl::StrCat(cluster.recommended_size.empty() ? "write nothing" : absl::StrCat("keep ", now), ": ",
                          size.reason, ": ", size.note);
    case SizeState::kSized:
    case SizeState::kNoSizeFits:
      break;
  }
  if (size.write.empty()) return absl::StrCat("keep ", now, ": it is the recommended size");
  return absl::StrCat("annotate ", now, " -> ", size.write, ": ", NoteOf(cluster, size));
}

}  // namespace

std::string NoteOf(const HostedCluster& cluster, const SizePlan& plan) {
  if (cluster.size_override.empty() || cluster.size_override == plan.write) return plan.note;
  return absl::StrCat(plan.note, "; the annotation ", objects::kSizeOverride, " is ",
                      kube::Quoted(cluster.size_override), ", so the operator does not apply this size");
}

std::vector<std::string> DryRunSentences(const HostedCluster& cluster, VpaAction vpa, const SizePlan& size) {
  std::vector<std::string> sentences;
  if (vpa != VpaAction::kNone) sentences.push_back(VpaSentence(cluster, vpa, size.state));
  sentences.push_back(SizeSentence(cluster, size));
  return sentences;
}

absl::string_view AgreementOf(const HostedCluster& cluster, const SizePlan& size) {
  switch (size.state) {
    case SizeState::kNotEligible:
      return "";
    case SizeState::kHeld:
      return "held";
    case SizeState::kSized:
    case SizeState::kNoSizeFits:
      break;
  }
  if (cluster.recommended_size.empty()) return "absent";
  return size.write.empty() ? "agree" : "disagree";
}

void DryRunReporter::Show(const HostedCluster& cluster, VpaAction vpa, const SizePlan& size) {
  const absl::string_view agreement = AgreementOf(cluster, size);
  const std::string key = KeyOf(cluster);
  agreements_.Note(key, agreement);
  std::string news = absl::StrCat(static_cast<int>(vpa), " ", size.write, " ", agreement, " ", size.reason);
  std::string& reported = reported_[key];
  if (reported == news) return;
  reported = std::move(news);
  on_dry_run_(cluster, vpa, size);
}

}  // namespace cpsizer::sidecar
