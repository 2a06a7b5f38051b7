#include "client/history/series/range_events.h"

#include "absl/strings/str_cat.h"
#include "client/history/series/limits.h"
#include "client/history/series/read_error.h"
#include "client/history/series/sample_value.h"
#include "client/objects/escape.h"

namespace cpsizer::history {
namespace {

// A text of Prometheus in an error message is cut to this length.
constexpr size_t kMaxQuotedBytes = 200;
constexpr absl::string_view kNotARange =
    "is not a response of /api/v1/query_range; save the whole response of such a query, as curl writes it";

std::string ShortText(absl::string_view text) {
  return objects::EscapeCut(text, kMaxQuotedBytes);
}

}  // namespace

bool RangeEvents::Fail(const absl::Status& error) {
  error_ = input_.ErrorAtToken(error);
  return false;
}

bool RangeEvents::Unexpected() {
  return Fail(absl::InvalidArgumentError(
      absl::StrCat(QuotedValue(input_.token()), " is not expected here; this ", kNotARange)));
}

RangeEvents::Level RangeEvents::Inner() const {
  switch (levels_.back()) {
    case Level::kResponse:
      if (key_ == "data") return Level::kData;
      return key_ == "warnings" ? Level::kWarnings : Level::kOther;
    case Level::kData:
      return key_ == "result" ? Level::kResult : Level::kOther;
    case Level::kResult:
      return Level::kSeries;
    case Level::kSeries:
      if (key_ == "metric") return Level::kLabels;
      return key_ == "values" ? Level::kValues : Level::kOther;
    case Level::kValues:
      return Level::kPoint;
    case Level::kFile:
      return Level::kResponse;
    default:
      return Level::kOther;
  }
}

bool RangeEvents::Begin(bool is_object) {
  if (levels_.size() > kMaxJsonDepth) {
    return Fail(absl::InvalidArgumentError(absl::StrCat("JSON has more than ", kMaxJsonDepth, " levels here")));
  }
  const Level inner = Inner();
  const bool is_list =
      inner == Level::kWarnings || inner == Level::kResult || inner == Level::kValues || inner == Level::kPoint;
  const bool is_used_value = levels_.back() == Level::kLabels || levels_.back() == Level::kPoint;
  if (is_used_value || (inner != Level::kOther && is_list == is_object)) return Unexpected();
  if (inner == Level::kSeries) BeginSeries();
  if (inner == Level::kValues && !BeginValues()) return false;
  has_result_ |= inner == Level::kResult;
  has_labels_ |= inner == Level::kLabels;
  point_items_ = 0;
  const bool is_other_series = inner == Level::kValues && series_.resource == SelectedSeries::Resource::kOther;
  levels_.push_back(is_other_series ? Level::kOther : inner);
  return true;
}

bool RangeEvents::End() {
  if (levels_.back() == Level::kPoint && point_items_ != 2) return Unexpected();
  levels_.pop_back();
  return true;
}

void RangeEvents::BeginSeries() {
  labels_ = {};
  has_labels_ = false;
}

bool RangeEvents::BeginValues() {
  if (!has_labels_) {
    return Fail(
        absl::InvalidArgumentError("the values of this series are before its metric; save the response as "
                                   "Prometheus returns it"));
  }
  const absl::StatusOr<SelectedSeries> series = selector_.Select(labels_);
  if (!series.ok()) return Fail(series.status());
  series_ = *series;
  if (series_.resource == SelectedSeries::Resource::kOther) ++counts_.other_series;
  return true;
}

bool RangeEvents::Key(const char*, size_t, bool) {
  if (levels_.back() != Level::kOther) key_.assign(input_.text().data(), input_.text().size());
  return true;
}

bool RangeEvents::Other() {
  switch (levels_.back()) {
    case Level::kFile:
    case Level::kResult:
    case Level::kLabels:
    case Level::kValues:
    case Level::kPoint:
      return Unexpected();
    default:
      return true;
  }
}

bool RangeEvents::Bool(bool value) {
  is_partial_ |= value && levels_.back() == Level::kResponse && key_ == "isPartial";
  return Other();
}

bool RangeEvents::Number() {
  if (levels_.back() != Level::kPoint || point_items_ != 0) return Other();
  const absl::string_view text = input_.token();
  point_items_ = 1;
  if (time_reader_.Read(text, sample_.milliseconds)) return true;
  return Fail(absl::InvalidArgumentError(
      absl::StrCat("time: ", QuotedValue(text), " is not a time from 1970 to 9999 in seconds")));
}

bool RangeEvents::Text() {
  const absl::string_view text = input_.text();
  const Level level = levels_.back();
  if (level == Level::kPoint && point_items_ == 1) return ReadValue(text);
  if (level == Level::kLabels) return ReadLabel(text);
  if (level == Level::kWarnings && warning_.empty()) warning_ = ShortText(text);
  if (level == Level::kData && key_ == "resultType") result_type_ = ShortText(text);
  if (level == Level::kResponse && key_ == "status") status_ = ShortText(text);
  if (level == Level::kResponse && key_ == "error") error_text_ = ShortText(text);
  return Other();
}

bool RangeEvents::ReadLabel(absl::string_view text) {
  std::string* const label = labels_.Find(key_);
  if (label == nullptr) return true;
  if (text.size() > kMaxLabelBytes) {
    return Fail(absl::InvalidArgumentError(
        absl::StrCat("the label ", key_, " is longer than ", kMaxLabelBytes, " bytes: ", QuotedValue(text))));
  }
  label->assign(text.data(), text.size());
  return true;
}

bool RangeEvents::ReadValue(absl::string_view text) {
  point_items_ = 2;
  if (text == "NaN" || text == "+Inf" || text == "-Inf") {
    ++counts_.gaps;
    return true;
  }
  using Resource = SelectedSeries::Resource;
  if (series_.resource == Resource::kNodes) return TakeNodes(text);
  const bool is_memory = series_.resource == Resource::kMemory;
  const bool is_usage = is_memory || series_.resource == Resource::kCpu;
  double value = 0;
  const absl::Status error = ReadAmount(is_memory ? "memory" : is_usage ? "cpu" : "OOM kill", text, value);
  if (!error.ok()) return Fail(error);
  if (!is_usage) return TakeOomKill(value);
  sample_.cluster = series_.cluster;
  sample_.pod = series_.pod;
  sample_.memory_bytes = is_memory ? value : Sample::kNoValue;
  sample_.cpu_cores = is_memory ? Sample::kNoValue : value;
  error_ = take_(sample_);
  return error_.ok();
}

bool RangeEvents::TakeNodes(absl::string_view text) {
  Sample sample = {sample_.milliseconds, series_.cluster, Sample::kNoPod, Sample::kNoValue, Sample::kNoValue};
  const absl::Status error = ReadNodes(text, sample.nodes);
  if (!error.ok()) return Fail(error);
  error_ = take_(sample);
  return error_.ok();
}

bool RangeEvents::TakeOomKill(double value) {
  using Resource = SelectedSeries::Resource;
  OomKills& kills = selector_.names().oom_kills;
  absl::Status error;
  if (series_.resource == Resource::kOomRequest) {
    kills.SetRequest(series_.pod, value);
  } else if (series_.resource == Resource::kOomTime) {
    error = kills.AddTime(series_.cluster, series_.pod, value);
  } else {
    error = kills.AddRestarts(series_.cluster, series_.pod, sample_.milliseconds, value);
  }
  return error.ok() || Fail(error);
}

absl::Status RangeEvents::Finish() const {
  const std::string file = absl::StrCat(objects::Escape(input_.name()), ": ");
  if (status_ == "error") {
    return absl::UnavailableError(absl::StrCat(file, "Prometheus returned an error: ", error_text_));
  }
  if (is_partial_ || !warning_.empty()) {
    return absl::UnavailableError(
        absl::StrCat(file, "the response is not complete: ", warning_.empty() ? "it is marked as partial" : warning_,
                     "; repeat the query when all data is available"));
  }
  if (status_ != "success" || !has_result_) return absl::InvalidArgumentError(absl::StrCat(file, kNotARange));
  if (result_type_ == "matrix") return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(file, "the result is a ",
                                                 result_type_.empty() ? "unknown type" : result_type_,
                                                 ", not a matrix; query /api/v1/query_range"));
}

}  // namespace cpsizer::history
