#include "client/cli/replicas/series.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "client/cli/base/complain.h"
#include "client/cli/output/csv.h"
#include "client/cli/replicas/series_time.h"
#include "client/cli/replicas/simulated_target.h"
#include "client/objects/escape.h"
#include "client/objects/file_text.h"
#include "cpsizer/limits.h"
#include "server/process/nearest_name.h"

namespace cpsizer::cli {
namespace {

constexpr absl::string_view kTotal = "total ";
// Of a request, all pods together: more than 10,000 pods at 100 %.
constexpr int64_t kMaxPercent = 10'000'000;

std::string Shown(absl::string_view text) {
  return absl::StrCat("\"", objects::EscapeCut(text, kMaxQuotedValueBytes), "\"");
}

bool IsOfPods(const v1::MetricSpec& metric) {
  return metric.type() != "Object" && metric.type() != "External";
}

class Reader {
 public:
  Reader(const google::protobuf::RepeatedPtrField<v1::MetricSpec>& metrics, objects::ProblemList& problems,
         Series& series)
      : metrics_(metrics), problems_(problems), series_(series) {
    for (const v1::MetricSpec& metric : metrics) names_.push_back(ColumnName(metric));
  }

  bool Take(const std::vector<CsvField>& fields) {
    if (!has_header_) {
      has_header_ = true;
      return TakeHeader(fields);
    }
    if (series_.rows.size() == kMaxSeriesRows) {
      Add(fields.front(),
          absl::StrCat("is past row ", kMaxSeriesRows, ", the last that a series may have; shorten it"));
      return false;
    }
    TakeRow(fields);
    return true;
  }

  void Finish() {
    if (!problems_.empty()) return;
    if (!has_header_) problems_.Add({}, absl::StrCat("is empty; its first line is ", Example()));
    if (has_header_ && series_.rows.empty()) problems_.Add({}, "has a header and no rows; add one for each time");
  }

 private:
  // What a column is for.
  struct Place {
    enum class Role { kTime, kPods, kValue } role = Role::kValue;
    size_t column = 0;
  };

  void Add(const CsvField& field, const std::string& message) { problems_.Add(field.position, message); }

  std::string Example() const { return objects::Escape(absl::StrCat("time,", absl::StrJoin(names_, ","), ",pods")); }

  // False where rows would say nothing without it.
  bool TakeHeader(const std::vector<CsvField>& fields) {
    for (const CsvField& field : fields) TakeColumn(field);
    const auto there = [this](Place::Role role) {
      return std::any_of(places_.begin(), places_.end(), [role](const Place& place) { return place.role == role; });
    };
    if (problems_.empty() && !there(Place::Role::kTime)) {
      Add(fields.front(), absl::StrCat("there is no column time; write ", Example()));
    }
    for (int metric = 0; metric < metrics_.size() && problems_.empty(); ++metric) {
      const std::string& name = names_[static_cast<size_t>(metric)];
      const bool bound = std::any_of(series_.columns.begin(), series_.columns.end(), [&](const SeriesColumn& column) {
        return std::find(column.metrics.begin(), column.metrics.end(), metric) != column.metrics.end();
      });
      if (bound) continue;
      Add(fields.front(),
          absl::StrCat("there is no column for the metric ", objects::Escape(name), "; write ", Example()));
    }
    return problems_.empty();
  }

  void TakeColumn(const CsvField& field) {
    Place& place = places_.emplace_back();
    if (std::count(headers_.begin(), headers_.end(), field.text) > 0) {
      return Add(field, absl::StrCat(Shown(field.text), " is there twice; leave one out"));
    }
    headers_.push_back(field.text);
    if (field.text == "time" || field.text == "pods") {
      place.role = field.text == "time" ? Place::Role::kTime : Place::Role::kPods;
      return;
    }
    SeriesColumn column = {field.text, absl::StartsWith(field.text, kTotal), {}};
    const absl::string_view name = absl::StripPrefix(field.text, kTotal);
    for (size_t i = 0; i < names_.size(); ++i) {
      if (names_[i] == name) column.metrics.push_back(static_cast<int>(i));
    }
    if (column.metrics.empty()) return SayUnknown(field, name);
    if (column.total && !IsOfPods(metrics_[column.metrics.front()])) {
      return Add(field, absl::StrCat(Shown(field.text), ": ", objects::Escape(name),
                                     " is one value whatever the number of pods; leave out the word total"));
    }
    const auto same = [&column](const SeriesColumn& other) { return other.metrics == column.metrics; };
    if (std::any_of(series_.columns.begin(), series_.columns.end(), same)) {
      return Add(field, absl::StrCat(Shown(field.text), " is there in total and for each pod; leave one out"));
    }
    place.column = series_.columns.size();
    series_.columns.push_back(std::move(column));
  }

  void SayUnknown(const CsvField& field, absl::string_view name) {
    std::vector<absl::string_view> known = {"time", "pods"};
    known.insert(known.end(), names_.begin(), names_.end());
    Add(field,
        absl::StrCat(Shown(field.text), " is no metric of the autoscaler; its columns are ",
                     objects::Escape(absl::StrJoin(known, ", ")), ", and \"total NAME\" for the load on all pods",
                     objects::Escape(server::DidYouMean(name, known))));
  }

