#include "server/rpc/unknown_method_service.h"

#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "cpsizer/status.h"
#include "server/engine/base/text.h"
#include "server/rpc/decisions.h"
#include "server/rpc/grpc_status.h"

namespace cpsizer::server {
namespace {

// Replaces bytes that are not ASCII, because clients cannot read a status with such bytes.
std::string Ascii(std::string text) {
  for (char& byte : text) {
    if (!absl::ascii_isascii(static_cast<unsigned char>(byte))) byte = '?';
  }
  return text;
}

class RefusingReactor final : public grpc::ServerGenericBidiReactor {
 public:
  explicit RefusingReactor(const grpc::GenericCallbackServerContext& context) {
    const absl::Status status = CallErrorStatus(
        CallError::kMethodUnknown, absl::StrCat("this server has no method ", Quoted(Ascii(context.method())),
                                                "; it serves the methods of cpsizer.v1.SizingService"));
    LogRefusal(context, context.method(), status);
    Finish(ToGrpcStatus(status));
  }
  void OnDone() override { delete this; }
};

}  // namespace

grpc::ServerGenericBidiReactor* UnknownMethodService::CreateReactor(grpc::GenericCallbackServerContext* context) {
  CountedCall(metrics_, 0).Finish(absl::StatusCode::kUnimplemented, 0);
  return new RefusingReactor(*context);  // deletes itself after the call has ended
}

}  // namespace cpsizer::server
