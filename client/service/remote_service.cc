#include <grpcpp/grpcpp.h>

#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "client/service/service_channel.h"
#include "client/sidecar/control/sizing_service.h"
#include "cpsizer/v1/sizing_service.grpc.pb.h"

namespace cpsizer::sidecar {
namespace {

constexpr int kLargeTimeoutFactor = 10;

absl::Status Failure(const std::string& target, const ServiceTls& tls, const grpc::Status& status) {
  const auto code = static_cast<absl::StatusCode>(status.error_code());
  const std::string advice = tls.advise ? tls.advise(code, status.error_message()) : "";
  return absl::Status(code, absl::StrCat(target, ": ", absl::StatusCodeToString(code), ": ", status.error_message(),
                                         advice.empty() ? "" : "; ", advice));
}

// A call under way; gRPC knows it by its address.
struct Call {
  virtual ~Call() = default;
  virtual void Answer(const std::string& target, const ServiceTls& tls) = 0;

  grpc::ClientContext context;
  grpc::Status status;
};

template <typename Response>
struct CallFor : Call {
  void Answer(const std::string& target, const ServiceTls& tls) override {
    answer(status.ok() ? absl::StatusOr<Response>(std::move(response)) : Failure(target, tls, status));
  }

  Response response;
  std::unique_ptr<grpc::ClientAsyncResponseReader<Response>> reader;
  SizingService::OnAnswer<Response> answer;
};

// A thread of its own waits for the answers: those that gRPC lends to callbacks look around several times a second.
class RemoteService : public SizingService {
 public:
  RemoteService(kube::EventLoop& loop, const std::string& target, absl::Duration timeout, ServiceTls tls)
      : loop_(loop), target_(target), timeout_(timeout), tls_(std::move(tls)), thread_([this] { Listen(); }) {
    if (tls_.look) {
      Connect();
    } else {
      stub_ = v1::SizingService::NewStub(MakeServiceChannel(target_));
    }
  }

  // Waits until gRPC has let go of the calls.
  ~RemoteService() override {
    *alive_ = false;
    loop_.timers().Cancel(next_look_);
    for (const auto& [call, owner] : calls_) call->context.TryCancel();
    completions_.Shutdown();
    thread_.join();
  }

  void RecommendSize(v1::RecommendSizeRequest request, OnAnswer<v1::RecommendSizeResponse> answer) override {
    Begin(&Stub::AsyncRecommendSize, request, std::move(answer), timeout_);
  }
  void BatchRecommendSize(v1::BatchRecommendSizeRequest request,
                          OnAnswer<v1::BatchRecommendSizeResponse> answer) override {
    Begin(&Stub::AsyncBatchRecommendSize, request, std::move(answer), kLargeTimeoutFactor * timeout_);
  }
  void ValidateConfig(v1::ValidateConfigRequest request, OnAnswer<v1::ValidateConfigResponse> answer) override {
    Begin(&Stub::AsyncValidateConfig, request, std::move(answer), timeout_);
  }
  void RecommendReplicas(v1::RecommendReplicasRequest request,
                         OnAnswer<v1::RecommendReplicasResponse> answer) override {
    Begin(&Stub::AsyncRecommendReplicas, request, std::move(answer), kLargeTimeoutFactor * timeout_);
  }

 private:
  // Takes what is new, now and again and again.
  void Connect() {
    std::shared_ptr<const grpc::SslCredentialsOptions> now = tls_.look();
    if (now != shown_) {
      shown_ = std::move(now);
      stub_ = v1::SizingService::NewStub(MakeServiceChannel(target_, shown_.get(), tls_.server_name));
    }
    next_look_ = loop_.timers().At(loop_.now() + tls_.period, [this] { Connect(); });
  }

  using Stub = v1::SizingService::Stub;
  template <typename Request, typename Response>
  using Method = std::unique_ptr<grpc::ClientAsyncResponseReader<Response>> (Stub::*)(grpc::ClientContext*,
                                                                                      const Request&,
                                                                                      grpc::CompletionQueue*);

  template <typename Request, typename Response>
  void Begin(Method<Request, Response> method, const Request& request, OnAnswer<Response> answer,
             absl::Duration timeout) {
    auto call = std::make_unique<CallFor<Response>>();
    call->answer = std::move(answer);
    call->context.set_deadline(std::chrono::system_clock::now() + absl::ToChronoMicroseconds(timeout));
    call->reader = (stub_.get()->*method)(&call->context, request, &completions_);
    call->reader->Finish(&call->response, &call->status, static_cast<Call*>(call.get()));
    Call* const name = call.get();
    calls_.emplace(name, std::move(call));
  }

  void Listen() {
    void* ended = nullptr;
    bool unused = false;
    while (completions_.Next(&ended, &unused)) {
      loop_.Post([this, alive = alive_, call = static_cast<Call*>(ended)] {
        if (*alive) calls_.extract(call).mapped()->Answer(target_, tls_);
      });
    }
  }

  kube::EventLoop& loop_;
  const std::string target_;
  const absl::Duration timeout_;
  const ServiceTls tls_;
  std::shared_ptr<const grpc::SslCredentialsOptions> shown_;
  kube::Timers::Id next_look_ = 0;
  std::unique_ptr<Stub> stub_;
  const std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  grpc::CompletionQueue completions_;
  absl::flat_hash_map<Call*, std::unique_ptr<Call>> calls_;
  std::thread thread_;
};

}  // namespace

std::unique_ptr<SizingService> MakeRemoteService(kube::EventLoop& loop, const std::string& target,
                                                 absl::Duration timeout, ServiceTls tls) {
  return std::make_unique<RemoteService>(loop, target, timeout, std::move(tls));
}

}  // namespace cpsizer::sidecar
