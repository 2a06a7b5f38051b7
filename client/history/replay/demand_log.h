#ifndef CPSIZER_CLIENT_HISTORY_REPLAY_DEMAND_LOG_H_
#define CPSIZER_CLIENT_HISTORY_REPLAY_DEMAND_LOG_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/types/span.h"
#include "client/history/replay/demand_source.h"
#include "client/history/series/temporary_file.h"

namespace cpsizer::history {

struct NewDemand;

// The changes of demand of a replay, in the order of time, so that many configurations can be replayed without reading
// the history and simulating the recommender again. 40 bytes for each change; at most `memory_bytes` of them are in
// memory, and the others in a temporary file. Not thread-safe.
class DemandLog {
 public:
  enum class Kind : uint32_t {
    kDemand,      // the cluster has this demand from this time on
    kInstant,     // a time of decisions without a changed demand, which follows a time with one
    kEndAbsence,  // the cluster has a sample again, after more than kDemandLifetimeMilliseconds
  };
  struct Event {
    int64_t milliseconds;
    uint32_t cluster;
    Kind kind;
    Demand demand;
  };

  // `folder` is for the temporary file.
  explicit DemandLog(std::string folder, size_t memory_bytes = size_t{64} << 20)
      : file_(std::move(folder)), most_events_(memory_bytes / sizeof(Event)) {}

  // Functions for Replay. The times must not decrease.
  void AddInstant(int64_t milliseconds, absl::Span<const NewDemand> demands);
  void EndAbsence(uint32_t cluster, int64_t last_sample, int64_t milliseconds);
  // Errors: ResourceExhausted if the temporary file could not be written, for example because the disk is full.
  absl::Status Finish(int64_t begin, int64_t end, const std::vector<int64_t>& last_samples);

  // The following are the results of Finish().

  // Calls `take` for each event. Errors: those of `take`; Unavailable if the temporary file cannot be read.
  absl::Status ForEach(absl::FunctionRef<absl::Status(const Event&)> take) const;
  // For each cluster, the last sample before each absence, and then the last sample of all.
  const std::vector<std::vector<int64_t>>& last_samples() const { return last_samples_; }
  // The time of the first decision, and the end of the replay.
  int64_t begin() const { return begin_; }
  int64_t end() const { return end_; }

 private:
  void Add(const Event& event);

  TemporaryFile file_;
  const size_t most_events_;
  std::vector<Event> events_;  // not written
  size_t written_ = 0;         // events in the file
  bool follows_demand_ = false;
  std::vector<std::vector<int64_t>> last_samples_;
  int64_t begin_ = 0;
  int64_t end_ = 0;
  absl::Status status_;
};

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_REPLAY_DEMAND_LOG_H_
