#include "server/engine/cpu_requests/cpu_texts.h"

#include <limits>

#include "absl/strings/str_cat.h"
#include "server/engine/base/read_quantity.h"
#include "server/engine/base/text.h"

namespace cpsizer {

std::string CpuText(Nanos nanos) {
  return CanonicalText({nanos, QuantityFormat::kDecimalSI});
}

std::string MillicoreText(Millicores millicores) {
  return CpuText(millicores * kNanosPerMillicore);
}

std::string HumanCpus(Millicores millicores) {
  return PlainText({millicores * kNanosPerMillicore, QuantityFormat::kDecimalSI});
}

absl::optional<Nanos> ReadCpu(absl::string_view text, absl::string_view path, Findings& findings) {
  const absl::optional<Quantity> quantity =
      ReadQuantityFrom(0, text, {path, -1, ""}, Rule::kValueNegative, "is negative", findings);
  if (!quantity.has_value()) return absl::nullopt;
  return quantity->nanos;
}

int64_t ReadMillicores(absl::string_view text, absl::string_view path, Findings& findings) {
  const Millicores millicores =
      (ReadCpu(text, path, findings).value_or(0) + kNanosPerMillicore - 1) / kNanosPerMillicore;
  if (millicores <= std::numeric_limits<int64_t>::max()) return static_cast<int64_t>(millicores);
  findings.Add(Rule::kQuantityOutOfRange, path, text,
               absl::StrCat(Quoted(text), " is above 9223372036854775807 millicores"));
  return 0;
}

}  // namespace cpsizer
