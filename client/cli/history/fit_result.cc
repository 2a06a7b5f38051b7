#include "client/cli/history/fit_result.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "client/cli/output/show.h"

namespace cpsizer::cli {

std::string MarkWord(FitMark mark) {
  switch (mark) {
    case FitMark::kPresent:
      return "present";
    case FitMark::kShares:
      return "shares";
    case FitMark::kProposed:
      return "proposed";
    case FitMark::kNearest:
      return "nearest";
    case FitMark::kNone:
      break;
  }
  return "";
}

std::string PercentText(int percent, history::FitKind kind) {
  if (kind == history::FitKind::kCapacities) return absl::StrCat(percent, "%");
  return absl::StrFormat("%.2f", percent / 100.0);
}

std::string ValuesText(const FitChoice& choice, history::FitKind kind) {
  std::vector<std::string> parts;
  for (const history::Resource resource : history::kResources) {
    std::vector<int> percents = choice.percents[history::Index(resource)];
    if (percents.empty()) continue;
    if (std::all_of(percents.begin(), percents.end(), [&](int percent) { return percent == percents.front(); })) {
      percents.resize(1);
    }
    const auto append = [kind](std::string* out, int percent) { out->append(PercentText(percent, kind)); };
    parts.push_back(absl::StrCat(history::NameOf(resource), " ", absl::StrJoin(percents, "/", append)));
  }
  return absl::StrJoin(parts, ", ");
}

std::string MissingEvidence(const history::ShareEvidence& evidence) {
  std::vector<std::string> parts;
  if (evidence.has_few_clusters()) {
    parts.push_back(
        absl::StrCat(Counted(static_cast<size_t>(evidence.clusters), "cluster"), " of ", history::kLeastClusters));
  }
  if (evidence.is_short()) {
    // Rounded down, so that a little less than 7 days is not shown as 7.
    parts.push_back(absl::StrFormat("%.1f of %.0f days", std::floor(absl::ToDoubleHours(evidence.span) / 24 * 10) / 10,
                                    absl::ToDoubleHours(history::kLeastSpan) / 24));
  }
  if (parts.empty()) return "";
  return absl::StrCat("too little evidence: ", absl::StrJoin(parts, " and "));
}

}  // namespace cpsizer::cli
