#include "client/cli/verbs/validate_configuration.h"

#include <utility>

#include "client/cli/verbs/reader_findings.h"

namespace cpsizer::cli {

absl::StatusOr<v1::ValidateConfigResponse> ValidateConfiguration(const Sources& sources, v1::SizeCpuPolicy policy,
                                                                 BlockingService& client) {
  v1::ValidateConfigRequest request;
  request.set_cpu_policy(policy);
  *request.mutable_machine_sets() = sources.MachineSets();
  *request.mutable_cluster_sizing_configuration() = sources.configuration.config;
  absl::StatusOr<v1::ValidateConfigResponse> response = client.Call(&SizingService::ValidateConfig, std::move(request));
  if (response.ok()) AddReaderFindingsAndCondition(sources.configuration, *response);
  return response;
}

}  // namespace cpsizer::cli
