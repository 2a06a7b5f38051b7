#include "server/engine/summary.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "server/engine/size_fields.h"
#include "server/engine/text.h"

namespace cpsizer {
namespace {

// One resource's part in a decision, in words.
class Clauses {
 public:
  Clauses(const SizeLadder& ladder, const Decision& decision) : sizes_(ladder.sizes()), decision_(decision) {}

  // "cpu 12 exceeds medium (16 x 0.50 = 8) and fits large (32 x 0.60 = 19.2)"
  std::string Fits(Resource resource) const {
    const int place = decision_.choice->size;
    std::string clause = Amount(resource);
    if (place > 0) {
      absl::StrAppend(&clause, " exceeds ", Compared(resource, place - 1), " and fits ", Compared(resource, place));
    } else {
      absl::StrAppend(&clause, " fits ", Compared(resource, place), ", the smallest size");
    }
    return clause;
  }

  // "memory 200Gi exceeds large (128Gi x 0.75 = 96Gi) by 104Gi"
  std::string FallsShort(Resource resource) const {
    const int place = decision_.choice->size;
    const Quantity shortfall = {Demanded(resource).nanos - At(resource, place).effective.nanos,
                                Demanded(resource).format};
    const std::string by = HumanAmount(resource, shortfall);
    return absl::StrCat(Amount(resource), " exceeds ", Compared(resource, place), " by ",
                        by == "0" ? CanonicalText(shortfall) : by);
  }

  // "memory 20Gi would fit medium"
  std::string WouldFit(Resource resource) const {
    return absl::StrCat(Amount(resource), " would fit ", Name(decision_.choice->alone[resource]));
  }

  // "medium does not hold memory 28Gi (64Gi x 0.40 = 25.6Gi)"
  std::string DoesNotHold(Resource resource, int place) const {
    return absl::StrCat(Name(place), " does not hold ", Amount(resource), " (", Sides(resource, place).arithmetic, ")");
  }

  bool Holds(Resource resource, int place) const { return At(resource, place).effective >= Demanded(resource); }
  bool InPlay(Resource resource) const { return decision_.in_play[resource].has_value(); }
  std::string Chosen() const { return Name(decision_.choice->size); }

 private:
  struct Pair {
    std::string demand;
    std::string arithmetic;
  };

  const ResourceCapacity& At(Resource resource, int place) const {
    return sizes_[static_cast<size_t>(place)].resources[resource];
  }
  const Quantity& Demanded(Resource resource) const { return *decision_.in_play[resource]; }
  const std::string& Name(int place) const { return sizes_[static_cast<size_t>(place)].name; }
  std::string Amount(Resource resource) const {
    return absl::StrCat(NamesOf(resource).word, " ", HumanAmount(resource, Demanded(resource)));
  }
  std::string Compared(Resource resource, int place) const {
    return absl::StrCat(Name(place), " (", Sides(resource, place).arithmetic, ")");
  }

  // The arithmetic of a size beside the demand; with all digits where flooring would make them look equal.
  Pair Sides(Resource resource, int place) const {
    const ResourceCapacity& capacity = At(resource, place);
    const Quantity& demand = Demanded(resource);
    Pair pair = {HumanAmount(resource, demand), Arithmetic(resource, capacity)};
    if (demand == capacity.effective || pair.demand != HumanAmount(resource, capacity.effective)) return pair;
    absl::StrAppend(&pair.arithmetic, ", exactly ", CanonicalText(capacity.effective), " for ", CanonicalText(demand));
    return pair;
  }

