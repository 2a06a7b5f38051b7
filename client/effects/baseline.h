#ifndef CPSIZER_CLIENT_EFFECTS_BASELINE_H_
#define CPSIZER_CLIENT_EFFECTS_BASELINE_H_

#include <cstddef>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client/effects/requests.h"

namespace cpsizer::effects {

// The release of the table in baseline_table.h.
inline constexpr char kBaselineRelease[] = "HyperShift of 22 August 2026 (3ee96155)";

// A control plane has about 100 containers.
inline constexpr size_t kMaxBaselineRows = 1'000;
inline constexpr char kBaselineHeader[] = "component,container,cpu,memory";

// Returns the requests of the containers that the manifests of kBaselineRelease set. Containers that only the code of
// the operator adds, such as the proxies of konnectivity, are not in it.
const Requests& DefaultBaseline();

// Reads a table of requests: CSV with the header kBaselineHeader. An amount may be empty: the container has no such
// request. Empty lines and lines that begin with # are skipped.
// Errors: InvalidArgument with the line, the field, and the value.
absl::StatusOr<Requests> ReadBaseline(absl::string_view csv);

}  // namespace cpsizer::effects

#endif  // CPSIZER_CLIENT_EFFECTS_BASELINE_H_
