#include "server/engine/size/summary.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "server/engine/base/text.h"
#include "server/engine/size/size_fields.h"

namespace cpsizer {
namespace {

// Appends clauses about the resources in a decision to a text.
class Clauses {
 public:
  Clauses(const SizeLadder& ladder, const Decision& decision, std::string& text)
      : sizes_(ladder.sizes()), decision_(decision), text_(text) {
    for (const Resource resource : kResources) {
      if (InPlay(resource)) AppendHumanAmount(resource, Demanded(resource), demands_[resource]);
    }
  }

  void Append(absl::string_view words) { text_.append(words.data(), words.size()); }

  // Appends, for example, "cpu 12 exceeds medium (16 x 0.50 = 8) and fits large (32 x 0.60 = 19.2)".
  void Fits(Resource resource) {
    const int index = decision_.choice->size;
    AppendDemand(resource);
    if (index > 0) {
      Append(" exceeds ");
      Compared(resource, index - 1);
      Append(" and");
    }
    Append(" fits ");
    Compared(resource, index);
    if (index == 0) Append(", the smallest size");
  }

  // Appends, for example, "memory 200Gi exceeds large (128Gi x 0.75 = 96Gi) by 104Gi".
  void FallsShort(Resource resource) {
    const int index = decision_.choice->size;
    AppendDemand(resource);
    Append(" exceeds ");
    Compared(resource, index);
    Append(" by ");
    AppendHumanAmount(resource, Demanded(resource) - At(resource, index).effective, text_);
  }

  // Appends, for example, "memory 20Gi would fit medium".
  void WouldFit(Resource resource) {
    AppendDemand(resource);
    Append(" would fit ");
    Append(Name(decision_.choice->alone[resource]));
  }

  // Appends, for example, "medium does not hold memory 28Gi (64Gi x 0.40 = 25.6Gi)".
  void DoesNotHold(Resource resource, int index) {
    Append(Name(index));
    Append(" does not hold ");
    AppendDemand(resource);
    InBrackets(resource, index);
  }

  bool Holds(Resource resource, int index) const { return At(resource, index).effective >= Demanded(resource); }
  bool InPlay(Resource resource) const { return decision_.in_play[resource].has_value(); }
  const std::string& Chosen() const { return Name(decision_.choice->size); }

 private:
  const ResourceCapacity& At(Resource resource, int index) const {
    return sizes_[static_cast<size_t>(index)].resources[resource];
  }
  const Quantity& Demanded(Resource resource) const { return *decision_.in_play[resource]; }
  const std::string& Name(int index) const { return sizes_[static_cast<size_t>(index)].name; }

  // Appends, for example, "memory 20Gi".
  void AppendDemand(Resource resource) {
    Append(NamesOf(resource).word);
    Append(" ");
    Append(demands_[resource]);
  }

  void Compared(Resource resource, int index) {
    Append(Name(index));
    InBrackets(resource, index);
  }

  // Appends the arithmetic of a size. If the floored amount has the same text as a different demand, both amounts are
  // also written exactly.
  void InBrackets(Resource resource, int index) {
    const ResourceCapacity& capacity = At(resource, index);
    Append(" (");
    AppendHumanAmount(resource, capacity.capacity, text_);
    Append(" x ");
    AppendHumanFraction(capacity.fraction, text_);
    Append(" = ");
    const size_t begin = text_.size();
    AppendHumanAmount(resource, capacity.effective, text_);
    const Quantity& demand = Demanded(resource);
    if (demand != capacity.effective && text_.compare(begin, std::string::npos, demands_[resource]) == 0) {
      absl::StrAppend(&text_, ", exactly ", PlainText(capacity.effective), " for ", PlainText(demand));
    }
    Append(")");
  }

