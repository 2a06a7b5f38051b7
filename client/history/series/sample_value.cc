#include "client/history/series/sample_value.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "client/history/series/limits.h"
#include "client/history/series/read_error.h"
#include "cpsizer/quantity.h"

namespace cpsizer::history {
namespace {

constexpr absl::string_view kRemedy = "; write a number, a quantity such as 8Gi or 250m, or leave the value empty";

// Reads a number without a sign and a suffix, which is faster than to read a quantity.
bool ReadPlainNumber(absl::string_view text, double& number) {
  if (text.empty() || text.front() < '0' || text.front() > '9') return false;
  const char* const end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, number);
  return result.ec == std::errc() && result.ptr == end && number < static_cast<double>(INT64_MAX);
}

}  // namespace

absl::Status ReadAmount(absl::string_view what, absl::string_view text, double& amount) {
  if (ReadPlainNumber(text, amount)) return absl::OkStatus();
  Quantity quantity;
  const QuantityError error = ParseQuantity(text, quantity);
  if (error != QuantityError::kNone || quantity.nanos < 0) {
    const absl::string_view problem = error == QuantityError::kNone ? "is negative" : Describe(error);
    return absl::InvalidArgumentError(absl::StrCat(what, ": ", QuotedValue(text), " ", problem, kRemedy));
  }
  const UnitsAndNanos parts = SplitNanos(quantity.nanos);
  amount = static_cast<double>(parts.units) + parts.nanos / 1e9;
  return absl::OkStatus();
}

absl::Status ReadNodes(absl::string_view text, double& nodes) {
  if (ReadPlainNumber(text, nodes) && std::floor(nodes) == nodes && nodes <= kMaxNodes) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("nodes: ", QuotedValue(text), " is not a whole number from 0 to ",
                                                 kMaxNodes, "; write a number of nodes such as 12"));
}

}  // namespace cpsizer::history
