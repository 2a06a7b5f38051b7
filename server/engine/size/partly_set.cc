#include "server/engine/size/partly_set.h"

#include <vector>

#include "absl/strings/string_view.h"
#include "server/engine/base/text.h"

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
  std::vector<absl::string_view> with;
  std::vector<absl::string_view> without;
  for (const v1::SizeConfiguration& size : spec.sizes()) (is_set(size) ? with : without).push_back(size.name());
  return PartlySet{first_without, JoinNames(with), JoinNames(without)};
}

}  // namespace cpsizer