  absl::Span<const Size> sizes_;
  const Decision& decision_;
  PerResource<std::string> demands_;  // the demands that take part, formatted for users
  std::string& text_;
};

absl::string_view WhyNothing(v1::SizeNoRecommendationReason reason) {
  switch (reason) {
    case v1::SIZE_NO_RECOMMENDATION_REASON_VPA_RECOMMENDATION_MISSING:
      return "there is no VPA recommendation yet";
    case v1::SIZE_NO_RECOMMENDATION_REASON_VPA_CONDITION_MISSING:
      return "the VPA has no condition RecommendationProvided";
    case v1::SIZE_NO_RECOMMENDATION_REASON_VPA_CONDITION_NOT_TRUE:
      return "the VPA's condition RecommendationProvided is not True";
    case v1::SIZE_NO_RECOMMENDATION_REASON_NO_CONTAINER_RECOMMENDATIONS:
      return "the VPA recommends nothing for any container";
    case v1::SIZE_NO_RECOMMENDATION_REASON_KUBE_APISERVER_CONTAINER_MISSING:
      return "the VPA recommends nothing for the container kube-apiserver";
    case v1::SIZE_NO_RECOMMENDATION_REASON_DEMAND_MISSING:
      return "the request has no demand";
    default:
      return "there is neither memory nor a CPU amount that takes part";
  }
}

// Returns whether the VPA has a target, but no uncapped target, which the decision reads. A recommender may leave out
// the uncapped target.
bool HasOnlyTarget(const Observation& observation) {
  if (observation.container == nullptr) return false;
  const v1::ResourceList& target = observation.container->target();
  const v1::ResourceList& uncapped = observation.container->uncapped_target();
  return (target.has_memory() || target.has_cpu()) && !uncapped.has_memory() && !uncapped.has_cpu();
}

// Returns, for example, "the VPA has target (memory 20Gi, cpu 2) but no uncappedTarget, which the decision reads".
std::string WhyOnlyTarget(const v1::ResourceList& target) {
  std::string amounts;
  for (const Resource resource : kResources) {
    const std::string* text = AmountText(target, resource);
    if (text == nullptr) continue;
    absl::StrAppend(&amounts, amounts.empty() ? "" : ", ", NamesOf(resource).word, " ", Quoted(*text));
  }
  return absl::StrCat("the VPA has target (", amounts, ") but no uncappedTarget, which the decision reads");
}

absl::string_view WhyNotCpu(v1::SizeNotInPlayReason reason) {
  switch (reason) {
    case v1::SIZE_NOT_IN_PLAY_REASON_CPU_POLICY_NEVER:
      return "the CPU policy is NEVER";
    case v1::SIZE_NOT_IN_PLAY_REASON_CPU_FRACTION_NOT_CONFIGURED:
      return "no CPU fraction is configured";
    case v1::SIZE_NOT_IN_PLAY_REASON_CPU_CAPACITY_NOT_CONFIGURED:
      return "no CPU capacity is configured";
    case v1::SIZE_NOT_IN_PLAY_REASON_CPU_CAPACITY_INCOMPLETE:
      return "some sizes have no CPU capacity";
    default:
      return "the demand includes none";
  }
}

absl::string_view WhyAbsent(const Observation& observation, Resource resource) {
  if (resource == Resource::kCpu && observation.vpa_omits_cpu) return "the VPA's resource policy leaves it out";
  if (observation.vpa_zero[resource]) return "the VPA recommends zero";
  return observation.from_vpa ? "the VPA recommends none" : "the demand includes none";
}

// Appends the clauses for the case that the chosen size is the larger of the two sizes that memory and CPU require.
void LargerOfTwo(const Choice& choice, Clauses& clauses) {
  // The clause about the driver comes first.
  const Resource first = choice.driver == v1::SIZE_DRIVER_CPU ? Resource::kCpu : Resource::kMemory;
  bool appended = false;
  for (const Resource resource : {first, Other(first)}) {
    if (!clauses.InPlay(resource)) continue;
    if (appended) clauses.Append("; ");
    appended = true;
    if (!clauses.Holds(resource, choice.size)) {
      clauses.FallsShort(resource);
    } else if (choice.alone[resource] == choice.size) {
      clauses.Fits(resource);
    } else {
      clauses.WouldFit(resource);
    }
  }
}

// Appends the clauses for the case that the larger of the two sizes that memory and CPU require does not hold both
// demands.
void MovedUp(const Choice& choice, Clauses& clauses) {
  clauses.WouldFit(Resource::kMemory);
  clauses.Append(" and ");
  clauses.WouldFit(Resource::kCpu);
  const int larger = std::max(choice.alone.memory, choice.alone.cpu);
  for (const Resource resource : kResources) {
    if (clauses.Holds(resource, larger)) continue;
    clauses.Append(", but ");
    clauses.DoesNotHold(resource, larger);
  }
  clauses.Append("; ");
  if (choice.fits) {
    clauses.Append(clauses.Chosen());
    clauses.Append(" is the first size that holds both");
    return;
  }
  clauses.Append("no size holds both");
  for (const Resource resource : kResources) {
    if (clauses.Holds(resource, choice.size)) continue;
    clauses.Append(", and ");
    clauses.FallsShort(resource);
  }
}

std::string SummarizeChoice(const SizeLadder& ladder, const Observation& observation, const Decision& decision) {
  constexpr size_t kUsualLength = 192;
  std::string text;
  text.reserve(kUsualLength);
  Clauses clauses(ladder, decision, text);
  const Choice& choice = *decision.choice;
  clauses.Append(clauses.Chosen());
  clauses.Append(choice.fits ? ": " : ", best effort: ");
  if (choice.driver == v1::SIZE_DRIVER_ORDER) {
    MovedUp(choice, clauses);
  } else {
    LargerOfTwo(choice, clauses);
  }
  if (!clauses.InPlay(Resource::kMemory)) {
    absl::StrAppend(&text, "; memory does not take part: ", WhyAbsent(observation, Resource::kMemory));
  }
  if (clauses.InPlay(Resource::kCpu)) return text;
  if (observation.demand.cpu.has_value()) {
    absl::StrAppend(&text, "; cpu ", HumanCpu(*observation.demand.cpu),
                    " does not take part: ", WhyNotCpu(decision.not_in_play.cpu));
  } else if (observation.from_vpa && decision.counted.cpu) {
    absl::StrAppend(&text, "; cpu does not take part: ", WhyAbsent(observation, Resource::kCpu));
  }
  return text;
}

std::string Stays(absl::string_view current_size) {
  return current_size.empty() ? "the cluster stays as it is" : absl::StrCat("the cluster stays ", Quoted(current_size));
}

}  // namespace

std::string Summarize(const SizeLadder& ladder, const Observation& observation, const Decision& decision,
                      absl::string_view current_size) {
  switch (decision.outcome) {
    case v1::SIZE_OUTCOME_NO_RECOMMENDATION: {
      const bool nothing = decision.missing == v1::SIZE_NO_RECOMMENDATION_REASON_NO_RESOURCE_RECOMMENDED;
      const bool only_target = nothing && HasOnlyTarget(observation);
      std::string text =
          absl::StrCat("no recommendation: ", only_target ? WhyOnlyTarget(observation.container->target())
                                                          : std::string(WhyNothing(decision.missing)));
      if (nothing && observation.demand.cpu.has_value()) {
        absl::StrAppend(&text, " (", WhyNotCpu(decision.not_in_play.cpu), ")");
      }
      return absl::StrCat(text, "; ", Stays(current_size));
    }
    case v1::SIZE_OUTCOME_HELD: {
      std::string text = absl::StrCat("held: ", decision.hold->message, " (", Info(decision.hold->rule).id, ")");
      if (decision.choice.has_value()) {
        absl::StrAppend(&text, "; without the hold it would be ",
                        ladder.sizes()[static_cast<size_t>(decision.choice->size)].name);
      }
      return absl::StrCat(text, "; ", Stays(current_size));
    }
    default:
      return SummarizeChoice(ladder, observation, decision);
  }
}

}  // namespace cpsizer
