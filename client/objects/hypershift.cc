#include "client/objects/hypershift.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

namespace cpsizer::objects {

std::string ControlPlaneNamespace(absl::string_view name_space, absl::string_view name) {
  return absl::StrCat(name_space, "-", absl::StrReplaceAll(name, {{".", "-"}}));
}

}  // namespace cpsizer::objects
