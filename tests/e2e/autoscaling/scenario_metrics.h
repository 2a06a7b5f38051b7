#ifndef CPSIZER_TESTS_E2E_AUTOSCALING_SCENARIO_METRICS_H_
#define CPSIZER_TESTS_E2E_AUTOSCALING_SCENARIO_METRICS_H_

#include "absl/time/time.h"
#include "tests/testing/json.h"
#include "tests/testing/real_api/fake_metrics_apis.h"

namespace cpsizer::e2e {

// Returns the responses of the metrics APIs for a scenario with these fields. The times in the fields are relative to
// `now`.
testing::MetricsScript MetricsOf(const kube::Json& fields, absl::Time now);

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_AUTOSCALING_SCENARIO_METRICS_H_
