#ifndef CPSIZER_SERVER_RPC_SIZE_SIZE_REQUEST_PARTS_H_
#define CPSIZER_SERVER_RPC_SIZE_SIZE_REQUEST_PARTS_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"

namespace cpsizer::server {

// Joins parts of one text. Copies them only if they are not adjacent.
class JoinedParts {
 public:
  void Add(absl::string_view part);
  // Valid until this object changes or moves, or the text is destroyed.
  absl::string_view text() const { return copied_ ? absl::string_view(copy_) : adjacent_; }

 private:
  absl::string_view adjacent_;
  std::string copy_;
  bool copied_ = false;
};

// A serialized RecommendSizeRequest in two parts. Each part is a serialized RecommendSizeRequest too.
struct SizeRequestParts {
  // The fields that CompileSizeConfiguration() reads, in the order of the request.
  JoinedParts configuration;
  // The other fields, in the order of the request.
  JoinedParts rest;
};

// Splits `request`, a serialized RecommendSizeRequest, without parsing it. Returns nothing if the request has no
// configuration, or is not a valid sequence of fields. Does not check the content of the fields. The result refers to
// `request`.
absl::optional<SizeRequestParts> SplitSizeRequest(absl::string_view request);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_SIZE_SIZE_REQUEST_PARTS_H_
