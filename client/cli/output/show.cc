#include "client/cli/output/show.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "cpsizer/quantity.h"
#include "google/protobuf/text_format.h"
#include "server/process/enum_word.h"
#include "server/process/nearest_name.h"

namespace cpsizer::cli {
namespace {

constexpr int kMaxShownPercent = 999;
constexpr size_t kMaxNames = 10;

// If `canonical` cannot be parsed, returns it unchanged, because a server of another version may send such a text.
std::string Show(absl::string_view canonical, std::string (*human)(const Quantity&)) {
  Quantity quantity;
  if (canonical.empty()) return "-";
  if (ParseQuantity(canonical, quantity) != QuantityError::kNone) return std::string(canonical);
  return human(quantity);
}

}  // namespace

std::string ShowMemory(absl::string_view canonical) {
  return Show(canonical, HumanMemory);
}

std::string ShowCpu(absl::string_view canonical) {
  return Show(canonical, HumanCpu);
}

std::string ShowMetricAmount(absl::string_view metric, absl::string_view amount) {
  const bool bytes = absl::StartsWith(metric, "memory ") || metric == "memory";
  // An amount with a larger unit is not changed, because the user chose this unit.
  const bool bare = !amount.empty() && (absl::ascii_isdigit(amount.back()) || absl::StrContains("numk", amount.back()));
  return bytes && bare ? ShowMemory(amount) : OrDash(amount);
}

std::string ShowFraction(absl::string_view canonical) {
  return Show(canonical, HumanFraction);
}

std::string ShowPercent(double ratio) {
  const double percent = std::floor(ratio * 100);
  if (!(percent <= kMaxShownPercent)) return absl::StrCat(">+", kMaxShownPercent, "%");
  return absl::StrCat(percent < 0 ? "" : "+", static_cast<int>(std::max(percent, -100.0)), "%");
}

std::string ShowAge(absl::string_view created, absl::Time now) {
  absl::Time time;
  std::string error;
  if (!absl::ParseTime(absl::RFC3339_full, created, &time, &error)) return "-";
  const int64_t seconds = std::max<int64_t>(absl::ToInt64Seconds(now - time), 0);
  constexpr struct {
    int64_t seconds;
    absl::string_view unit;
  } kUnits[] = {{86'400, "d"}, {3'600, "h"}, {60, "m"}};
  for (const auto& unit : kUnits) {
    if (seconds >= 2 * unit.seconds) return absl::StrCat(seconds / unit.seconds, unit.unit);
  }
  return absl::StrCat(seconds, "s");
}

std::string ShowEnum(absl::string_view name, absl::string_view prefix) {
  const absl::string_view word = server::EnumWord(name, prefix);
  return word.empty() ? "-" : absl::StrReplaceAll(absl::AsciiStrToLower(word), {{"_", " "}});
}

std::string Counted(size_t count, absl::string_view word) {
  return absl::StrCat(count, " ", word, count == 1 ? "" : "s");
}

std::string ListNames(absl::Span<const std::string> names) {
  const std::string first = absl::StrJoin(names.subspan(0, kMaxNames), ", ");
  return names.size() <= kMaxNames ? first : absl::StrCat(first, " and ", names.size() - kMaxNames, " more");
}

std::string SuggestName(absl::string_view name, absl::Span<const std::string> known, absl::string_view lead) {
  const std::string suggestion = server::DidYouMean(name, std::vector<absl::string_view>(known.begin(), known.end()));
  return suggestion.empty() ? absl::StrCat("; ", lead, " ", ListNames(known)) : suggestion;
}

std::string OrDash(absl::string_view text) {
  return text.empty() ? "-" : std::string(text);
}

std::vector<std::pair<std::string, std::string>> FieldsAsWords(const google::protobuf::Message& message) {
  using Field = google::protobuf::FieldDescriptor;
  std::vector<const Field*> fields;
  const google::protobuf::Reflection& reflection = *message.GetReflection();
  reflection.ListFields(message, &fields);
  std::vector<std::pair<std::string, std::string>> words;
  for (const Field* field : fields) {
    std::string value;
    if (field->is_repeated() || field->cpp_type() == Field::CPPTYPE_MESSAGE) continue;
    if (field->cpp_type() == Field::CPPTYPE_STRING) {
      value = reflection.GetString(message, field);
    } else {
      google::protobuf::TextFormat::PrintFieldValueToString(message, field, -1, &value);
    }
    words.emplace_back(absl::StrReplaceAll(field->name(), {{"_", " "}}), std::move(value));
  }
  return words;
}

}  // namespace cpsizer::cli
