#include "client/objects/hypershift.h"

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "client/objects/escape.h"
#include "cpsizer/limits.h"

namespace cpsizer::objects {
namespace {

// The texts that Go's strconv.ParseBool reads as false, and as true.
constexpr absl::string_view kFalse[] = {"0", "f", "F", "false", "False", "FALSE"};
constexpr absl::string_view kTrue[] = {"1", "t", "T", "true", "True", "TRUE"};

}  // namespace

std::string ControlPlaneNamespace(absl::string_view name_space, absl::string_view name) {
  return absl::StrCat(name_space, "-", absl::StrReplaceAll(name, {{".", "-"}}));
}

bool IsApiServer(const tree::Node& target) {
  return TextAt(target, {"kind"}) == kVpaTargetKind && TextAt(target, {"name"}) == kVpaName;
}

absl::Time PausedUntil(const tree::Node& hosted_cluster, std::string* invalid) {
  const tree::Node& value = tree::Find(hosted_cluster, {"spec", "pausedUntil"});
  if (value.is_null() || absl::c_linear_search(kFalse, value.text)) return absl::InfinitePast();
  absl::Time time;
  if (absl::ParseTime(absl::RFC3339_full, value.text, &time, nullptr)) return time;
  if (invalid != nullptr && !absl::c_linear_search(kTrue, value.text)) {
    *invalid = value.text.empty() ? "\"\"" : QuotedValue(value.text);
  }
  return absl::InfiniteFuture();
}

absl::Time SizeSince(const tree::Node& hosted_cluster) {
  const absl::string_view size = TextAt(hosted_cluster, {"metadata", "labels", kSizeLabel});
  for (const tree::Node& condition : tree::Find(hosted_cluster, {"status", "conditions"}).items) {
    if (TextAt(condition, {"type"}) != "ClusterSizeComputed" || TextAt(condition, {"status"}) != "True") continue;
    absl::Time time;
    const std::string text(TextAt(condition, {"lastTransitionTime"}));
    if (TextAt(condition, {"reason"}) == size && absl::ParseTime(absl::RFC3339_full, text, &time, nullptr)) return time;
  }
  return absl::InfinitePast();
}

int SizeWithPlaceholders(const v1::ClusterSizingConfigurationSpec& spec) {
  int i = 0;
  while (i < spec.sizes_size() && spec.sizes(i).management().placeholders() == 0) ++i;
  return i;
}

std::string OtherTargetProblem(const tree::Node& vpa) {
  const tree::Node& target = Find(vpa, {"spec", "targetRef"});
  if (target.is_null() || IsApiServer(target)) return "";
  const std::string other = absl::StrCat(TextAt(target, {"kind"}), " ", TextAt(target, {"name"}));
  return absl::StrCat("spec.targetRef names \"", EscapeCut(other, kMaxQuotedValueBytes),
                      "\", so its recommendation is not about ", kVpaTargetKind, " ", kVpaName);
}

}  // namespace cpsizer::objects
