#include "client/cli/size/resource_output.h"

#include <algorithm>
#include <cstddef>

#include "client/cli/output/show.h"

namespace cpsizer::cli {

absl::string_view ResourceName(Resource resource) {
  return resource == Resource::kMemory ? "memory" : "cpu";
}

std::string ShowAmount(Resource resource, absl::string_view canonical) {
  return resource == Resource::kMemory ? ShowMemory(canonical) : ShowCpu(canonical);
}

std::string ShowShortAmount(Resource resource, absl::string_view canonical) {
  constexpr size_t kDigits = 3;
  std::string text = ShowAmount(resource, canonical);
  const size_t point = text.find('.');
  if (point == std::string::npos) return text;
  const size_t unit = std::min(text.find_first_not_of("0123456789", point + 1), text.size());
  size_t end = point + 1 + (point < kDigits ? kDigits - point : 0);
  end = std::min(end, unit);
  while (end > point && (text[end - 1] == '0' || end - 1 == point)) --end;
  return text.erase(end, unit - end);
}

const v1::SizeAssessment& AssessmentOf(const v1::RecommendSizeResponse& response, Resource resource) {
  return resource == Resource::kMemory ? response.memory() : response.cpu();
}

const v1::SizeResource& RowOf(const v1::SizeRow& row, Resource resource) {
  return resource == Resource::kMemory ? row.memory() : row.cpu();
}

}  // namespace cpsizer::cli
