#include "client/effects/baseline.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "client/effects/baseline_table.h"
#include "client/objects/escape.h"

namespace cpsizer::effects {
namespace {

constexpr size_t kBaselineFields = 4;

absl::Status InLine(size_t line, absl::string_view message) {
  return absl::InvalidArgumentError(absl::StrCat("line ", line, ": ", message));
}

absl::Status ReadAmount(size_t line, const char* resource, absl::string_view text, ContainerRequests& requests) {
  if (text.empty()) return absl::OkStatus();
  Quantity quantity;
  const QuantityError error = ParseQuantity(text, quantity);
  if (error != QuantityError::kNone) {
    return InLine(line, absl::StrCat(resource, ": ", objects::QuotedValue(text), " is not a quantity: it ",
                                     Describe(error), "; write a quantity such as 500m or 2Gi"));
  }
  if (quantity.nanos < 0) {
    return InLine(line, absl::StrCat(resource, ": ", objects::QuotedValue(text), " is negative; write 0 or more"));
  }
  requests[resource].amount = quantity;
  return absl::OkStatus();
}

absl::Status ReadRow(size_t line, absl::string_view text, Requests& requests) {
  const std::vector<absl::string_view> fields = absl::StrSplit(text, ',');
  if (fields.size() != kBaselineFields) {
    return InLine(line,
                  absl::StrCat(objects::QuotedValue(text), " has ", fields.size(), " fields; write ", kBaselineHeader));
  }
  if (fields[0].empty() || fields[1].empty()) {
    return InLine(line, absl::StrCat(fields[0].empty() ? "component" : "container",
                                     ": the name is empty; write the name as in the control plane"));
  }
  const auto [it, is_new] = requests.try_emplace({std::string(fields[0]), std::string(fields[1])});
  if (!is_new) {
    return InLine(line, absl::StrCat("there is another line for ",
                                     objects::QuotedValue(absl::StrCat(fields[0], ",", fields[1])), "; give one"));
  }
  if (requests.size() > kMaxBaselineRows) {
    return InLine(line, absl::StrCat("there are more than ", kMaxBaselineRows, " containers, the maximum"));
  }
  const absl::Status cpu = ReadAmount(line, "cpu", fields[2], it->second);
  return cpu.ok() ? ReadAmount(line, "memory", fields[3], it->second) : cpu;
}

}  // namespace

absl::StatusOr<Requests> ReadBaseline(absl::string_view csv) {
  Requests requests;
  size_t line = 0;
  bool has_header = false;
  for (const absl::string_view untrimmed : absl::StrSplit(csv, '\n')) {
    ++line;
    const absl::string_view text = absl::StripAsciiWhitespace(untrimmed);
    if (text.empty() || absl::StartsWith(text, "#")) continue;
    if (!has_header && text != kBaselineHeader) {
      return InLine(line, absl::StrCat(objects::QuotedValue(text), " is not the header; write ", kBaselineHeader));
    }
    if (!std::exchange(has_header, true)) continue;
    const absl::Status status = ReadRow(line, text, requests);
    if (!status.ok()) return status;
  }
  if (requests.empty()) return absl::InvalidArgumentError("the table has no container; write at least one line");
  return requests;
}

const Requests& DefaultBaseline() {
  static const Requests* const baseline = new Requests(*ReadBaseline(kBaselineTable));
  return *baseline;
}

}  // namespace cpsizer::effects
