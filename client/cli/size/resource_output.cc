#include "client/cli/size/resource_output.h"

#include "client/cli/output/show.h"

namespace cpsizer::cli {

absl::string_view ResourceName(Resource resource) {
  return resource == Resource::kMemory ? "memory" : "cpu";
}

std::string ShowAmount(Resource resource, absl::string_view canonical) {
  return resource == Resource::kMemory ? ShowMemory(canonical) : ShowCpu(canonical);
}

const v1::SizeAssessment& AssessmentOf(const v1::RecommendSizeResponse& response, Resource resource) {
  return resource == Resource::kMemory ? response.memory() : response.cpu();
}

const v1::SizeResource& RowOf(const v1::SizeRow& row, Resource resource) {
  return resource == Resource::kMemory ? row.memory() : row.cpu();
}

}  // namespace cpsizer::cli
