#include "client/objects/lease/vpa_settings.h"

#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/time/time.h"
#include "client/objects/escape.h"
#include "cpsizer/limits.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"

namespace cpsizer::objects {
namespace {

// The annotation contains the names of flags without the dashes.
constexpr size_t kDashes = 2;

using Field = google::protobuf::FieldDescriptor;

const Field& FieldOf(const VpaSetting& setting) {
  return *v1::RecommendSizeOptions::descriptor()->FindFieldByNumber(setting.field);
}

bool SetNumber(const VpaSetting& setting, absl::string_view text, v1::RecommendSizeOptions& options) {
  const google::protobuf::Reflection& reflection = *v1::RecommendSizeOptions::GetReflection();
  const Field& field = FieldOf(setting);
  const auto in_range = [&setting](auto number) {
    using Number = decltype(number);
    return number >= static_cast<Number>(setting.least) && number <= static_cast<Number>(setting.most);
  };
  if (field.cpp_type() == Field::CPPTYPE_DOUBLE) {
    double number = 0;
    if (!absl::SimpleAtod(text, &number) || !in_range(number)) return false;
    reflection.SetDouble(&options, &field, number);
    return true;
  }
  int64_t number = 0;
  if (!absl::SimpleAtoi(text, &number) || !in_range(number)) return false;
  reflection.SetInt64(&options, &field, number);
  return true;
}

std::string ValueOf(const VpaSetting& setting, const v1::RecommendSizeOptions& options) {
  const google::protobuf::Reflection& reflection = *v1::RecommendSizeOptions::GetReflection();
  const Field& field = FieldOf(setting);
  if (field.cpp_type() == Field::CPPTYPE_DOUBLE) return absl::StrCat(reflection.GetDouble(options, &field));
  if (field.cpp_type() == Field::CPPTYPE_INT64) return absl::StrCat(reflection.GetInt64(options, &field));
  return reflection.GetString(options, &field);
}

}  // namespace

absl::Status SetVpaSetting(const VpaSetting& setting, absl::string_view text, v1::RecommendSizeOptions& options) {
  const std::string quoted = absl::StrCat("\"", EscapeCut(text, kMaxQuotedValueBytes), "\"");
  if (FieldOf(setting).cpp_type() != Field::CPPTYPE_STRING) {
    if (SetNumber(setting, text, options)) return absl::OkStatus();
    const bool is_whole = FieldOf(setting).cpp_type() != Field::CPPTYPE_DOUBLE;
    return absl::InvalidArgumentError(absl::StrCat(quoted,
                                                   is_whole ? " is not a whole number from " : " is not a number from ",
                                                   setting.least, " to ", setting.most));
  }
  absl::Duration duration;
  if (!absl::ParseDuration(text, &duration) || duration < absl::ZeroDuration() ||
      duration == absl::InfiniteDuration()) {
    return absl::InvalidArgumentError(
        absl::StrCat(quoted, " is not a duration of at least 0; write it like 24h or 0s"));
  }
  v1::RecommendSizeOptions::GetReflection()->SetString(&options, &FieldOf(setting), absl::FormatDuration(duration));
  return absl::OkStatus();
}

std::string VpaSettingsText(const v1::RecommendSizeOptions& options) {
  std::string text;
  for (const VpaSetting& setting : kVpaSettings) {
    if (!v1::RecommendSizeOptions::GetReflection()->HasField(options, &FieldOf(setting))) continue;
    absl::StrAppend(&text, text.empty() ? "" : ",", absl::string_view(setting.flag).substr(kDashes), "=",
                    ValueOf(setting, options));
  }
  return text;
}

absl::Status ReadVpaSettings(absl::string_view text, v1::RecommendSizeOptions& options) {
  for (const absl::string_view one : absl::StrSplit(text, ',', absl::SkipEmpty())) {
    const std::pair<absl::string_view, absl::string_view> parts = absl::StrSplit(one, absl::MaxSplits('=', 1));
    for (const VpaSetting& setting : kVpaSettings) {
      if (parts.first != absl::string_view(setting.flag).substr(kDashes)) continue;
      const absl::Status status = SetVpaSetting(setting, parts.second, options);
      if (!status.ok()) return absl::InvalidArgumentError(absl::StrCat(setting.flag, ": ", status.message()));
    }
  }
  return absl::OkStatus();
}

}  // namespace cpsizer::objects
