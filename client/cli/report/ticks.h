#ifndef CPSIZER_CLIENT_CLI_REPORT_TICKS_H_
#define CPSIZER_CLIENT_CLI_REPORT_TICKS_H_

#include <cstdint>
#include <string>
#include <vector>

namespace cpsizer::cli {

// A labelled value of an axis.
struct Tick {
  double value;
  std::string label;
};

// The unit of an axis.
enum class AxisUnit { kCount, kMemory, kCores };

// Returns the ticks of an axis from 0 to a round value that is at least `most`: from 2 to 6 ticks, the first one at 0.
// Counts have whole numbers; memory is in bytes with labels such as `20Gi`, and CPU in cores with labels such as `1.5`
// or `250m`.
std::vector<Tick> ValueTicks(double most, AxisUnit unit);

// Returns from 1 to about 6 ticks at round times in UTC within a span, in milliseconds since 1970, with labels such as
// `Feb 3` or `15:00`. Requires begin < end.
std::vector<Tick> TimeTicks(int64_t begin, int64_t end);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_REPORT_TICKS_H_
