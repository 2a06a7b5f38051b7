#ifndef CPSIZER_TESTS_ENGINE_SIZE_REQUESTS_H_
#define CPSIZER_TESTS_ENGINE_SIZE_REQUESTS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "cpsizer/v1/validate_config.pb.h"
#include "google/rpc/error_details.pb.h"

// Functions that make requests about sizes, and functions that read the responses.
namespace cpsizer::testing {

// Returns the example configuration of the design. It has the sizes small, medium and large, and fractions for memory
// and CPU.
v1::ClusterSizingConfiguration ExampleConfig();

// One size. An empty text is an absent field.
struct SizeText {
  absl::string_view name;
  absl::string_view memory;
  absl::string_view cpu;
  absl::string_view memory_fraction;
  absl::string_view cpu_fraction;
};

// Returns a configuration with these sizes, with criteria for all node counts, and without global fractions.
v1::ClusterSizingConfiguration ConfigOf(const std::vector<SizeText>& sizes);

// Returns a request with an explicit demand. An empty text is an absent field.
v1::RecommendSizeRequest DemandRequest(const v1::ClusterSizingConfiguration& config, absl::string_view memory,
                                       absl::string_view cpu);

// Returns a request with a ready VPA that recommends these amounts for the kube-apiserver.
v1::RecommendSizeRequest VpaRequest(const v1::ClusterSizingConfiguration& config, absl::string_view memory,
                                    absl::string_view cpu, absl::string_view current_size = "");

// Returns a MachineSet of this size. An empty text is an absent annotation.
v1::MachineSet MachineSetOf(absl::string_view size, absl::string_view memory_mb, absl::string_view vcpu);

// Calls the library and fails the test on an error.
v1::RecommendSizeResponse Recommend(const v1::RecommendSizeRequest& request);
// Validates WithPace(config).
v1::ValidateConfigResponse Validate(const v1::ClusterSizingConfiguration& config);

// Returns `config` with an empty `concurrency` and an empty `transitionDelay` if it has none. Without them, each
// configuration has two warnings.
v1::ClusterSizingConfiguration WithPace(v1::ClusterSizingConfiguration config);

// Returns a text such as "ERROR FRACTION_OUT_OF_RANGE spec.sizes[0].capacity.memory" for each finding.
std::vector<std::string> Lines(const google::protobuf::RepeatedPtrField<v1::Finding>& findings);
// Returns only the rules of the findings.
std::vector<std::string> Rules(const google::protobuf::RepeatedPtrField<v1::Finding>& findings);

// For batches that no caller cancels.
inline constexpr auto kNotCancelled = [] { return false; };

// Each function returns one detail of a status.
google::rpc::BadRequest BadRequestOf(const absl::Status& status);
google::rpc::ErrorInfo ErrorInfoOf(const absl::Status& status);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_ENGINE_SIZE_REQUESTS_H_
