#include "client/objects/hypershift.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/str_cat.h"

namespace cpsizer::objects {

std::string ControlPlaneNamespace(absl::string_view name_space, absl::string_view name) {
  std::string result = absl::StrCat(name_space, "-", name);
  std::replace(result.end() - static_cast<std::ptrdiff_t>(name.size()), result.end(), '.', '-');
  return result;
}

}  // namespace cpsizer::objects
