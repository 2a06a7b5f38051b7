#include "client/history/replay/demand_log.h"

#include <algorithm>
#include <type_traits>

#include "client/history/replay/fleet_replay.h"

namespace cpsizer::history {
namespace {

static_assert(std::is_trivially_copyable_v<DemandLog::Event> && sizeof(DemandLog::Event) == 40,
              "events are written as they are");

// The events that are read from the file at once.
constexpr size_t kReadEvents = 8'192;

}  // namespace

void DemandLog::Add(const Event& event) {
  if (!status_.ok()) return;
  events_.push_back(event);
  if (events_.size() < most_events_) return;
  status_ = file_.Append(events_.data(), events_.size() * sizeof(Event));
  written_ += events_.size();
  events_.clear();
}

void DemandLog::AddInstant(int64_t milliseconds, absl::Span<const NewDemand> demands) {
  for (const NewDemand& demand : demands) Add({milliseconds, demand.cluster, Kind::kDemand, demand.demand});
  // A configuration decides again about a cluster at the instant after the one that gave it another size.
  if (demands.empty() && follows_demand_) Add({milliseconds, 0, Kind::kInstant, Demand()});
  follows_demand_ = !demands.empty();
}

void DemandLog::EndAbsence(uint32_t cluster, int64_t last_sample, int64_t milliseconds) {
  Add({milliseconds, cluster, Kind::kEndAbsence, Demand()});
  if (cluster >= last_samples_.size()) last_samples_.resize(cluster + 1);
  last_samples_[cluster].push_back(last_sample);
}

absl::Status DemandLog::Finish(int64_t begin, int64_t end, const std::vector<int64_t>& last_samples) {
  begin_ = begin;
  end_ = end;
  last_samples_.resize(last_samples.size());
  for (size_t cluster = 0; cluster < last_samples.size(); ++cluster) {
    last_samples_[cluster].push_back(last_samples[cluster]);
  }
  return status_;
}

absl::Status DemandLog::ForEach(absl::FunctionRef<absl::Status(const Event&)> take) const {
  std::vector<Event> piece;
  for (size_t done = 0; done < written_; done += piece.size()) {
    piece.resize(std::min(kReadEvents, written_ - done));
    absl::Status status = file_.ReadAt(done * sizeof(Event), piece.data(), piece.size() * sizeof(Event));
    if (!status.ok()) return status;
    for (const Event& event : piece) {
      if (status = take(event); !status.ok()) return status;
    }
  }
  for (const Event& event : events_) {
    if (absl::Status status = take(event); !status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace cpsizer::history
