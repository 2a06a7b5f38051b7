#include "server/unknown_method_service.h"

#include "absl/strings/str_cat.h"
#include "cpsizer/status.h"
#include "server/engine/text.h"
#include "server/grpc_status.h"

namespace cpsizer::server {
namespace {

class RefusingReactor final : public grpc::ServerGenericBidiReactor {
 public:
  explicit RefusingReactor(absl::string_view method) {
    Finish(ToGrpcStatus(CallErrorStatus(CallError::kMethodUnknown,
                                        absl::StrCat("this server has no method ", Quoted(method),
                                                     "; its methods are those of cpsizer.v1.SizingService"))));
  }
  void OnDone() override { delete this; }
};

}  // namespace

grpc::ServerGenericBidiReactor* UnknownMethodService::CreateReactor(grpc::GenericCallbackServerContext* context) {
  CountedCall(metrics_, 0).Finish(absl::StatusCode::kUnimplemented, 0);
  return new RefusingReactor(context->method());  // deletes itself when gRPC is done with it
}

}  // namespace cpsizer::server
