#include "server/engine/cluster_autoscaler/object_comparison.h"

#include <algorithm>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace cpsizer {
namespace {

using CurrentFields = google::protobuf::Map<std::string, std::string>;

class ObjectComparison {
 public:
  ObjectComparison(const CurrentFields& current, Differences& differences)
      : current_(current), differences_(differences) {}

  void Compare(const PlannedValue& value, const std::string& path) {
    if (value.at_creation()) {
      free_.insert(path);
      return;
    }
    switch (value.kind()) {
      case PlannedValue::Kind::kText:
      case PlannedValue::Kind::kWord:
        return CompareScalar(value, path);
      case PlannedValue::Kind::kList:
        list_sizes_[path] = value.items().size();
        for (size_t i = 0; i < value.items().size(); ++i) {
          Compare(value.items()[i], absl::StrCat(path, "[", i, "]"));
        }
        return;
      case PlannedValue::Kind::kMap:
        if (value.is_whole()) whole_maps_.insert(path);
        for (const auto& [key, member] : value.members()) Compare(member, MemberPath(path, key));
        return;
    }
  }

  void AddUnplanned() {
    std::vector<absl::string_view> paths;
    for (const auto& [path, text] : current_) {
      if (!planned_.contains(path) && IsOwned(path)) paths.push_back(path);
    }
    std::sort(paths.begin(), paths.end());
    for (const absl::string_view path : paths) {
      v1::ClusterAutoscalerDifference& difference = *differences_.Add();
      difference.set_path(std::string(path));
      difference.set_current(current_.at(std::string(path)));
    }
  }

 private:
  void CompareScalar(const PlannedValue& value, const std::string& path) {
    planned_.insert(path);
    const auto current = current_.find(path);
    if (current != current_.end() && value.IsEqualTo(current->second)) return;
    v1::ClusterAutoscalerDifference& difference = *differences_.Add();
    difference.set_path(path);
    difference.set_planned(value.text());
    if (current != current_.end()) difference.set_current(current->second);
    difference.set_source(value.source());
  }

  // Returns whether a path is inside a PlannedValue::WholeMap(), or is an element after the end of a planned list, but
  // not inside a value that is written only at creation.
  bool IsOwned(absl::string_view path) const {
    bool is_owned = false;
    for (size_t end = path.find_first_of(".["); end != absl::string_view::npos;
         end = path.find_first_of(".[", end + 1)) {
      const absl::string_view parent = path.substr(0, end);
      if (free_.contains(parent)) return false;
      is_owned |= whole_maps_.contains(parent);
      const auto list = list_sizes_.find(parent);
      if (list == list_sizes_.end() || path[end] != '[') continue;
      const absl::string_view rest = path.substr(end + 1);
      uint64_t index = 0;
      if (absl::SimpleAtoi(rest.substr(0, rest.find(']')), &index) && index >= list->second) is_owned = true;
    }
    return is_owned && !free_.contains(path);
  }

  const CurrentFields& current_;
  Differences& differences_;
  absl::flat_hash_set<std::string> planned_;
  absl::flat_hash_set<std::string> whole_maps_;
  absl::flat_hash_set<std::string> free_;  // values that are written only at creation
  absl::flat_hash_map<std::string, size_t> list_sizes_;
};

}  // namespace

void CompareObject(const PlannedValue& planned, const CurrentFields& current, Differences& differences) {
  ObjectComparison comparison(current, differences);
  comparison.Compare(planned, "");
  comparison.AddUnplanned();
}

}  // namespace cpsizer