  void TakeRow(const std::vector<CsvField>& fields) {
    if (fields.size() != places_.size()) {
      return Add(fields.front(), absl::StrCat("there are ", fields.size(), " values and ", places_.size(),
                                              " columns; leave a value empty where nothing was measured"));
    }
    SeriesRow row;
    row.line = fields.front().position.line;
    row.values.resize(series_.columns.size());
    for (size_t i = 0; i < fields.size(); ++i) {
      switch (places_[i].role) {
        case Place::Role::kTime:
          TakeTime(fields[i], row);
          break;
        case Place::Role::kPods:
          TakePods(fields[i], row);
          break;
        case Place::Role::kValue:
          TakeValue(fields[i], series_.columns[places_[i].column], row.values[places_[i].column]);
          break;
      }
    }
    series_.rows.push_back(std::move(row));
  }

  void TakeTime(const CsvField& field, SeriesRow& row) {
    const absl::optional<SeriesTime> time = ParseSeriesTime(field.text);
    if (!time.has_value()) {
      return Add(field, absl::StrCat("time: ", Shown(field.text),
                                     " is no time; write 2026-03-01T12:00:00Z, or the time since the start of the "
                                     "series as seconds or like 1m30s"));
    }
    if (form_.has_value() && *form_ != time->form) {
      return Add(field, absl::StrCat("time: ", Shown(field.text), " is of another form than the first; keep to one"));
    }
    if (form_.has_value() && time->time <= last_) {
      return Add(field,
                 absl::StrCat("time: ", Shown(field.text), " is not after the row before; order the rows by time"));
    }
    form_ = time->form;
    last_ = row.time = time->time;
    row.time_text = field.text;
  }

  void TakePods(const CsvField& field, SeriesRow& row) {
    int pods = 0;
    if (field.text.empty()) return;
    if (!absl::SimpleAtoi(field.text, &pods) || pods < 0) {
      return Add(field,
                 absl::StrCat("pods: ", Shown(field.text), " is no number of pods; write a whole number from 0"));
    }
    if (const std::string why = WhyTooMany(pods); !why.empty()) {
      return Add(field, absl::StrCat("pods: ", why, "; write fewer"));
    }
    row.pods = pods;
  }

  void TakeValue(const CsvField& field, const SeriesColumn& column, SeriesValue& value) {
    absl::string_view amount = field.text;
    if (amount.empty()) return;
    value.text = field.text;
    value.percent = absl::ConsumeSuffix(&amount, "%");
    const std::string name = objects::Escape(column.header);
    Quantity quantity;
    const QuantityError error = ParseQuantity(amount, quantity);
    if (error != QuantityError::kNone) {
      const bool resource = IsResource(metrics_[column.metrics.front()]);
      return Add(field, absl::StrCat(name, ": ", Shown(field.text), " ", Describe(error),
                                     "; write an amount such as 120m", resource ? ", or 60% of the request" : ""));
    }
    if (value.percent && !IsResource(metrics_[column.metrics.front()])) {
      return Add(field,
                 absl::StrCat(name, ": ", Shown(field.text),
                              " is a percentage, and nobody requests this metric; write an amount such as 120m"));
    }
    if (value.percent && (quantity.nanos < 0 || quantity > WholeUnits(kMaxPercent, QuantityFormat::kDecimalSI))) {
      return Add(field, absl::StrCat(name, ": ", Shown(field.text), " is no percentage from 0 to ", kMaxPercent));
    }
    value.nanos = quantity.nanos;
  }

  const google::protobuf::RepeatedPtrField<v1::MetricSpec>& metrics_;
  objects::ProblemList& problems_;
  Series& series_;
  std::vector<std::string> names_;
  std::vector<std::string> headers_;
  std::vector<Place> places_;
  bool has_header_ = false;
  absl::optional<TimeForm> form_;
  absl::Time last_;
};

}  // namespace

bool IsResource(const v1::MetricSpec& metric) {
  return metric.type() == "Resource" || metric.type() == "ContainerResource";
}

std::string ColumnName(const v1::MetricSpec& metric) {
  if (metric.type() == "Resource") return metric.resource().name();
  if (metric.type() == "ContainerResource") {
    return absl::StrCat(metric.container_resource().name(), "/", metric.container_resource().container());
  }
  if (metric.type() == "Pods") return metric.pods().metric().name();
  return metric.type() == "Object" ? metric.object().metric().name() : metric.external().metric().name();
}

void ParseSeries(absl::string_view bytes, const google::protobuf::RepeatedPtrField<v1::MetricSpec>& metrics,
                 objects::ProblemList& problems, Series& series) {
  Reader reader(metrics, problems, series);
  if (!objects::CheckText(bytes, problems)) return;
  ReadCsv(bytes, problems, [&reader](const std::vector<CsvField>& fields) { return reader.Take(fields); });
  reader.Finish();
}

absl::optional<Series> ReadSeries(const std::string& path,
                                  const google::protobuf::RepeatedPtrField<v1::MetricSpec>& metrics, Screen& err) {
  Series series;
  series.file = path;
  std::vector<objects::FileProblem> told;
  objects::ProblemList problems(path, told);
  const absl::optional<std::string> bytes = objects::ReadFile(path, problems);
  if (bytes.has_value()) ParseSeries(*bytes, metrics, problems, series);
  for (const objects::FileProblem& problem : told) {
    ComplainError(absl::StrCat(objects::PlaceText(problem.file, problem.position), ": ", problem.message), err);
  }
  if (!told.empty()) return absl::nullopt;
  return series;
}

}  // namespace cpsizer::cli
