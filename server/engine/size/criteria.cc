#include "server/engine/size/criteria.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/functional/function_ref.h"
#include "absl/strings/str_cat.h"
#include "server/engine/base/read_quantity.h"
#include "server/engine/base/text.h"
#include "server/engine/size/size_fields.h"

namespace cpsizer {
namespace {

constexpr int64_t kUnbounded = std::numeric_limits<int64_t>::max();
// A configuration with at most this number of sizes does not need an allocation.
constexpr size_t kUsualSizes = 8;

// The node counts of one size.
struct Interval {
  int64_t from;
  int64_t to;
  int index;
};

std::string Counts(const Interval& interval) {
  if (interval.to == kUnbounded) return absl::StrCat(interval.from, " nodes and more");
  return absl::StrCat(interval.from, " to ", interval.to, " nodes");
}

class CriteriaCheck {
 public:
  CriteriaCheck(const v1::ClusterSizingConfigurationSpec& spec, Findings& findings) : spec_(spec), findings_(findings) {
    for (int i = 0; i < spec.sizes_size(); ++i) {
      const v1::NodeCountCriteria& criteria = spec.sizes(i).criteria();
      intervals_.push_back({criteria.from(), criteria.has_to() ? criteria.to() : kUnbounded, i});
    }
  }

  void Run() {
    for (const Interval& interval : intervals_) CheckInterval(interval);
    CheckExactlyOne([](const Interval& interval) { return interval.from == 0; }, Rule::kCriteriaNoSizeFromZero,
                    Rule::kCriteriaSeveralSizesFromZero, "criteria.from", "begins at 0", "begin at 0");
    CheckExactlyOne([](const Interval& interval) { return interval.to == kUnbounded; }, Rule::kCriteriaNoUnboundedSize,
                    Rule::kCriteriaSeveralUnboundedSizes, "criteria.to", "is without an upper bound",
                    "are without an upper bound");
    CheckNeighbours();
  }

 private:
  std::string Name(const Interval& interval) const { return NameOrPlace(spec_, interval.index); }

  void CheckNotNegative(int64_t value, int index, absl::string_view field) {
    if (value >= 0) return;
    findings_.Add(Rule::kValueNegative, FieldPath{kSizesPath, index, field}.ToString(), absl::StrCat(value),
                  absl::StrCat(value, " is negative"));
  }

  void CheckInterval(const Interval& interval) {
    CheckNotNegative(interval.from, interval.index, "criteria.from");
    CheckNotNegative(interval.to, interval.index, "criteria.to");
    if (interval.from <= interval.to) return;
    findings_.Add(
        Rule::kCriteriaFromAboveTo, FieldPath{kSizesPath, interval.index, "criteria.from"}.ToString(),
        absl::StrCat(interval.from),
        absl::StrCat("the lower bound ", interval.from, " (from) is above the upper bound ", interval.to, " (to)"));
  }

  void CheckExactlyOne(absl::FunctionRef<bool(const Interval&)> matches, Rule none, Rule several,
                       absl::string_view field, absl::string_view singular, absl::string_view plural) {
    const auto count = std::count_if(intervals_.begin(), intervals_.end(), matches);
    if (intervals_.empty() || count == 1) return;
    if (count == 0) {
      findings_.Add(none, kSizesPath, "", absl::StrCat("no size ", singular));
    } else {
      std::vector<std::string> names;
      int last = 0;
      for (const Interval& interval : intervals_) {
        if (!matches(interval)) continue;
        names.push_back(Name(interval));
        last = interval.index;
      }
      findings_.Add(several, FieldPath{kSizesPath, last, field}.ToString(), "",
                    absl::StrCat(JoinNames(std::vector<absl::string_view>(names.begin(), names.end())), " ", plural));
    }
  }

  void CheckNeighbours() {
    std::sort(intervals_.begin(), intervals_.end(), [](const Interval& a, const Interval& b) {
      return a.from != b.from ? a.from < b.from : a.index < b.index;
    });
    const Interval* highest = nullptr;  // the interval with the highest end so far
    for (const Interval& interval : intervals_) {
      if (interval.from > interval.to) continue;
      if (highest != nullptr) CheckPair(*highest, interval);
      if (highest == nullptr || interval.to > highest->to) highest = &interval;
    }
  }

  // Requires that `before` does not begin after `after`. Ignores two intervals that both begin at 0 or that both have
  // no upper bound, because CheckExactlyOne() reports these errors.
  void CheckPair(const Interval& before, const Interval& after) {
    if ((before.from == 0 && after.from == 0) || (before.to == kUnbounded && after.to == kUnbounded)) return;
    const FieldPath path = {kSizesPath, after.index, "criteria.from"};
    if (after.from <= before.to) {
      findings_.Add(Rule::kCriteriaOverlap, path.ToString(), absl::StrCat(after.from),
                    absl::StrCat(Quoted(Name(before)), " is for ", Counts(before), " and ", Quoted(Name(after)),
                                 " for ", Counts(after), ": they overlap"));
    } else if (after.from > before.to + 1) {
      findings_.Add(Rule::kCriteriaGap, path.ToString(), absl::StrCat(after.from),
                    absl::StrCat("between ", Quoted(Name(before)), " (", Counts(before), ") and ", Quoted(Name(after)),
                                 " (", Counts(after), ") there are node counts without a size"));
    }
  }

  const v1::ClusterSizingConfigurationSpec& spec_;
  Findings& findings_;
  absl::InlinedVector<Interval, kUsualSizes> intervals_;
};

}  // namespace

void CheckCriteria(const v1::ClusterSizingConfigurationSpec& spec, Findings& findings) {
  CriteriaCheck(spec, findings).Run();
}

void WarnAboutCriteria(const v1::ClusterSizingConfigurationSpec& spec, const SizeLadder& ladder, Findings& findings) {
  if (!ladder.Complete(Resource::kMemory) && !ladder.Complete(Resource::kCpu)) return;
  const auto from = [&](const Size& size) { return spec.sizes(size.index).criteria().from(); };
  const Size* highest = nullptr;
  for (const Size& size : ladder.sizes()) {
    if (HasSuspectUnit(size)) continue;
    if (highest == nullptr || from(size) >= from(*highest)) {
      highest = &size;
      continue;
    }
    findings.Add(
        Rule::kCriteriaOrderContradictsCapacity, FieldPath{kSizesPath, size.index, "criteria.from"}.ToString(),
        absl::StrCat(from(size)),
        absl::StrCat("size ", size.name, " comes after ", highest->name, " by capacity, but ", size.name, " begins at ",
                     from(size), " nodes and ", highest->name, " at ", from(*highest), " nodes"));
  }
}

}  // namespace cpsizer
