#include "server/rpc/health_service.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "cpsizer/status.h"
#include "server/engine/base/text.h"
#include "server/rpc/call.h"
#include "server/rpc/grpc_status.h"

namespace cpsizer::server {
namespace {

using ::grpc::health::v1::HealthCheckRequest;
using ::grpc::health::v1::HealthCheckResponse;

// The maximum size of a request. A request contains only the name of a service.
constexpr size_t kMaxRequestBytes = 8 << 10;
// When the server stops, it waits at most this time for messages that are being sent to watchers.
constexpr std::chrono::seconds kCloseTimeout{1};

absl::StatusOr<std::string> RequestedService(const grpc::ByteBuffer& bytes) {
  absl::Status status = CheckReceived(bytes, kMaxRequestBytes);
  if (!status.ok()) return status;
  CallArena memory;
  auto& request = *google::protobuf::Arena::CreateMessage<HealthCheckRequest>(&memory.arena());
  status = ParseOnArena(bytes, kUsualBudget, memory.arena(), request);
  if (!status.ok()) return status;
  return request.service();
}

HealthCheckResponse::ServingStatus OnTheWire(Health health) {
  switch (health) {
    case Health::kServing:
      return HealthCheckResponse::SERVING;
    case Health::kNotServing:
      return HealthCheckResponse::NOT_SERVING;
    case Health::kServiceUnknown:
      break;
  }
  return HealthCheckResponse::SERVICE_UNKNOWN;
}

absl::Status Serialize(Health health, grpc::ByteBuffer& bytes) {
  HealthCheckResponse response;
  response.set_status(OnTheWire(health));
  return SerializeTo(response, bytes);
}

absl::Status StatusOf(WatchEnd end, size_t max_watches) {
  switch (end) {
    case WatchEnd::kLeft:
      break;
    case WatchEnd::kTooMany:
      return CallErrorStatus(CallError::kTooManyHealthWatches,
                             absl::StrCat(max_watches, " health watches are open already; close one, or call Check"));
    case WatchEnd::kClosed:
      return CallErrorStatus(CallError::kShuttingDown, "this server is shutting down");
  }
  return absl::CancelledError("the caller cancelled the call");
}

// A call of Watch that ends immediately with an error.
class RefusedWatch final : public grpc::ServerWriteReactor<grpc::ByteBuffer> {
 public:
  explicit RefusedWatch(const absl::Status& status) { Finish(ToGrpcStatus(status)); }
  void OnDone() override { delete this; }
};

// A call of Watch. Deletes itself after the call has ended.
class WatchStream final : public grpc::ServerWriteReactor<grpc::ByteBuffer>, public HealthWatcher {
 public:
  WatchStream(HealthState& state, grpc::CallbackServerContext& context) : state_(state), context_(context) {}

  void Send(Health health) override {
    // Serialize() cannot fail, because the message contains only one number.
    Serialize(health, response_).IgnoreError();
    StartWrite(&response_);
  }
  void Abandon() override { context_.TryCancel(); }
  void End(WatchEnd end) override { Finish(ToGrpcStatus(StatusOf(end, state_.max_watchers()))); }

  void OnWriteDone(bool ok) override { state_.FinishSend(*this, ok); }
  void OnCancel() override { state_.Leave(*this); }
  void OnDone() override { delete this; }

 private:
  HealthState& state_;
  grpc::CallbackServerContext& context_;
  grpc::ByteBuffer response_;
};

}  // namespace

HealthService::HealthService(std::vector<std::string> services, size_t max_watches)
    : services_(std::move(services)), state_(max_watches) {}

void HealthService::Close() {
  state_.Close(kCloseTimeout);
}

bool HealthService::HasService(const std::string& service) const {
  return service.empty() || std::find(services_.begin(), services_.end(), service) != services_.end();
}

absl::Status HealthService::Answer(const grpc::ByteBuffer& request, grpc::ByteBuffer& response) const {
  const absl::StatusOr<std::string> service = RequestedService(request);
  if (!service.ok()) return service.status();
  if (!HasService(*service)) {
    return absl::NotFoundError(absl::StrCat("this server has no service ", Quoted(*service),
                                            "; leave the name empty to check the server as a whole"));
  }
  return Serialize(state_.health(), response);
}

grpc::ServerUnaryReactor* HealthService::Check(grpc::CallbackServerContext* context, const grpc::ByteBuffer* request,
                                               grpc::ByteBuffer* response) {
  grpc::ServerUnaryReactor* const reactor = context->DefaultReactor();
  reactor->Finish(ToGrpcStatus(Answer(*request, *response)));
  return reactor;
}

grpc::ServerWriteReactor<grpc::ByteBuffer>* HealthService::Watch(grpc::CallbackServerContext* context,
                                                                 const grpc::ByteBuffer* request) {
  const absl::StatusOr<std::string> service = RequestedService(*request);
  if (!service.ok()) return new RefusedWatch(service.status());
  auto* const stream = new WatchStream(state_, *context);
  state_.Add(*stream, HasService(*service));
  return stream;
}

}  // namespace cpsizer::server
