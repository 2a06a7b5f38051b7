#ifndef CPSIZER_CLIENT_CLI_MACHINE_MACHINE_SERIES_H_
#define CPSIZER_CLIENT_CLI_MACHINE_MACHINE_SERIES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "client/cli/base/screen.h"
#include "client/cli/simulation/series_reader.h"
#include "client/cli/simulation/series_value.h"
#include "client/objects/problem_list.h"
#include "cpsizer/v1/recommend_machine.pb.h"
#include "google/protobuf/repeated_ptr_field.h"

namespace cpsizer::cli {

using MachineTriggers = google::protobuf::RepeatedPtrField<v1::MachineTriggerResult>;

enum class MachineColumnRole : uint8_t { kCpu, kMemory, kQuery };

// A column of values: `cpu`, `total memory`, `scaleUp[1]`.
struct MachineColumn {
  std::string header;
  MachineColumnRole role = MachineColumnRole::kCpu;
  // True if the values are the usage of all nodes together; else they are that of each node.
  bool total = false;
  // The direction and the index of the trigger of kQuery.
  v1::MachineQueryReading trigger;
};

struct MachineSeriesRow : SeriesPoint {
  std::vector<SeriesValue> values;  // of the columns; kQuery uses the text only
};

// The load of control plane machines over time. A row holds until the next one; the last one is the end.
struct MachineSeries {
  std::string file;
  std::vector<MachineColumn> columns;
  std::vector<MachineSeriesRow> rows;

  // Returns whether a column of CPU or memory has an amount, which only the capacity of a node makes a utilization.
  bool HasAmounts() const;
};

// Reads the bytes of a CSV file whose first line names the columns: `time`; `cpu` and `memory`, or their totals; and
// one for each query of `triggers`, each of which needs a column. If this adds problems, the series must not be used.
void ParseMachineSeries(absl::string_view bytes, const MachineTriggers& triggers, objects::ProblemList& problems,
                        MachineSeries& series);

// The same for a file, or standard input for `-`. Absent after printing what is wrong, where, and what to do.
absl::optional<MachineSeries> ReadMachineSeries(const std::string& path, const MachineTriggers& triggers, Screen& err);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_MACHINE_MACHINE_SERIES_H_
