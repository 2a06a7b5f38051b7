#include "client/service/remote_service.h"

#include <google/protobuf/message_lite.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>
#include <grpcpp/impl/codegen/proto_utils.h>

#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "client/service/call_status.h"
#include "client/service/service_channel.h"

namespace cpsizer {
namespace {

using google::protobuf::Message;
using google::protobuf::MessageLite;
using Stub = grpc::TemplatedGenericStub<MessageLite, MessageLite>;

// A call in flight. The gRPC tag of the call is a pointer to this object.
struct PendingCall {
  grpc::ClientContext context;
  grpc::Status status;
  std::unique_ptr<grpc::ClientAsyncResponseReader<MessageLite>> reader;
  SizingService::OnEnd end;
};

// Returns the gRPC path of the method that has the type of `request`. tests/lint/proto_test.cc checks that the request
// of a method M is the message MRequest.
std::string PathOf(const Message& request) {
  const google::protobuf::Descriptor& type = *request.GetDescriptor();
  return absl::StrCat("/", type.file()->package(), ".SizingService/", absl::StripSuffix(type.name(), "Request"));
}

// Waits for responses on a thread of its own. The threads that gRPC creates for callbacks would wake up several times
// per second.
class RemoteService : public SizingService {
 public:
  RemoteService(Executor executor, RemoteServiceOptions options)
      : executor_(std::move(executor)), options_(std::move(options)), thread_([this] { Listen(); }) {
    if (options_.tls.reload) {
      Connect();
      reload_ = executor_.every(options_.tls.period, [this] { Connect(); });
    } else {
      stub_ = std::make_unique<Stub>(MakeServiceChannel(options_.target));
    }
  }

  ~RemoteService() override {
    *alive_ = false;
    for (const auto& [call, owner] : calls_) call->context.TryCancel();
    completions_.Shutdown();
    thread_.join();
  }

  void Send(const Message& request, bool is_large, Message& response, OnEnd end) override {
    auto call = std::make_unique<PendingCall>();
    call->end = std::move(end);
    const absl::Duration timeout = is_large ? options_.large_timeout : options_.timeout;
    call->context.set_deadline(std::chrono::system_clock::now() + absl::ToChronoMicroseconds(timeout));
    call->reader = stub_->PrepareUnaryCall(&call->context, PathOf(request), request, &completions_);
    call->reader->StartCall();
    PendingCall* const tag = call.get();
    call->reader->Finish(&response, &call->status, tag);
    calls_.emplace(tag, std::move(call));
  }

 private:
  // Opens a new channel if the content of the TLS files has changed.
  void Connect() {
    std::shared_ptr<const grpc::SslCredentialsOptions> now = options_.tls.reload();
    if (now == credentials_) return;
    credentials_ = std::move(now);
    stub_ = std::make_unique<Stub>(MakeServiceChannel(options_.target, credentials_.get(), options_.tls.server_name));
  }

  void Listen() {
    void* tag = nullptr;
    bool unused = false;
    while (completions_.Next(&tag, &unused)) {
      executor_.post([this, alive = alive_, call = static_cast<PendingCall*>(tag)] {
        if (*alive) End(call);
      });
    }
  }

  void End(PendingCall* tag) {
    const std::unique_ptr<PendingCall> call = std::move(calls_.extract(tag).mapped());
    absl::Status status = ToAbslStatus(call->status);
    if (!status.ok() && options_.explain) {
      status = WithMessage(status, options_.explain(status.code(), status.message()));
    }
    call->end(std::move(status));
  }

  const Executor executor_;
  const RemoteServiceOptions options_;
  std::shared_ptr<const grpc::SslCredentialsOptions> credentials_;
  std::shared_ptr<void> reload_;
  std::unique_ptr<Stub> stub_;
  const std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  grpc::CompletionQueue completions_;
  absl::flat_hash_map<PendingCall*, std::unique_ptr<PendingCall>> calls_;
  std::thread thread_;
};

}  // namespace

std::unique_ptr<SizingService> MakeRemoteService(Executor executor, RemoteServiceOptions options) {
  return std::make_unique<RemoteService>(std::move(executor), std::move(options));
}

}  // namespace cpsizer
