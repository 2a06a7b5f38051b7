#include "client/cli/history/fit_history.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/base/print_error.h"
#include "client/history/series/series_options.h"
#include "client/history/series/temporary_file.h"

namespace cpsizer::cli {
namespace {

using history::Sample;

int64_t MillisecondsOf(const absl::optional<absl::Time>& time, int64_t otherwise) {
  return time.has_value() ? absl::ToUnixMillis(*time) : otherwise;
}

}  // namespace

FitHistory::FitHistory(const FitFlags& flags, const history::ReplayOptions& options)
    : flags_(flags),
      from_(MillisecondsOf(options.from, INT64_MIN)),
      to_(MillisecondsOf(options.to, INT64_MAX)),
      selection_(flags.replay.clusters, names_.clusters),
      nodes_(""),
      log_(history::FolderOfTemporaryFiles("")),
      replay_(options, names_) {}

int FitHistory::Read(history::Decider& decider, history::TransitionRules rules, const HistorySource& source,
                     Environment& environment, absl::Status& status) {
  replay_.AddConfiguration(decider, std::move(rules));
  replay_.RecordTo(log_);
  if (!flags_.node_history.empty()) {
    history::SeriesCounts counts;
    const absl::Status read = nodes_.Read(flags_.node_history, source.series(), names_, counts);
    if (!read.ok()) {
      PrintError(absl::StrCat("--node-history: ", read.message()), environment.err);
      return kExitUsage;
    }
  }
  const auto take = [this](const Sample& sample) { return Take(sample); };
  absl::Status read = source.Read(names_, selection_, take, counts_, environment);
  if (read.ok()) read = TakeNodesBefore(last_ + 1);
  if (const absl::Status found = selection_.CheckFound(); read.ok() && !found.ok()) {
    return PrintError(found, kExitUsage, environment.err);
  }
  if (read.ok()) read = replay_.Finish();
  if (read.ok() && !flags_.node_history.empty() && !has_usage_) {
    read = absl::InvalidArgumentError(
        "the shares need the usage of the kube-apiserver, which is missing; give a history with samples of pods, or "
        "--series=usage");
  }
  if (read.ok()) return kExitFine;
  if (replay_.failed_to_decide()) {
    status = std::move(read);
    return kExitCallFailed;
  }
  return source.Report(read, environment.err);
}

absl::Status FitHistory::Take(const Sample& sample) {
  // The replay decides about the samples before this one, so that the sizes that nodes get are known.
  absl::Status status = replay_.Add(sample);
  if (status.ok()) status = TakeNodesBefore(sample.milliseconds);
  if (!status.ok()) return status;
  last_ = sample.milliseconds;
  const bool is_usage = sample.pod != Sample::kNoPod || flags_.replay.series == history::SeriesKind::kUsage;
  if (!is_usage || flags_.node_history.empty() || !IsInTime(sample)) return absl::OkStatus();
  shares_.AddUsage(sample);
  has_usage_ = true;
  return absl::OkStatus();
}

absl::Status FitHistory::TakeNodesBefore(int64_t milliseconds) {
  if (flags_.node_history.empty()) return absl::OkStatus();
  return nodes_.TakeBefore(milliseconds, [this](const Sample& sample) { TakeNodes(sample); });
}

void FitHistory::TakeNodes(const Sample& sample) {
  if (!IsInTime(sample) || !selection_.Admits(sample.cluster)) return;
  // The size after the last change of a demand in the fleet. A later end of a delay is not seen before the next one.
  const absl::Span<const history::ClusterTrack> tracks = replay_.fleets().front()->tracks();
  const int size = sample.cluster < tracks.size() ? tracks[sample.cluster].size() : history::Decider::kNoSize;
  shares_.AddNodes(sample, size);
}

bool FitHistory::IsInTime(const Sample& sample) const {
  return sample.milliseconds >= from_ && sample.milliseconds <= to_;
}

}  // namespace cpsizer::cli
