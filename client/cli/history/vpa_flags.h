#ifndef CPSIZER_CLIENT_CLI_HISTORY_VPA_FLAGS_H_
#define CPSIZER_CLIENT_CLI_HISTORY_VPA_FLAGS_H_

#include <array>
#include <cstddef>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "client/cli/base/flags.h"
#include "client/history/recommender/recommender_options.h"
#include "cpsizer/v1/recommend_size.pb.h"

namespace cpsizer::cli {

inline constexpr size_t kVpaNumbers = 7;

// The flags of the recommender of the VPA that only usage needs, each with the prefix `--vpa-`, and --oom-events. The
// other flags of the recommender are options of decisions: see objects::kVpaSettings.
struct VpaFlags {
  std::array<absl::optional<std::string>, kVpaNumbers> numbers;
  history::RecommenderOptions durations;  // only the durations are set
  bool oom_kills = true;                  // --oom-events
};

// Returns the name of the first flag that has a value, other than the default for a duration. Returns an empty text if
// there is none.
absl::string_view GivenVpaFlag(const VpaFlags& flags);

void AddVpa(CLI::App& app, VpaFlags& flags);

// Sets `options` to the values of the flags and of `decisions`, or to the defaults of the recommender. Errors:
// InvalidArgument if a value is not valid.
absl::Status ReadVpaOptions(const VpaFlags& flags, const v1::RecommendSizeOptions& decisions,
                            history::RecommenderOptions& options);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_HISTORY_VPA_FLAGS_H_
