#include "client/cli/replicas/meant_target.h"

#include <algorithm>
#include <cstddef>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/types/optional.h"
#include "client/cli/replicas/label_index.h"
#include "client/cli/replicas/replica_input.h"
#include "client/objects/escape.h"
#include "cpsizer/limits.h"
#include "server/process/nearest_name.h"

namespace cpsizer::cli {
namespace {

using objects::FoundAutoscaler;
using objects::FoundWorkload;

constexpr absl::string_view kReference = "spec.scaleTargetRef.";

std::string ShownName(absl::string_view text) {
  return objects::EscapeCut(text, kMaxQuotedValueBytes);
}

// Returns a text such as `a Deployment web of apps/v1 is there`.
std::string IsThere(const FoundWorkload& workload) {
  return absl::StrCat("a ", workload.kind, " ", ShownName(workload.name), " of ", ShownName(workload.api_version),
                      " is there");
}

bool IsSimilar(absl::string_view name, absl::string_view known) {
  return server::NearestName(name, {known}).has_value();
}

// Returns `text` without the characters for which `drop` returns true.
template <typename Drop>
std::string Without(absl::string_view text, Drop drop) {
  std::string kept(text);
  kept.erase(std::remove_if(kept.begin(), kept.end(), drop), kept.end());
  return kept;
}

std::string Digits(absl::string_view text) {
  return Without(text, [](char c) { return !absl::ascii_isdigit(c); });
}

std::string WithoutDashes(absl::string_view text) {
  return Without(text, [](char c) { return c == '-'; });
}

bool HasSameLetters(absl::string_view a, absl::string_view b) {
  std::string sorted_a(a), sorted_b(b);
  absl::c_sort(sorted_a);
  absl::c_sort(sorted_b);
  return sorted_a == sorted_b;
}

// The groups of Kubernetes and OpenShift in which the kinds with a scale are known. A custom resource of another group,
// such as a Rollout, can have the name of a Deployment.
bool HasKnownKinds(absl::string_view group) {
  return group.empty() || group == "apps" || group == "extensions" || group == "apps.openshift.io";
}

class Search {
 public:
  Search(const FoundAutoscaler& found, const std::vector<FoundWorkload>& workloads, const ScaledWorkloads& scaled)
      : metadata_(found.autoscaler.metadata()),
        reference_(found.autoscaler.spec().scale_target_ref()),
        workloads_(workloads),
        scaled_(scaled) {}

  TargetHint InAnotherGroup() const {
    const FoundWorkload* workload =
        First([this](const FoundWorkload& found) { return IsNear(found) && IsOfKind(found) && HasName(found); });
    if (workload == nullptr) return {};
    return {absl::StrCat(IsThere(*workload), ", and ", ShownName(reference_.api_version()), " is another API group"),
            absl::StrCat(kReference, "apiVersion"), reference_.api_version()};
  }

  TargetHint InAnEndedGroup() const {
    const absl::string_view kind = reference_.kind();
    if (GroupOf(reference_.api_version()) != "extensions" || (kind != "Deployment" && kind != "ReplicaSet")) return {};
    return {absl::StrCat("Kubernetes serves no ", kind, " of ", ShownName(reference_.api_version()),
                         " since 1.16; write apps/v1, also in the manifest of the target"),
            absl::StrCat(kReference, "apiVersion"), reference_.api_version()};
  }

  TargetHint WithASimilarName() const {
    std::vector<absl::string_view> names;
    for (const FoundWorkload& found : workloads_) {
      if (IsNear(found) && IsOfKind(found) && !scaled_.contains(&found) &&
          IsMisspelled(reference_.name(), found.name, metadata_.name())) {
        names.push_back(found.name);
      }
    }
    const absl::optional<absl::string_view> nearest = server::NearestName(reference_.name(), names);
    if (!nearest.has_value()) return {};
    return {absl::StrCat("a ", reference_.kind(), " ", ShownName(*nearest), " is there, which is probably meant"),
            absl::StrCat(kReference, "name"), reference_.name()};
  }

  TargetHint OfAnotherKind() const {
    const FoundWorkload* workload = First([this](const FoundWorkload& found) {
      if (!IsNear(found) || !HasName(found) || IsOfKind(found)) return false;
      if (IsSimilar(reference_.kind(), found.kind)) return true;
      return HasKnownKinds(GroupOf(reference_.api_version())) && reference_.kind() != "DaemonSet" &&
             !scaled_.contains(&found);
    });
    if (workload == nullptr) return {};
    return {absl::StrCat(IsThere(*workload), ", and ", ShownName(reference_.kind()), " is another kind"),
            absl::StrCat(kReference, "kind"), reference_.kind()};
  }

  TargetHint InAnotherNamespace() const {
    const FoundWorkload* workload = First([this](const FoundWorkload& found) {
      return !IsNear(found) && IsOfKind(found) && HasName(found) && !scaled_.contains(&found);
    });
    if (workload == nullptr) return {};
    return {absl::StrCat(IsThere(*workload), " in the namespace ", ShownName(workload->name_space),
                         ", and the autoscaler is in ", ShownName(metadata_.namespace_())),
            "metadata.namespace", metadata_.namespace_()};
  }

 private:
  template <typename Condition>
  const FoundWorkload* First(Condition condition) const {
    const auto first = absl::c_find_if(workloads_, condition);
    return first == workloads_.end() ? nullptr : &*first;
  }

  bool IsNear(const FoundWorkload& found) const { return SameNamespace(found.name_space, metadata_.namespace_()); }
  bool IsOfKind(const FoundWorkload& found) const { return found.kind == reference_.kind(); }
  bool HasName(const FoundWorkload& found) const { return found.name == reference_.name(); }

  const v1::ObjectMeta& metadata_;
  const v1::CrossVersionObjectReference& reference_;
  const std::vector<FoundWorkload>& workloads_;
  const ScaledWorkloads& scaled_;
};

}  // namespace

bool IsMisspelled(absl::string_view name, absl::string_view known, absl::string_view autoscaler) {
  if (!IsSimilar(name, known) || Digits(name) != Digits(known)) return false;
  const std::vector<absl::string_view> parts = absl::StrSplit(name, '-');
  const std::vector<absl::string_view> known_parts = absl::StrSplit(known, '-');
  if (parts.size() != known_parts.size()) return WithoutDashes(name) == WithoutDashes(known);
  constexpr size_t kShort = 5;
  for (size_t i = 0; i < parts.size(); ++i) {
    const absl::string_view part = parts[i];
    if (part == known_parts[i]) continue;
    if (!IsSimilar(part, known_parts[i])) return false;
    if (part.size() != known_parts[i].size() || HasSameLetters(part, known_parts[i])) continue;
    if (name == autoscaler || (part.size() < kShort && known != autoscaler)) return false;
  }
  return true;
}

TargetHint MeantTarget(const FoundAutoscaler& found, const std::vector<FoundWorkload>& workloads,
                       const ScaledWorkloads& scaled) {
  const Search search(found, workloads, scaled);
  using Step = TargetHint (Search::*)() const;
  for (const Step step : {&Search::InAnotherGroup, &Search::InAnEndedGroup, &Search::WithASimilarName,
                          &Search::OfAnotherKind, &Search::InAnotherNamespace}) {
    TargetHint hint = (search.*step)();
    if (!hint.text.empty()) return hint;
  }
  return {};
}

}  // namespace cpsizer::cli
