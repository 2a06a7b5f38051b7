#include <grpcpp/grpcpp.h>

#include <chrono>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "client/sidecar/sizing_service.h"
#include "cpsizer/v1/sizing_service.grpc.pb.h"

namespace cpsizer::sidecar {
namespace {

constexpr int kBatchTimeoutFactor = 10;

// CANCELLED is what a server that is just going away answers; every method is pure, so a second try is safe.
constexpr char kServiceConfig[] = R"json({
  "loadBalancingConfig": [{"round_robin": {}}],
  "healthCheckConfig": {"serviceName": "cpsizer.v1.SizingService"},
  "methodConfig": [{
    "name": [{"service": "cpsizer.v1.SizingService"}],
    "retryPolicy": {"maxAttempts": 4, "initialBackoff": "0.05s", "maxBackoff": "1s", "backoffMultiplier": 2,
                    "retryableStatusCodes": ["UNAVAILABLE", "CANCELLED"]}}]})json";

std::shared_ptr<grpc::Channel> MakeChannel(const std::string& target) {
  grpc::ChannelArguments arguments;
  arguments.SetServiceConfigJSON(kServiceConfig);
  arguments.SetMaxReceiveMessageSize(-1);
  // A proxy of the environment is meant for web traffic, not for a server named by address.
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  return grpc::CreateCustomChannel(target, grpc::InsecureChannelCredentials(), arguments);
}

class RemoteService : public SizingService {
 public:
  RemoteService(kube::EventLoop& loop, const std::string& target, absl::Duration timeout)
      : loop_(loop), target_(target), timeout_(timeout), stub_(v1::SizingService::NewStub(MakeChannel(target))) {}

  // Waits until gRPC's threads have let go of the calls: they know the loop.
  ~RemoteService() override {
    *alive_ = false;
    for (const auto& [context, exchange] : exchanges_) context->TryCancel();
    const absl::MutexLock lock(&running_->mutex);
    running_->mutex.Await(absl::Condition(
        +[](int* calls) { return *calls == 0; }, &running_->calls));
  }

  void RecommendSize(v1::RecommendSizeRequest request, OnAnswer<v1::RecommendSizeResponse> answer) override {
    Call(&Async::RecommendSize, std::move(request), std::move(answer), timeout_);
  }
  void BatchRecommendSize(v1::BatchRecommendSizeRequest request,
                          OnAnswer<v1::BatchRecommendSizeResponse> answer) override {
    Call(&Async::BatchRecommendSize, std::move(request), std::move(answer), kBatchTimeoutFactor * timeout_);
  }
  void ValidateConfig(v1::ValidateConfigRequest request, OnAnswer<v1::ValidateConfigResponse> answer) override {
    Call(&Async::ValidateConfig, std::move(request), std::move(answer), timeout_);
  }

 private:
  using Async = v1::SizingService::StubInterface::async_interface;

  struct Running {
    absl::Mutex mutex;
    int calls ABSL_GUARDED_BY(mutex) = 0;
  };
  template <typename Request, typename Response>
  struct Exchange {
    grpc::ClientContext context;
    Request request;
    Response response;
  };

  template <typename Request, typename Response>
  void Call(void (Async::*method)(grpc::ClientContext*, const Request*, Response*, std::function<void(grpc::Status)>),
            Request request, OnAnswer<Response> answer, absl::Duration timeout) {
    const auto owner = std::make_shared<Exchange<Request, Response>>();
    auto* const exchange = owner.get();
    exchange->request = std::move(request);
    exchange->context.set_deadline(std::chrono::system_clock::now() + absl::ToChronoMicroseconds(timeout));
    exchanges_[&exchange->context] = owner;
    {
      const absl::MutexLock lock(&running_->mutex);
      ++running_->calls;
    }
    // On a thread of gRPC's, which must not be the last to hold the channel, and a context does: gRPC would end that
    // thread from within itself.
    const auto done = [this, exchange, alive = alive_, running = running_,
                       answer = std::move(answer)](const grpc::Status& status) {
      loop_.Post([this, exchange, alive, answer, status] {
        if (!*alive) return;
        const auto ended = exchanges_.extract(&exchange->context);
        answer(status.ok() ? absl::StatusOr<Response>(std::move(exchange->response)) : Failure(status));
      });
      const absl::MutexLock lock(&running->mutex);
      --running->calls;
    };
    (stub_->async()->*method)(&exchange->context, &exchange->request, &exchange->response, done);
  }

  absl::Status Failure(const grpc::Status& status) const {
    const auto code = static_cast<absl::StatusCode>(status.error_code());
    const bool late = code == absl::StatusCode::kDeadlineExceeded;
    return absl::Status(code, absl::StrCat(target_, ": ", late ? "no answer in time" : status.error_message()));
  }

  kube::EventLoop& loop_;
  const std::string target_;
  const absl::Duration timeout_;
  const std::unique_ptr<v1::SizingService::Stub> stub_;
  const std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  // The last callback still unlocks it when the destructor may already go on.
  const std::shared_ptr<Running> running_ = std::make_shared<Running>();
  // Goes before the stub.
  absl::flat_hash_map<grpc::ClientContext*, std::shared_ptr<void>> exchanges_;
};

}  // namespace

std::unique_ptr<SizingService> MakeRemoteService(kube::EventLoop& loop, const std::string& target,
                                                 absl::Duration timeout) {
  return std::make_unique<RemoteService>(loop, target, timeout);
}

}  // namespace cpsizer::sidecar
