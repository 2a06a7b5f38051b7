#ifndef CPSIZER_SERVER_ENGINE_BASE_QUANTITY_PARTS_H_
#define CPSIZER_SERVER_ENGINE_BASE_QUANTITY_PARTS_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "cpsizer/quantity.h"

namespace cpsizer {

// The factor of a suffix: 2^binary x 10^decimal.
struct QuantityScale {
  int binary = 0;
  int decimal = 0;
  QuantityFormat format = QuantityFormat::kDecimalSI;
};

// The parts of the text of a quantity. Some parts are views into the text. The text must outlive this object.
struct QuantityParts {
  bool negative = false;
  absl::string_view integer;
  absl::string_view fraction;
  QuantityScale scale;
  // All digits as one number; valid only if there are at most kShortDigits digits.
  uint64_t mantissa = 0;
};

// A number with this many digits fits into 64 bits.
inline constexpr size_t kShortDigits = 18;

// Splits `text` into its parts. Returns the errors of ParseQuantity() except kOutOfRange; after an error `parts` is
// unspecified.
QuantityError TakeApart(absl::string_view text, QuantityParts& parts);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_BASE_QUANTITY_PARTS_H_
