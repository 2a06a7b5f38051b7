#include "client/cli/history/cluster_selection.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "client/cli/base/print_error.h"
#include "server/process/nearest_name.h"

namespace cpsizer::cli {
namespace {

absl::string_view WithoutNamespace(absl::string_view name) {
  return name.substr(name.find('/') + 1);
}

}  // namespace

bool ClusterSelection::Admits(uint32_t cluster) {
  if (wanted_.empty()) return true;
  for (auto number = static_cast<uint32_t>(selected_.size()); number <= cluster; ++number) {
    bool selected = false;
    for (size_t i = 0; i < wanted_.size(); ++i) {
      const std::string& name = clusters_.Name(number);
      if (wanted_[i] != name && wanted_[i] != WithoutNamespace(name)) continue;
      found_[i] = true;
      selected = true;
    }
    selected_.push_back(selected);
  }
  return selected_[cluster];
}

bool ClusterSelection::FoundAll(Screen& err) const {
  for (size_t i = 0; i < wanted_.size(); ++i) {
    if (found_[i]) continue;
    std::vector<absl::string_view> names;
    for (uint32_t number = 0; number < clusters_.size(); ++number) {
      const absl::string_view name = clusters_.Name(number);
      names.push_back(wanted_[i].find('/') == std::string::npos ? WithoutNamespace(name) : name);
    }
    PrintError(absl::StrCat("the history has no samples of a cluster \"", wanted_[i], "\"",
                            server::DidYouMean(wanted_[i], names)),
               err);
    return false;
  }
  return true;
}

}  // namespace cpsizer::cli
