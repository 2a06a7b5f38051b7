#ifndef CPSIZER_CLIENT_CLI_MACHINE_MACHINE_SERIES_H_
#define CPSIZER_CLIENT_CLI_MACHINE_MACHINE_SERIES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "client/cli/base/screen.h"
#include "client/cli/simulation/series_reader.h"
#include "client/objects/problem_list.h"
#include "cpsizer/v1/recommend_machine.pb.h"
#include "google/protobuf/repeated_ptr_field.h"

namespace cpsizer::cli {

using MachineTriggers = google::protobuf::RepeatedPtrField<v1::MachineTriggerResult>;

enum class MachineColumnRole : uint8_t { kCpu, kMemory, kQuery };

// A column of values. Its header is, for example, `cpu`, `total memory` or `scaleUp[1]`.
struct MachineColumn {
  std::string header;
  MachineColumnRole role = MachineColumnRole::kCpu;
  // True if a value is the usage of all nodes together; false if it is the usage of each node.
  bool total = false;
  // The direction and the index of the trigger, if the role is kQuery.
  v1::MachineQueryReading trigger;
};

struct MachineSeriesRow : SeriesPoint {
  std::vector<SeriesValue> values;  // one value for each column; in a kQuery column only `text` is used
};

// The load of control plane machines over time. A row applies until the next row, and the last row marks the end.
struct MachineSeries : SeriesOf<MachineColumn, MachineSeriesRow> {
  // Returns whether a column of CPU or memory has an amount. A utilization can be computed from an amount only if the
  // capacity of the node is known.
  bool HasAmounts() const;
};

// Reads the bytes of a CSV file. The first line of the file names the columns: `time`, `cpu` and `memory` (or
// `total cpu` and `total memory`), and one column for each query of `triggers`. The series must not be used if this
// function adds problems.
void ParseMachineSeries(absl::string_view bytes, const MachineTriggers& triggers, objects::ProblemList& problems,
                        MachineSeries& series);

// Like ParseMachineSeries(), for a file, or for standard input if `path` is `-`. Prints errors and returns nothing if
// the file has problems. Each error shows its place and what to do.
absl::optional<MachineSeries> ReadMachineSeries(const std::string& path, const MachineTriggers& triggers, Screen& err);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_MACHINE_MACHINE_SERIES_H_
