#include "tests/e2e/autoscaling/autoscaler_state.h"

#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

namespace cpsizer::e2e {
namespace {

using kube::Json;
using kube::NumberAt;
using kube::TextAt;

// Returns `current` of an entry of `currentMetrics`. This field is inside a field with the name of the type. Returns an
// empty object if the entry has no type, for example if its metric failed.
Json CurrentOf(const Json& metric) {
  std::string source(TextAt(metric, {"type"}));
  if (source.empty()) return Json::object();
  source.front() = absl::ascii_tolower(static_cast<unsigned char>(source.front()));
  return kube::Find(metric, {source.c_str(), "current"});
}

AutoscalerState Write(const Json& status, const Json& metrics) {
  const int64_t desired = NumberAt(status, {"desiredReplicas"});
  AutoscalerState state;
  state.summary = absl::StrCat(desired);
  state.text = absl::StrCat("desired ", desired, ", current ", NumberAt(status, {"currentReplicas"}),
                            TextAt(status, {"lastScaleTime"}).empty() ? "" : ", scaled", "; metrics ", metrics.dump());
  const Json& conditions = kube::Find(status, {"conditions"});
  for (const Json& condition : conditions) {
    absl::StrAppend(&state.summary, " ", TextAt(condition, {"reason"}));
    absl::StrAppend(&state.text, "\n    ", TextAt(condition, {"type"}), " ", TextAt(condition, {"status"}), " ",
                    TextAt(condition, {"reason"}), ": ", WithSortedRivals(std::string(TextAt(condition, {"message"}))));
  }
  return state;
}

}  // namespace

AutoscalerState StateOf(const Json& status) {
  Json metrics = Json::array();
  const Json entries = kube::Find(status, {"currentMetrics"});
  for (const Json& entry : entries) metrics.push_back(CurrentOf(entry));
  return Write(status, metrics);
}

AutoscalerState StateOf(const v1::ReplicasStatus& status) {
  std::string text;
  EXPECT_TRUE(google::protobuf::util::MessageToJsonString(status, &text).ok());
  const Json json = kube::ParseJson(text);
  return Write(json, json.value("currentMetrics", Json::array()));
}

std::string WithSortedRivals(const std::string& text) {
  static constexpr absl::string_view kList = "multiple HPAs: [";
  const size_t list = text.find(kList.data());
  if (list == std::string::npos) return text;
  const size_t begin = list + kList.size();
  const size_t end = text.find(']', begin);
  std::vector<std::string> names = absl::StrSplit(text.substr(begin, end - begin), ' ');
  std::sort(names.begin(), names.end());
  return absl::StrCat(text.substr(0, begin), absl::StrJoin(names, " "), text.substr(end));
}

}  // namespace cpsizer::e2e
