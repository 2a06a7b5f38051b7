#include "client/cli/replicas/series.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "client/cli/replicas/simulated_target.h"
#include "client/objects/escape.h"
#include "server/process/nearest_name.h"

namespace cpsizer::cli {
namespace {

constexpr absl::string_view kTotal = "total ";
// The maximum percentage. The value in a column of totals is the sum of all pods, and each pod at 100 % adds 100 %.
// Therefore 100,000 such pods are possible.
constexpr int64_t kMaxPercent = 10'000'000;

bool IsOfPods(const v1::MetricSpec& metric) {
  return metric.type() != "Object" && metric.type() != "External";
}

class ReplicaColumns : public SeriesColumns {
 public:
  ReplicaColumns(const google::protobuf::RepeatedPtrField<v1::MetricSpec>& metrics, objects::ProblemList& problems,
                 Series& series)
      : metrics_(metrics), problems_(problems), series_(series) {
    for (const v1::MetricSpec& metric : metrics) names_.push_back(ColumnName(metric));
  }

  std::string Example() const override {
    return objects::Escape(absl::StrCat("time,", absl::StrJoin(names_, ","), ",pods"));
  }

  void AddColumn(const CsvField& header) override {
    absl::optional<size_t>& place = places_.emplace_back();
    if (header.text == "pods") return;
    SeriesColumn column = {header.text, absl::StartsWith(header.text, kTotal), {}};
    const absl::string_view name = absl::StripPrefix(header.text, kTotal);
    for (size_t i = 0; i < names_.size(); ++i) {
      if (names_[i] == name) column.metrics.push_back(static_cast<int>(i));
    }
    if (column.metrics.empty()) return PrintUnknown(header, name);
    if (column.total && !IsOfPods(metrics_[column.metrics.front()])) {
      return Add(header, absl::StrCat(QuotedField(header), ": ", objects::Escape(name),
                                      " is one value for any number of pods; leave out the word total"));
    }
    const auto same = [&column](const SeriesColumn& other) { return other.metrics == column.metrics; };
    if (std::any_of(series_.columns.begin(), series_.columns.end(), same)) {
      return Add(header, absl::StrCat(QuotedField(header), " is given in total and for each pod; leave one out"));
    }
    place = series_.columns.size();
    series_.columns.push_back(std::move(column));
  }

  void CheckColumns(const CsvField& first) override {
    for (int metric = 0; metric < metrics_.size() && problems_.empty(); ++metric) {
      const bool bound = std::any_of(series_.columns.begin(), series_.columns.end(), [&](const SeriesColumn& column) {
        return std::find(column.metrics.begin(), column.metrics.end(), metric) != column.metrics.end();
      });
      if (bound) continue;
      const std::string& name = names_[static_cast<size_t>(metric)];
      Add(first, absl::StrCat("there is no column for the metric ", objects::Escape(name), "; write ", Example()));
    }
  }

  SeriesPoint& AddRow() override {
    SeriesRow& row = series_.rows.emplace_back();
    row.values.resize(series_.columns.size());
    return row;
  }

  void AddValue(size_t column, const CsvField& field) override {
    SeriesRow& row = series_.rows.back();
    if (field.text.empty()) return;
    if (const absl::optional<size_t> place = places_[column]; place.has_value()) {
      ReadSeriesValue(field, RulesOf(series_.columns[*place]), problems_, row.values[*place]);
    } else {
      TakePods(field, row);
    }
  }

 private:
  void Add(const CsvField& field, const std::string& message) { problems_.Add(field.position, message); }

  void PrintUnknown(const CsvField& field, absl::string_view name) {
    std::vector<absl::string_view> known = {"time", "pods"};
    known.insert(known.end(), names_.begin(), names_.end());
    Add(field,
        absl::StrCat(QuotedField(field), " is not a metric of the autoscaler; its columns are ",
                     objects::Escape(absl::StrJoin(known, ", ")), ", and \"total NAME\" for the load on all pods",
                     objects::Escape(server::DidYouMean(name, known))));
  }

  void TakePods(const CsvField& field, SeriesRow& row) {
    int pods = 0;
    if (!absl::SimpleAtoi(field.text, &pods) || pods < 0) {
      return Add(field,
                 absl::StrCat("pods: ", QuotedField(field), " is not a number of pods; write a whole number from 0"));
    }
    if (const std::string why = WhyTooMany(pods); !why.empty()) {
      return Add(field, absl::StrCat("pods: ", why, "; write fewer"));
    }
    row.pods = pods;
  }

  SeriesValueRules RulesOf(const SeriesColumn& column) const {
    constexpr absl::string_view kAmount = "write an amount such as 120m";
    SeriesValueRules rules;
    rules.header = column.header;
    rules.max_percent = kMaxPercent;
    if (IsResource(metrics_[column.metrics.front()])) {
      rules.remedy = absl::StrCat(kAmount, ", or 60% of the request");
    } else {
      rules.remedy = std::string(kAmount);
      rules.no_percent = absl::StrCat("is a percentage, and no pod requests this metric; ", kAmount);
    }
    return rules;
  }

  const google::protobuf::RepeatedPtrField<v1::MetricSpec>& metrics_;
  objects::ProblemList& problems_;
  Series& series_;
  std::vector<std::string> names_;
  // The index of each column of the file in `series_.columns`; absent for `pods`.
  std::vector<absl::optional<size_t>> places_;
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
  ReplicaColumns columns(metrics, problems, series);
  ReadSeriesRows(bytes, columns, problems);
}

absl::optional<Series> ReadSeries(const std::string& path,
                                  const google::protobuf::RepeatedPtrField<v1::MetricSpec>& metrics, Screen& err,
                                  const absl::optional<std::string>& text) {
  Series series;
  series.file = path;
  const auto parse = [&](absl::string_view bytes, objects::ProblemList& problems) {
    ParseSeries(bytes, metrics, problems, series);
  };
  if (!ReadSeriesFile(path, text, parse, err)) return absl::nullopt;
  return series;
}

}  // namespace cpsizer::cli
