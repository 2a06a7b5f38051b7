#ifndef CPSIZER_CLIENT_CLI_HISTORY_REPLAY_TEXTS_H_
#define CPSIZER_CLIENT_CLI_HISTORY_REPLAY_TEXTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "client/cli/history/replay_result.h"
#include "client/history/replay/decider.h"

namespace cpsizer::cli {

// No kube-apiserver uses less memory. Smaller values are often in MiB.
inline constexpr double kLeastMemory = 1024 * 1024;
// A fleet of which no cluster uses this part of its smallest size is not plausible: the memory is in another unit.
inline constexpr double kLeastPartOfSize = 0.001;

// Returns the size of `decider` with the least memory.
SmallestSize SmallestSizeOf(const history::Decider& decider);

// Returns why the memory of a history is not plausible, or an empty text.
std::string TinyMemory(const history::SeriesCounts& counts, const SmallestSize& smallest);

// Returns the times, and the numbers of clusters and samples.
std::string SpanText(const ReplayResult& result);

// Returns sentences about a history: what of it is not in the result, and what may be wrong with it.
std::vector<std::string> HistoryNotes(const SampleCounts& samples);

// Returns HistoryNotes(), why clusters never get another size, and a sentence about the sizes without a price.
std::vector<std::string> NotesOf(const ReplayResult& result);

// Returns the sizes whose nodes are not part of the cost. Empty if there is no cost.
std::vector<std::string> SizesWithoutPrice(const ReplayResult& result);

// A column of a table of clusters.
struct ClusterColumn {
  const char* title;
  const char* sort;  // how the script of the page compares the cells: `text`, `number`, `least` or `size`
};

// Returns the columns of a Table with ClusterTexts(): the namespace, the name, and the figures that the replay has.
std::vector<ClusterColumn> ClusterColumns(const ReplayResult& result);

// Returns the figures of a cluster. A figure that differs between the two sides has both values, such as `2 / 5`.
std::vector<std::string> ClusterTexts(const ReplayResult& result, uint32_t cluster);

// Returns how long the rollout of the second configuration takes, or an empty text if there is only one.
std::string RolloutText(const ReplayResult& result);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_HISTORY_REPLAY_TEXTS_H_
