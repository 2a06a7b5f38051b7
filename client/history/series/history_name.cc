#include "client/history/series/history_name.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "client/history/series/read_error.h"

namespace cpsizer::history {
namespace {

bool IsNameCharacter(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '.' || c == '_';
}

}  // namespace

absl::Status CheckHistoryName(absl::string_view what, absl::string_view name) {
  if (name.empty()) return absl::InvalidArgumentError(absl::StrCat(what, ": is empty; write a name"));
  if (name.size() <= kMaxHistoryNameBytes && std::all_of(name.begin(), name.end(), IsNameCharacter)) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat(what, ": ", QuotedValue(name),
                                                 " is not a name; write letters, digits, `-`, `.` or `_`, at most ",
                                                 kMaxHistoryNameBytes, " of them"));
}

absl::Status NumberCluster(absl::string_view name, HistoryNames& names, uint32_t& number) {
  number = names.clusters.Number(name);
  if (number < kMaxClusters) return absl::OkStatus();
  return absl::ResourceExhaustedError(
      absl::StrCat("the history has more than ", kMaxClusters, " clusters; select fewer"));
}

absl::Status NumberPod(uint32_t cluster, absl::string_view pod, HistoryNames& names, uint32_t& number,
                       size_t max_pods) {
  number = names.pods.Number(absl::StrCat(names.clusters.Name(cluster), "/", pod));
  if (number < max_pods) return absl::OkStatus();
  return absl::ResourceExhaustedError(
      absl::StrCat("the history has more than ", max_pods, " pods; select fewer clusters or a shorter time"));
}

std::string PodAndContainer(absl::string_view pod, absl::string_view container) {
  return absl::StrCat(pod, absl::string_view(&kContainerSeparator, 1), container);
}

}  // namespace cpsizer::history
