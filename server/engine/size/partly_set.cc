#include "server/engine/size/partly_set.h"

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "server/engine/base/text.h"
#include "server/engine/size/size_fields.h"

namespace cpsizer {

absl::optional<PartlySet> FindPartlySet(const v1::ClusterSizingConfigurationSpec& spec,
                                        absl::FunctionRef<bool(const v1::SizeConfiguration&)> is_set) {
  int first_with = -1;
  int first_without = -1;
  for (int i = 0; i < spec.sizes_size(); ++i) {
    int& first = is_set(spec.sizes(i)) ? first_with : first_without;
    if (first < 0) first = i;
  }
  if (first_with < 0 || first_without < 0) return absl::nullopt;
  std::vector<std::string> with;
  std::vector<std::string> without;
  for (int i = 0; i < spec.sizes_size(); ++i) {
    (is_set(spec.sizes(i)) ? with : without).push_back(NameOrPlace(spec, i));
  }
  const auto joined = [](const std::vector<std::string>& names) {
    return JoinNames(std::vector<absl::string_view>(names.begin(), names.end()));
  };
  return PartlySet{first_without, joined(with), joined(without)};
}

}  // namespace cpsizer
