#include "tests/history/prometheus/scripted_prometheus.h"

#include <gtest/gtest.h>

#include <map>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "client/history/prometheus/thanos_stores.h"
#include "client/kube/http/api_error.h"

namespace cpsizer::history {
namespace {

int64_t Seconds(const std::string& text) {
  double seconds = 0;
  EXPECT_TRUE(absl::SimpleAtod(text, &seconds)) << text;
  return static_cast<int64_t>(seconds);
}

}  // namespace

RangeRequest ReadRangeRequest(absl::string_view path) {
  const std::pair<std::string, std::string> parts = absl::StrSplit(path, absl::MaxSplits('?', 1));
  EXPECT_EQ(parts.first, "/api/v1/query_range");
  std::map<std::string, std::string> values;
  for (const absl::string_view parameter : absl::StrSplit(parts.second, '&')) {
    values.insert(absl::StrSplit(parameter, absl::MaxSplits('=', 1)));
  }
  EXPECT_EQ(values["nocache"], "1");
  return {values["query"], Seconds(values["start"]), Seconds(values["end"]), Seconds(values["step"])};
}

std::string RangeResponse(const RangeRequest& request, absl::string_view value) {
  std::string values;
  for (int64_t time = request.start; time <= request.end; time += request.step) {
    absl::StrAppend(&values, values.empty() ? "" : ",", "[", time, ",\"",
                    value.empty() ? absl::StrCat(time) : std::string(value), "\"]");
  }
  return absl::StrCat(R"({"status":"success","data":{"resultType":"matrix","result":[{"metric":{"namespace":"hc-a",)",
                      R"("resource":")", request.query, R"("},"values":[)", values, "]}]}}");
}

absl::StatusOr<std::string> ScriptedPrometheus::Get(const std::string& path) {
  if (path == ThanosStores::kPath) {
    if (stores.empty()) return kube::ApiError(404, "404 page not found\n", absl::nullopt, /*is_text=*/true);
    absl::StatusOr<std::string> answer = stores.front();
    if (stores.size() > 1) stores.pop_front();
    return answer;
  }
  requests.push_back(ReadRangeRequest(path));
  const RangeRequest& request = requests.back();
  if (!next.empty()) {
    absl::StatusOr<std::string> answer = std::move(next.front());
    next.pop_front();
    if (!answer.ok() || !answer->empty()) return answer;
  }
  if (most_points > 0 && (request.end - request.start) / request.step + 1 > most_points) {
    return kube::AsTooLarge(absl::DataLossError("the response is too long"));
  }
  return RangeResponse(request);
}

std::string ScriptedPrometheus::WithoutSecrets(std::string text) const {
  return absl::StrReplaceAll(text, {{"s3cret", "[token]"}});
}

}  // namespace cpsizer::history
