#include "client/cli/machine/machine_series.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "client/cli/machine/query_values.h"
#include "client/objects/escape.h"
#include "client/objects/node_samples.h"
#include "server/process/nearest_name.h"

namespace cpsizer::cli {
namespace {

constexpr char kTotalPrefix[] = "total ";
constexpr char kCpu[] = "cpu";
constexpr char kMemory[] = "memory";
// The maximum percentage of a node's capacity. A node can use a few percent more than its capacity, but a number above
// this limit is a mistake.
constexpr int64_t kMaxNodePercent = 1'000;

// Returns the name of the column of a trigger, such as `cpu`, `memory` or `scaleUp[1]`. The name does not contain
// `total`.
std::string ColumnOf(const v1::MachineTriggerResult& trigger) {
  const bool is_query = trigger.type() != kCpu && trigger.type() != kMemory;
  return is_query ? TriggerName(trigger.direction(), trigger.index()) : trigger.type();
}

class MachineColumns : public SeriesColumns {
 public:
  // All arguments must outlive this.
  MachineColumns(const MachineTriggers& triggers, objects::ProblemList& problems, MachineSeries& series)
      : problems_(problems), series_(series) {
    for (const v1::MachineTriggerResult& trigger : triggers) {
      const std::string name = ColumnOf(trigger);
      if (std::count(required_.begin(), required_.end(), name) == 0) required_.push_back(name);
    }
  }

  std::string Example() const override {
    return required_.empty() ? "time,cpu" : absl::StrCat("time,", absl::StrJoin(required_, ","));
  }

  void AddColumn(const CsvField& header) override {
    MachineColumn column;
    column.header = header.text;
    absl::string_view name = header.text;
    column.total = absl::ConsumePrefix(&name, kTotalPrefix);
    if (name == kMemory || name == kCpu) {
      column.role = name == kCpu ? MachineColumnRole::kCpu : MachineColumnRole::kMemory;
      const auto same = [&column](const MachineColumn& other) { return other.role == column.role; };
      if (std::any_of(series_.columns.begin(), series_.columns.end(), same)) {
        return Add(header, absl::StrCat(QuotedField(header), " is given in total and for each node; leave one out"));
      }
    } else if (IsRequired(header.text)) {
      column.role = MachineColumnRole::kQuery;
      TakeTrigger(name, column.trigger);
    } else {
      return PrintUnknown(header, name);
    }
    series_.columns.push_back(std::move(column));
  }

  void CheckColumns(const CsvField& first) override {
    for (const std::string& name : required_) {
      const auto has_name = [&name](const MachineColumn& column) {
        return absl::StripPrefix(column.header, kTotalPrefix) == name;
      };
      if (std::any_of(series_.columns.begin(), series_.columns.end(), has_name)) continue;
      return Add(first, absl::StrCat("there is no column ", name, ", which a trigger needs; write ", Example()));
    }
  }

  SeriesPoint& AddRow() override {
    MachineSeriesRow& row = series_.rows.emplace_back();
    row.values.resize(series_.columns.size());
    return row;
  }

  void AddValue(size_t column, const CsvField& field) override {
    if (field.text.empty()) return;
    SeriesValue& value = series_.rows.back().values[column];
    if (series_.columns[column].role == MachineColumnRole::kQuery) {
      TakeNumber(field, series_.columns[column].header, value);
    } else {
      TakeUsage(field, series_.columns[column], value);
    }
  }

 private:
  void Add(const CsvField& field, const std::string& message) { problems_.Add(field.position, message); }

  bool IsRequired(const std::string& name) const { return std::count(required_.begin(), required_.end(), name) > 0; }

  void PrintUnknown(const CsvField& header, absl::string_view name) {
    std::vector<absl::string_view> known = {"time", kCpu, kMemory};
    for (const std::string& required : required_) {
      if (required != kCpu && required != kMemory) known.push_back(required);
    }
    Add(header, absl::StrCat(QuotedField(header), " is not a column of the autoscaler; its columns are ",
                             absl::StrJoin(known, ", "),
                             ", and \"total cpu\" and \"total memory\" for the usage of all "
                             "nodes",
                             objects::Escape(server::DidYouMean(name, known))));
  }

  void TakeNumber(const CsvField& field, const std::string& header, SeriesValue& value) {
    value.text = field.text;
    v1::MachineQueryReading reading;
    if (SetQueryResult(field.text, reading)) return;
    Add(field, absl::StrCat(header, ": ", QuotedField(field),
                            " is not a number; write the result of the query such as 0.4, or leave it empty"));
  }

  void TakeUsage(const CsvField& field, const MachineColumn& column, SeriesValue& value) {
    const std::string amount =
        absl::StrCat("write an amount such as ", column.role == MachineColumnRole::kCpu ? "1800m" : "12Gi");
    SeriesValueRules rules;
    rules.header = column.header;
    rules.max_percent = kMaxNodePercent;
    if (column.total) {
      rules.remedy = amount;
      rules.no_percent =
          absl::StrCat("is a percentage, and a total is an amount; ", amount, ", or leave out the word total");
    } else {
      rules.remedy = absl::StrCat(amount, ", or 85% of the capacity");
    }
    ReadSeriesValue(field, rules, problems_, value);
    if (value.percent) return;
    if (column.role == MachineColumnRole::kCpu && !objects::CpuAmount(value.nanos).has_value()) {
      Add(field,
          absl::StrCat(column.header, ": ", QuotedField(field), " is ", objects::kTooManyCpus, "; ", rules.remedy));
    }
  }

  objects::ProblemList& problems_;
  MachineSeries& series_;
  // The names of the columns that the triggers need, without duplicates.
  std::vector<std::string> required_;
};

}  // namespace

bool MachineSeries::HasAmounts() const {
  for (size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].role == MachineColumnRole::kQuery) continue;
    const auto is_amount = [i](const MachineSeriesRow& row) {
      return !row.values[i].text.empty() && !row.values[i].percent;
    };
    if (std::any_of(rows.begin(), rows.end(), is_amount)) return true;
  }
  return false;
}

void ParseMachineSeries(absl::string_view bytes, const MachineTriggers& triggers, objects::ProblemList& problems,
                        MachineSeries& series) {
  MachineColumns columns(triggers, problems, series);
  ReadSeriesRows(bytes, columns, problems);
}

absl::optional<MachineSeries> ReadMachineSeries(const std::string& path, const MachineTriggers& triggers, Screen& err) {
  MachineSeries series;
  series.file = path;
  const auto parse = [&](absl::string_view bytes, objects::ProblemList& problems) {
    ParseMachineSeries(bytes, triggers, problems, series);
  };
  if (!ReadSeriesFile(path, absl::nullopt, parse, err)) return absl::nullopt;
  return series;
}

}  // namespace cpsizer::cli
