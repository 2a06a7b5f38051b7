#ifndef CPSIZER_CLIENT_HISTORY_REQUESTS_REPLICA_MAXIMA_H_
#define CPSIZER_CLIENT_HISTORY_REQUESTS_REPLICA_MAXIMA_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "client/history/fit/resource.h"

namespace cpsizer::history {

inline constexpr int64_t kDayMilliseconds = 24 * 3'600'000;
inline constexpr int kDaysPerWeek = 7;

// The largest usage of a container of a pod on each day (UTC). Single precision is enough: requests are rounded. Not
// thread-safe.
class DailyMaxima {
 public:
  // Adds the usage at a time on `day`, in days since 1970; NaN if there is none. Returns how many days were added.
  size_t Add(int day, const PerResource<double>& usage);

  // Returns the largest usage on a day; negative if there is none.
  float On(int day, Resource resource) const;

 private:
  int first_day_ = 0;
  std::vector<PerResource<float>> days_;
};

// The days of a history, from the first to the last one.
struct DayRange {
  int first = 0;
  int last = 0;
};

// Returns the largest usage of each replica in each week, from the smallest one, of the pods of one cluster.
//
// Weeks end with the last day of the history. The first week also has the days before it, if they are less than a
// week. A pod that is replaced and the pod that replaces it are one replica: of the maxima of the pods of a week, the
// largest ones count, as many as there were pods on a day (the median of the days of the week).
std::vector<float> WeekMaxima(absl::Span<const DailyMaxima* const> pods, Resource resource, DayRange days);

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_REQUESTS_REPLICA_MAXIMA_H_
