#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "absl/strings/string_view.h"
#include "cpsizer/recommend_size.h"
#include "cpsizer/validate_config.h"

namespace cpsizer {
namespace {

// Parses the bytes, calls, and asks for an answer or an error that says whose fault it is.
template <typename Request, typename Response, typename Function>
void Call(absl::string_view bytes, Function function) {
  Request request;
  if (!request.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return;
  Response response;
  const absl::Status status = function(request, response);
  if (status.ok()) {
    Response again;
    // The same request gives the same bytes.
    if (!function(request, again).ok() || again.SerializeAsString() != response.SerializeAsString()) std::abort();
  } else if (!absl::IsInvalidArgument(status) && !absl::IsFailedPrecondition(status)) {
    std::abort();
  }
}

void CallOne(uint8_t method, absl::string_view bytes) {
  switch (method % 3) {
    case 0:
      return Call<v1::RecommendSizeRequest, v1::RecommendSizeResponse>(bytes, &RecommendSize);
    case 1:
      return Call<v1::ValidateConfigRequest, v1::ValidateConfigResponse>(bytes, &ValidateConfig);
    default:
      return Call<v1::BatchRecommendSizeRequest, v1::BatchRecommendSizeResponse>(
          bytes, [](const v1::BatchRecommendSizeRequest& request, v1::BatchRecommendSizeResponse& response) {
            return BatchRecommendSize(
                request, [] { return false; }, response);
          });
  }
}

}  // namespace
}  // namespace cpsizer

// The first byte chooses the method.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size > 0) cpsizer::CallOne(data[0], absl::string_view(reinterpret_cast<const char*>(data + 1), size - 1));
  return 0;
}