  absl::Span<const Size> sizes_;
  const Decision& decision_;
};

absl::string_view WhyNothing(v1::NoRecommendationReason reason) {
  switch (reason) {
    case v1::NO_RECOMMENDATION_REASON_VPA_RECOMMENDATION_MISSING:
      return "the VPA has no recommendation yet";
    case v1::NO_RECOMMENDATION_REASON_VPA_CONDITION_MISSING:
      return "the VPA has no condition RecommendationProvided";
    case v1::NO_RECOMMENDATION_REASON_VPA_CONDITION_NOT_TRUE:
      return "the VPA's condition RecommendationProvided is not True";
    case v1::NO_RECOMMENDATION_REASON_NO_CONTAINER_RECOMMENDATIONS:
      return "the VPA recommends nothing for any container";
    case v1::NO_RECOMMENDATION_REASON_KUBE_APISERVER_CONTAINER_MISSING:
      return "the VPA recommends nothing for the container kube-apiserver";
    default:
      return "neither memory nor a CPU that may take part is named";
  }
}

absl::string_view WhyNotCpu(v1::NotInPlayReason reason) {
  switch (reason) {
    case v1::NOT_IN_PLAY_REASON_CPU_POLICY_NEVER:
      return "the CPU policy is NEVER";
    case v1::NOT_IN_PLAY_REASON_CPU_FRACTION_NOT_CONFIGURED:
      return "no CPU fraction is configured";
    case v1::NOT_IN_PLAY_REASON_CPU_CAPACITY_NOT_CONFIGURED:
      return "no CPU capacity is configured";
    case v1::NOT_IN_PLAY_REASON_CPU_CAPACITY_INCOMPLETE:
      return "some sizes have no CPU capacity";
    default:
      return "the demand names none";
  }
}

// What each resource in play has to say when the larger of their two sizes is the answer.
std::string LargerOfTwo(const Clauses& clauses, const Choice& choice) {
  std::string text;
  const auto add = [&](absl::string_view clause) { absl::StrAppend(&text, text.empty() ? "" : "; ", clause); };
  // The driver first.
  const Resource first = choice.driver == v1::DRIVER_CPU ? Resource::kCpu : Resource::kMemory;
  for (const Resource resource : {first, Other(first)}) {
    if (!clauses.InPlay(resource)) continue;
    if (!clauses.Holds(resource, choice.size)) {
      add(clauses.FallsShort(resource));
    } else if (choice.alone[resource] == choice.size) {
      add(clauses.Fits(resource));
    } else {
      add(clauses.WouldFit(resource));
    }
  }
  return text;
}

// The larger of the two sizes does not hold both.
std::string MovedUp(const Clauses& clauses, const Choice& choice) {
  std::string text = absl::StrCat(clauses.WouldFit(Resource::kMemory), " and ", clauses.WouldFit(Resource::kCpu));
  const int larger = std::max(choice.alone.memory, choice.alone.cpu);
  for (const Resource resource : kResources) {
    if (!clauses.Holds(resource, larger)) absl::StrAppend(&text, ", but ", clauses.DoesNotHold(resource, larger));
  }
  if (choice.fits) return absl::StrCat(text, "; ", clauses.Chosen(), " is the first size that holds both");
  absl::StrAppend(&text, "; no size holds both");
  for (const Resource resource : kResources) {
    if (!clauses.Holds(resource, choice.size)) absl::StrAppend(&text, ", and ", clauses.FallsShort(resource));
  }
  return text;
}

std::string SummarizeChoice(const SizeLadder& ladder, const Observation& observation, const Decision& decision) {
  const Clauses clauses(ladder, decision);
  const Choice& choice = *decision.choice;
  std::string text = absl::StrCat(clauses.Chosen(), choice.fits ? "" : ", best effort", ": ");
  absl::StrAppend(&text, choice.driver == v1::DRIVER_ORDER ? MovedUp(clauses, choice) : LargerOfTwo(clauses, choice));
  if (!clauses.InPlay(Resource::kMemory)) absl::StrAppend(&text, "; memory takes no part: the demand names none");
  if (!clauses.InPlay(Resource::kCpu) && observation.demand.cpu.has_value()) {
    absl::StrAppend(&text, "; cpu ", HumanCpu(*observation.demand.cpu),
                    " takes no part: ", WhyNotCpu(decision.not_in_play.cpu));
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
    case v1::OUTCOME_NO_RECOMMENDATION: {
      std::string text = absl::StrCat("no recommendation: ", WhyNothing(decision.missing));
      if (decision.missing == v1::NO_RECOMMENDATION_REASON_NO_RESOURCE_RECOMMENDED &&
          observation.demand.cpu.has_value()) {
        absl::StrAppend(&text, " (", WhyNotCpu(decision.not_in_play.cpu), ")");
      }
      return absl::StrCat(text, "; ", Stays(current_size));
    }
    case v1::OUTCOME_HELD: {
      std::string text = absl::StrCat("held: ", decision.hold->message, " (", Info(decision.hold->rule).id, ")");
      if (decision.choice.has_value()) {
        absl::StrAppend(&text, "; it would give ", ladder.sizes()[static_cast<size_t>(decision.choice->size)].name);
      }
      return absl::StrCat(text, "; ", Stays(current_size));
    }
    default:
      return SummarizeChoice(ladder, observation, decision);
  }
}

}  // namespace cpsizer
