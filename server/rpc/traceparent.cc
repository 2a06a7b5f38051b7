#include "server/rpc/traceparent.h"

#include "absl/strings/match.h"

namespace cpsizer::server {
namespace {

constexpr absl::string_view kForm = "00-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx-xxxxxxxxxxxxxxxx-xx";
constexpr size_t kTraceId = 3;
constexpr size_t kTraceIdSize = 32;
constexpr size_t kParentId = 36;
constexpr size_t kParentIdSize = 16;

bool IsZero(absl::string_view id) {
  return id.find_first_not_of('0') == absl::string_view::npos;
}

}  // namespace

absl::string_view ValidTraceparent(absl::string_view header) {
  if (header.size() != kForm.size()) return "";
  for (size_t i = 0; i < kForm.size(); ++i) {
    // W3C Trace Context, 3.2, allows only lower case.
    const bool fits = kForm[i] == 'x' ? absl::StrContains("0123456789abcdef", header[i]) : header[i] == kForm[i];
    if (!fits) return "";
  }
  if (IsZero(header.substr(kTraceId, kTraceIdSize)) || IsZero(header.substr(kParentId, kParentIdSize))) return "";
  return header;
}

absl::string_view TraceparentOf(const grpc::CallbackServerContext& context) {
  const auto& metadata = context.client_metadata();
  const auto found = metadata.find("traceparent");
  if (found == metadata.end()) return "";
  return ValidTraceparent({found->second.data(), found->second.size()});
}

}  // namespace cpsizer::server
