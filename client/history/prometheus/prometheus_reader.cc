#include "client/history/prometheus/prometheus_reader.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "client/history/prometheus/limits.h"
#include "client/history/prometheus/query_failure.h"
#include "client/history/prometheus/thanos_stores.h"
#include "client/history/prometheus/time_slices.h"
#include "client/history/series/input.h"
#include "client/history/series/range_json_reader.h"
#include "client/history/series/read_error.h"
#include "client/history/series/sample_group.h"
#include "client/history/series/sample_sorter.h"
#include "client/history/series/sample_source.h"
#include "client/history/series/sample_time.h"
#include "client/history/series/series_selector.h"
#include "client/history/series/temporary_file.h"
#include "client/kube/http/backoff.h"
#include "client/kube/http/url.h"

namespace cpsizer::history {
namespace {

std::string SecondsText(int64_t milliseconds) {
  constexpr int64_t kThousand = 1000;
  return absl::StrFormat("%d.%03d", milliseconds / kThousand, milliseconds % kThousand);
}

std::string PathOf(const std::string& query, const TimeSlices& slices, int64_t step) {
  kube::Query parameters;
  parameters.Add("query", query);
  parameters.Add("start", SecondsText(slices.begin()));
  parameters.Add("end", SecondsText(slices.end()));
  parameters.Add("step", SecondsText(step));
  // Otherwise VictoriaMetrics moves the points of a query of 50 points and more to multiples of the step, but not those
  // of shorter queries, so that the slices of a history have different grids. Other servers ignore this parameter.
  parameters.Add("nocache", "1");
  return parameters.AppendTo("/api/v1/query_range");
}

bool IsJsonObject(absl::string_view body) {
  const size_t first = body.find_first_not_of(" \t\r\n");
  return first != absl::string_view::npos && body[first] == '{';
}

// The samples of a slice while it is read. After a failure it is dropped, and the slice is read again.
struct SliceSamples {
  explicit SliceSamples(const std::string& folder) : sorter(folder) {}

  SampleSorter sorter;
  SeriesCounts counts;
  size_t longest_bytes = 0;  // the length of the longest response
};

class PrometheusReader {
 public:
  PrometheusReader(const PrometheusHistory& history, const SeriesOptions& series, PrometheusServer& server,
                   const std::function<void(absl::Duration)>& sleep, HistoryNames& names, SeriesCounts& counts)
      : history_(history),
        folder_(FolderOfTemporaryFiles(series.temporary_folder)),
        server_(server),
        sleep_(sleep),
        selector_(series, names),
        slices_(history.from, history.to, history.step),
        group_(names, counts),
        counts_(counts) {}

  absl::Status Read(absl::FunctionRef<absl::Status(const Sample&)> take) {
    while (!slices_.done()) {
      SliceSamples slice(folder_);
      Next next = stores_checked_ ? Next::kDone : CheckStores();
      if (next == Next::kDone) next = ReadSlice(slice);
      if (next == Next::kDone) next = CheckStores();
      absl::Status error = next == Next::kFail ? error_ : absl::OkStatus();
      if (next == Next::kDone) error = Take(slice, take);
      if (next == Next::kShorten && !slices_.Shorten()) {
        error = Error(absl::StatusCode::kUnavailable,
                      absl::StrCat(failure_, "; select fewer series with --prometheus-matchers"));
      }
      if (!error.ok()) return error;
    }
    absl::Status error = group_.Finish(take);
    counts_.unchecked_stores = stores_.unchecked();
    return error.ok() && counts_.samples == 0 ? NoSamples() : error;
  }

 private:
  enum class Next { kDone, kFail, kShorten };

  // Sends the queries of the current slice. After kFail, the error is in `error_`; after kShorten, the reason is in
  // `failure_`.
  Next ReadSlice(SliceSamples& slice) {
    const HistoryQueries& queries = history_.queries;
    for (const std::string* const query : {&queries.memory, &queries.cpu, &queries.oom_kills, &queries.nodes}) {
      if (query->empty()) continue;
      std::string body;
      const Next next = Fetch(PathOf(*query, slices_, history_.step), body);
      if (next != Next::kDone) return next;
      slice.longest_bytes = std::max(slice.longest_bytes, body.size());
      error_ = ReadBody(body, slice);
      if (!error_.ok()) return Next::kFail;
    }
    return Next::kDone;
  }

  // Checks the stores of a Thanos: before the first slice, and after the queries of each slice.
  Next CheckStores() {
    stores_checked_ = true;
    while (stores_.has_stores()) {
      const absl::Status status = stores_.Check(server_.Get(ThanosStores::kPath));
      if (status.ok()) {
        connected_ |= stores_.has_stores();
        break;
      }
      const Next next = AfterFailure(status, absl::StrCat("GET ", ThanosStores::kPath, ": "));
      if (next != Next::kDone) return next;
    }
    if (stores_.problem().empty()) return Next::kDone;
    error_ = Error(absl::StatusCode::kUnavailable, server_.WithoutSecrets(stores_.problem()));
    return Next::kFail;
  }

