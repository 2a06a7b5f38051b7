#include "client/effects/annotation_problem.h"

#include <cstdint>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "client/effects/go_mem_limit.h"
#include "client/effects/requests.h"
#include "client/objects/escape.h"
#include "client/objects/hypershift.h"
#include "cpsizer/quantity.h"
#include "server/engine/base/durations.h"

namespace cpsizer::effects {
namespace {

using objects::QuotedValue;
using NameAndAmount = std::pair<absl::string_view, absl::string_view>;

bool IsResourceOfContainers(absl::string_view name) {
  return name == "cpu" || name == "memory" || name == "ephemeral-storage" || absl::StartsWith(name, "hugepages-") ||
         absl::StrContains(name, '/');
}

// Returns the first part of an override that stops the control plane operator, or an empty text.
std::string WhyMalformed(absl::string_view target, absl::string_view value) {
  if (!absl::StrContains(target, '.')) return absl::StrCat(QuotedValue(target), " is not DEPLOYMENT.CONTAINER");
  for (const absl::string_view part : absl::StrSplit(value, ',')) {
    const NameAndAmount request = absl::StrSplit(part, absl::MaxSplits('=', 1));
    if (!absl::StrContains(part, '=')) return absl::StrCat(QuotedValue(part), " is not RESOURCE=QUANTITY");
    if (!IsResourceOfContainers(request.first)) {
      return absl::StrCat(QuotedValue(request.first), " is not a resource of containers; write cpu or memory");
    }
  }
  return "";
}

// Returns the values of an override that are not quantities, such as `"4cores" and "16GB" are not quantities`.
std::string WhyIgnored(absl::string_view value) {
  std::string ignored;
  int count = 0;
  for (const absl::string_view part : absl::StrSplit(value, ',')) {
    const NameAndAmount request = absl::StrSplit(part, absl::MaxSplits('=', 1));
    Quantity quantity;
    if (ParseQuantity(request.second, quantity) == QuantityError::kNone) continue;
    absl::StrAppend(&ignored, count++ == 0 ? "" : " and ", QuotedValue(request.second));
  }
  return count == 0 ? "" : absl::StrCat(ignored, count == 1 ? " is not a quantity" : " are not quantities");
}

// Returns the first negative request of an override, such as `-16Gi`. Returns an empty text if there is none.
std::string NegativeRequest(absl::string_view value) {
  for (const absl::string_view part : absl::StrSplit(value, ',')) {
    const NameAndAmount request = absl::StrSplit(part, absl::MaxSplits('=', 1));
    Quantity quantity;
    if (ParseQuantity(request.second, quantity) == QuantityError::kNone && quantity.nanos < 0) {
      return std::string(request.second);
    }
  }
  return "";
}

// Returns why no container can have the name `DEPLOYMENT.CONTAINER`, or an empty text.
std::string WhyNoContainer(absl::string_view target) {
  const ContainerName name = TargetOf(target);
  if (name.deployment.empty() || name.container.empty()) {
    return absl::StrCat(QuotedValue(target), " has no name of a ",
                        name.deployment.empty() ? "deployment" : "container");
  }
  if (!absl::StrContains(name.container, '.')) return "";
  return absl::StrCat(QuotedValue(name.container), " is not the name of a container, because it has a dot");
}

AnnotationProblem ProblemOfRequest(absl::string_view target, absl::string_view value) {
  if (std::string why = WhyMalformed(target, value); !why.empty()) return {Consequence::kStopsOperator, std::move(why)};
  if (std::string why = WhyIgnored(value); !why.empty()) return {Consequence::kIgnored, std::move(why)};
  if (const std::string negative = NegativeRequest(value); !negative.empty()) {
    return {Consequence::kRefused, absl::StrCat(QuotedValue(negative), " is negative")};
  }
  if (std::string why = WhyNoContainer(target); !why.empty()) return {Consequence::kIgnored, std::move(why)};
  return {};
}

// Returns whether the Go runtime accepts `text` as GOMEMLIMIT.
bool IsGoMemLimit(absl::string_view text) {
  return text == kNoGoMemLimit || GoMemLimitBytes(text).has_value();
}

}  // namespace

AnnotationProblem ProblemOf(absl::string_view key, absl::string_view value) {
  if (absl::ConsumePrefix(&key, objects::kRequestOverridePrefix)) return ProblemOfRequest(key, value);
  if (value.empty()) return {};  // the operators use their defaults
  if (key == objects::kGoMemLimit && !IsGoMemLimit(value)) {
    return {Consequence::kStopsApiServer, absl::StrCat(QuotedValue(value), " is not a GOMEMLIMIT")};
  }
  if (key == objects::kHealthCheckTimeout && !IsGoDuration(value)) {
    return {Consequence::kIgnored, absl::StrCat(QuotedValue(value), " is not a duration")};
  }
  int64_t number = 0;
  if ((key == objects::kMaxInflight || key == objects::kMaxMutatingInflight) &&
      (!absl::SimpleAtoi(value, &number) || number < 0)) {
    return {Consequence::kStopsApiServer, absl::StrCat(QuotedValue(value), " is not a number from 0 on")};
  }
  return {};
}

absl::string_view Describe(Consequence consequence) {
  switch (consequence) {
    case Consequence::kNone:
      break;
    case Consequence::kStopsOperator:
      return "so the control plane operator of the cluster fails";
    case Consequence::kRefused:
      return "so the API server refuses the deployment of the control plane operator of the cluster";
    case Consequence::kStopsApiServer:
      return "so the kube-apiserver of the cluster does not start";
    case Consequence::kIgnored:
      return "so the control plane operator of the cluster ignores it";
  }
  return "";
}

}  // namespace cpsizer::effects
