#include "client/service/remote_service.h"

#include <grpcpp/grpcpp.h>

#include <chrono>
#include <memory>
#include <thread>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "client/service/call_status.h"
#include "client/service/service_channel.h"
#include "cpsizer/v1/sizing_service.grpc.pb.h"

namespace cpsizer {
namespace {

// A call in flight. The gRPC tag of the call is a pointer to this object.
struct PendingCall {
  virtual ~PendingCall() = default;
  // Passes the response to the caller, or `error` if the call failed.
  virtual void Answer(absl::Status error) = 0;

  grpc::ClientContext context;
  grpc::Status status;
};

template <typename Response>
struct PendingCallFor : PendingCall {
  void Answer(absl::Status error) override {
    answer(error.ok() ? absl::StatusOr<Response>(std::move(response)) : std::move(error));
  }

  Response response;
  std::unique_ptr<grpc::ClientAsyncResponseReader<Response>> reader;
  SizingService::OnAnswer<Response> answer;
};

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
      stub_ = v1::SizingService::NewStub(MakeServiceChannel(options_.target));
    }
  }

  ~RemoteService() override {
    *alive_ = false;
    for (const auto& [call, owner] : calls_) call->context.TryCancel();
    completions_.Shutdown();
    thread_.join();
  }

  void RecommendSize(v1::RecommendSizeRequest request, OnAnswer<v1::RecommendSizeResponse> answer) override {
    Begin(&Stub::AsyncRecommendSize, request, std::move(answer));
  }
  void BatchRecommendSize(v1::BatchRecommendSizeRequest request,
                          OnAnswer<v1::BatchRecommendSizeResponse> answer) override {
    Begin(&Stub::AsyncBatchRecommendSize, request, std::move(answer));
  }
  void ValidateConfig(v1::ValidateConfigRequest request, OnAnswer<v1::ValidateConfigResponse> answer) override {
    Begin(&Stub::AsyncValidateConfig, request, std::move(answer));
  }
  void RecommendReplicas(v1::RecommendReplicasRequest request,
                         OnAnswer<v1::RecommendReplicasResponse> answer) override {
    Begin(&Stub::AsyncRecommendReplicas, request, std::move(answer));
  }
  void ScaleCpuRequests(v1::ScaleCpuRequestsRequest request, OnAnswer<v1::ScaleCpuRequestsResponse> answer) override {
    Begin(&Stub::AsyncScaleCpuRequests, request, std::move(answer));
  }
  void RecommendMachine(v1::RecommendMachineRequest request, OnAnswer<v1::RecommendMachineResponse> answer) override {
    Begin(&Stub::AsyncRecommendMachine, request, std::move(answer));
  }
  void PlanClusterAutoscaler(v1::PlanClusterAutoscalerRequest request,
                             OnAnswer<v1::PlanClusterAutoscalerResponse> answer) override {
    Begin(&Stub::AsyncPlanClusterAutoscaler, request, std::move(answer));
  }
  void BatchRecommendReplicas(v1::BatchRecommendReplicasRequest request,
                              OnAnswer<v1::BatchRecommendReplicasResponse> answer) override {
    Begin(&Stub::AsyncBatchRecommendReplicas, request, std::move(answer));
  }

 private:
  using Stub = v1::SizingService::Stub;
  template <typename Request, typename Response>
  using Method = std::unique_ptr<grpc::ClientAsyncResponseReader<Response>> (Stub::*)(grpc::ClientContext*,
                                                                                      const Request&,
                                                                                      grpc::CompletionQueue*);

  // Opens a new channel if the content of the TLS files has changed.
  void Connect() {
    std::shared_ptr<const grpc::SslCredentialsOptions> now = options_.tls.reload();
    if (now == credentials_) return;
    credentials_ = std::move(now);
    stub_ =
        v1::SizingService::NewStub(MakeServiceChannel(options_.target, credentials_.get(), options_.tls.server_name));
  }

  template <typename Request, typename Response>
  void Begin(Method<Request, Response> method, const Request& request, OnAnswer<Response> answer) {
    const absl::Duration timeout = kIsLarge<Request> ? options_.large_timeout : options_.timeout;
    auto call = std::make_unique<PendingCallFor<Response>>();
    call->answer = std::move(answer);
    call->context.set_deadline(std::chrono::system_clock::now() + absl::ToChronoMicroseconds(timeout));
    call->reader = (stub_.get()->*method)(&call->context, request, &completions_);
    PendingCall* const tag = call.get();
    call->reader->Finish(&call->response, &call->status, tag);
    calls_.emplace(tag, std::move(call));
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
    call->Answer(std::move(status));
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
