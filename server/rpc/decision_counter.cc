#include "server/rpc/decision_counter.h"

#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/string_view.h"
#include "server/process/enum_word.h"

namespace cpsizer::server {
namespace {

using ::google::protobuf::EnumDescriptor;
using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::Message;

// Returns the number of values of an enum. Their numbers are 0, 1, 2 and so on.
int Values(const FieldDescriptor* field) {
  return field == nullptr ? 1 : field->enum_type()->value_count();
}

int ValueOf(const Message& message, const FieldDescriptor& field) {
  const int value = message.GetReflection()->GetEnumValue(message, &field);
  return value < 0 || value >= Values(&field) ? 0 : value;
}

// Returns a label value such as `memory` for SIZE_DRIVER_MEMORY. Returns `none` for the unspecified value.
std::string Word(const FieldDescriptor& field, int number) {
  const EnumDescriptor& type = *field.enum_type();
  const absl::string_view unspecified = type.value(0)->name();
  const absl::string_view prefix = unspecified.substr(0, unspecified.rfind("UNSPECIFIED"));
  const absl::string_view word = EnumWord(type.value(number)->name(), prefix);
  return word.empty() ? "none" : absl::AsciiStrToLower(word);
}

}  // namespace

DecisionCounter::DecisionCounter(const DecisionMetric& metric)
    : metric_(metric),
      response_(*metric.response()),
      outcome_(*response_.FindFieldByName(std::string(metric.info.labels[0]))),
      second_(response_.FindFieldByName(std::string(metric.info.labels[1]))),
      seconds_(Values(second_)),
      counters_(static_cast<size_t>(Values(&outcome_) * seconds_)) {}

void DecisionCounter::Count(const Message& response) {
  const int second = second_ == nullptr ? 0 : ValueOf(response, *second_);
  counters_.Add(static_cast<size_t>(ValueOf(response, outcome_) * seconds_ + second), 1);
}

prometheus::MetricFamily DecisionCounter::Collect() const {
  FamilyBuilder family(metric_.info);
  for (int outcome = 1; outcome < Values(&outcome_); ++outcome) {
    for (int second = 0; second < seconds_; ++second) {
      const auto count = static_cast<double>(counters_.Sum(static_cast<size_t>(outcome * seconds_ + second)));
      if (second_ == nullptr) {
        family.Add({Word(outcome_, outcome)}, count);
      } else if (metric_.has_series(outcome, second)) {
        family.Add({Word(outcome_, outcome), Word(*second_, second)}, count);
      }
    }
  }
  return family.Build();
}

}  // namespace cpsizer::server
