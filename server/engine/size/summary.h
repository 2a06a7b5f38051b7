#ifndef CPSIZER_SERVER_ENGINE_SIZE_SUMMARY_H_
#define CPSIZER_SERVER_ENGINE_SIZE_SUMMARY_H_

#include <string>

#include "absl/strings/string_view.h"
#include "cpsizer/size_ladder.h"
#include "server/engine/size/decision.h"
#include "server/engine/size/observation.h"

namespace cpsizer {

// Describes the response in one plain sentence that says why, for example: "large: cpu 12 exceeds medium (16 x 0.50 =
// 8) and fits large (32 x 0.60 = 19.2); memory 20Gi would fit medium". Amounts are floored to three decimals. If two
// different amounts would have the same text, both amounts are also written with all digits.
std::string Summarize(const SizeLadder& ladder, const Observation& observation, const Decision& decision,
                      absl::string_view current_size);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_SIZE_SUMMARY_H_
