#ifndef CPSIZER_CLIENT_HISTORY_SERIES_SAMPLE_VALUE_H_
#define CPSIZER_CLIENT_HISTORY_SERIES_SAMPLE_VALUE_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace cpsizer::history {

// Reads an amount of memory in bytes or of CPU in cores: a plain number such as 8589934592 or 1.5e9, or a quantity of
// Kubernetes such as 8Gi or 250m. `what` begins the error message. Errors: InvalidArgument if `text` is not such an
// amount, is negative, NaN or infinite, or is above 2^63-1.
absl::Status ReadAmount(absl::string_view what, absl::string_view text, double& amount);

// Reads a number of nodes: a whole number from 0 to kMaxNodes, which may have zeros after a decimal point, as a sum in
// PromQL can have them. Errors: InvalidArgument with the value.
absl::Status ReadNodes(absl::string_view text, double& nodes);

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_SERIES_SAMPLE_VALUE_H_
