#include "client/history/series/sample.h"

namespace cpsizer::history {

uint32_t Names::Number(absl::string_view name) {
  const auto found = numbers_.find(name);
  if (found != numbers_.end()) return found->second;
  const auto number = static_cast<uint32_t>(names_.size());
  numbers_.emplace(names_.emplace_back(name), number);
  return number;
}

}  // namespace cpsizer::history
