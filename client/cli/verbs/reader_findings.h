#ifndef CPSIZER_CLIENT_CLI_VERBS_READER_FINDINGS_H_
#define CPSIZER_CLIENT_CLI_VERBS_READER_FINDINGS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client/cli/input/sources.h"
#include "client/objects/found_object.h"
#include "client/service/blocking_service.h"
#include "cpsizer/rules.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "cpsizer/v1/validate_config.pb.h"

// Adds to the response of the service the findings that only a reader of files or of several objects can have.
namespace cpsizer::cli {

// Adds the unknown fields and the values of the wrong type of `found`. Leaves out a value that the service reports
// too, with a better remedy. Removes the findings of the service about values that the reader did not pass to it.
void AddReaderFindings(const objects::CheckedObject& found, v1::ValidateConfigResponse& response);

// Like AddReaderFindings(), for a response about a ClusterSizingConfiguration. Adds the errors also to the condition.
void AddReaderFindingsAndCondition(const objects::CheckedObject& found, v1::ValidateConfigResponse& response);

// Adds a finding about the other autoscalers of the same target. The text of the finding is `message` followed by the
// names of these autoscalers. Adds nothing if there is none.
void AddSharers(Rule rule, absl::string_view message, const std::vector<std::string>& sharers,
                v1::ValidateConfigResponse& response);

// Sorts the findings by severity, errors first.
void SortBySeverity(v1::ValidateConfigResponse& response);

// Returns the findings of the service and of the reader about a configuration, and those about fields that are absent.
// Errors: the errors of the service.
absl::StatusOr<v1::ValidateConfigResponse> ValidateConfiguration(const Sources& sources, v1::SizeCpuPolicy policy,
                                                                 BlockingService& client);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_VERBS_READER_FINDINGS_H_