  // Sends a query until it succeeds.
  Next Fetch(const std::string& path, std::string& body) {
    while (true) {
      absl::StatusOr<std::string> answer = server_.Get(path);
      if (answer.ok()) {
        connected_ = true;
        body = *std::move(answer);
        return Next::kDone;
      }
      if (const Next next = AfterFailure(answer.status()); next != Next::kDone) return next;
    }
  }

  // Returns kDone, after a wait, if the request should be sent again. `request` begins the message of the failure. It
  // is empty for a query, because the message is about the time of the query.
  Next AfterFailure(const absl::Status& status, absl::string_view request = "") {
    const QueryFailure failure = MakeQueryFailure(status);
    failure_ = absl::StrCat(request, server_.WithoutSecrets(failure.message));
    connected_ |= !failure.unreachable || failure.wait > absl::ZeroDuration();
    if (!failure.too_large) ++failures_;
    if (failure.next == QueryFailure::Next::kFail || !connected_ || failures_ >= kMaxFailures) {
      error_ = FailureError();
      return Next::kFail;
    }
    if (failure.next == QueryFailure::Next::kShorten) return Next::kShorten;
    sleep_(std::max(failure.wait, backoff_.Next(absl::UnixEpoch(), /*random=*/0)));
    return Next::kDone;
  }

  absl::Status FailureError() const {
    return Error(absl::StatusCode::kUnavailable,
                 failures_ < 2 ? failure_ : absl::StrCat(failure_, "; failed ", failures_, " times, try again later"));
  }

  absl::Status ReadBody(const std::string& body, SliceSamples& slice) {
    if (!IsJsonObject(body)) {
      return Error(absl::StatusCode::kUnavailable,
                   absl::StrCat("the response (", body.size(),
                                " bytes) is not JSON; check that this is the address of Prometheus, not of a page"));
    }
    Input input("query_range", body);
    absl::Status taken;
    const absl::Status error = ReadRangeJson(input, selector_, slice.counts, [&](const Sample& sample) {
      taken = slice.sorter.Add(sample);
      return taken;
    });
    if (error.ok() || !taken.ok()) return taken;
    const absl::StatusCode code =
        absl::IsResourceExhausted(error) ? absl::StatusCode::kResourceExhausted : absl::StatusCode::kUnavailable;
    return Error(code, server_.WithoutSecrets(std::string(error.message())));
  }

  absl::Status Take(SliceSamples& slice, absl::FunctionRef<absl::Status(const Sample&)> take) {
    counts_.gaps += slice.counts.gaps;
    counts_.capped = slice.counts.capped;
    // The same series are in each slice.
    counts_.other_series = std::max(counts_.other_series, slice.counts.other_series);
    slices_.Advance(slice.longest_bytes);
    failures_ = 0;
    backoff_ = kube::Backoff();
    std::vector<std::unique_ptr<SampleSource>> sources;
    absl::Status error = slice.sorter.Finish(sources);
    if (!error.ok()) return error;
    return MergeByTime(sources, [&](const Sample& sample) { return group_.Add(sample, take); });
  }

  // Returns an error about the current slice.
  absl::Status Error(absl::StatusCode code, absl::string_view message) const {
    return absl::Status(code, absl::StrCat(server_.name(), ", ", ShowTime(slices_.begin()), " to ",
                                           ShowTime(slices_.end()), ": ", message));
  }

  absl::Status NoSamples() const {
    if (history_.queries.memory.empty()) {
      return absl::InvalidArgumentError(absl::StrCat(
          server_.name(), ", ", ShowTime(history_.from), " to ", ShowTime(history_.to),
          ": there are no numbers of nodes; choose another metric with --nodes-metric, or another time with "
          "--from and --to. The query was ",
          history_.queries.nodes));
    }
    const std::string others =
        counts_.other_series == 0
            ? ""
            : absl::StrCat(" (", counts_.other_series, " series of other containers or VPAs were left out)");
    return absl::InvalidArgumentError(
        absl::StrCat(server_.name(), ", ", ShowTime(history_.from), " to ", ShowTime(history_.to),
                     ": there are no samples of kube-apiserver", others,
                     "; choose other data with --series, --memory-metric and --cpu-metric, or another time with --from "
                     "and --to. The query for memory was ",
                     history_.queries.memory));
  }

  const PrometheusHistory& history_;
  const std::string folder_;
  PrometheusServer& server_;
  const std::function<void(absl::Duration)>& sleep_;
  SeriesSelector selector_;
  TimeSlices slices_;
  SampleGroup group_;
  SeriesCounts& counts_;
  ThanosStores stores_;
  bool stores_checked_ = false;
  absl::Status error_;
  std::string failure_;     // the message of the last failure
  int failures_ = 0;        // in the current slice
  bool connected_ = false;  // the server has responded
  kube::Backoff backoff_;
};

}  // namespace

absl::Status ReadPrometheus(const PrometheusHistory& history, const SeriesOptions& series, PrometheusServer& server,
                            const std::function<void(absl::Duration)>& sleep, HistoryNames& names,
                            absl::FunctionRef<absl::Status(const Sample&)> take, SeriesCounts& counts) {
  return PrometheusReader(history, series, server, sleep, names, counts).Read(take);
}

}  // namespace cpsizer::history
