#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "absl/strings/string_view.h"
#include "cpsizer/quantity.h"

namespace cpsizer {
namespace {

// Returns whether `text` has all required properties.
bool Holds(absl::string_view text) {
  Quantity quantity;
  const QuantityError error = ParseQuantity(text, quantity);
  if (error == QuantityError::kOutOfRange) {
    return quantity.nanos == kMaxQuantityNanos || quantity.nanos == -kMaxQuantityNanos;
  }
  if (error != QuantityError::kNone) return quantity.nanos == 0 && !Describe(error).empty();
  const std::string canonical = CanonicalText(quantity);
  Quantity again;
  if (ParseQuantity(canonical, again) != QuantityError::kNone || !(again == quantity)) return false;
  // As in Kubernetes, the canonical text of 62.5Ki is 64000, and the canonical text of 64000 is 64k.
  if (again.format == quantity.format && CanonicalText(again) != canonical) return false;
  return !HumanMemory(quantity).empty() && !HumanCpu(quantity).empty() && !HumanFraction(quantity).empty();
}

}  // namespace
}  // namespace cpsizer

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (!cpsizer::Holds(absl::string_view(reinterpret_cast<const char*>(data), size))) std::abort();
  return 0;
}
