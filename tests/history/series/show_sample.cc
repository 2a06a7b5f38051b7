#include "tests/history/series/show_sample.h"

#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace cpsizer::history {
namespace {

std::string ShowValue(double value) {
  return std::isnan(value) ? "-" : absl::StrFormat("%.17g", value);
}

}  // namespace

std::string Show(const Sample& sample, const HistoryNames& names) {
  const std::string& name =
      sample.pod == Sample::kNoPod ? names.clusters.Name(sample.cluster) : names.pods.Name(sample.pod);
  return absl::StrCat(sample.milliseconds, " ", name, " ", ShowValue(sample.memory_bytes), " ",
                      ShowValue(sample.cpu_cores),
                      std::isnan(sample.nodes) ? "" : absl::StrCat(" nodes ", ShowValue(sample.nodes)));
}

}  // namespace cpsizer::history
