#include "tests/e2e/load/batch_callers.h"

#include <grpcpp/alarm.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "tests/e2e/calls.h"

namespace cpsizer::e2e {
namespace {

constexpr char kMethod[] = "/cpsizer.v1.SizingService/BatchRecommendSize";
constexpr std::chrono::seconds kBatchCallersDeadline(60);

bool HasRetryInfo(const grpc::Status& status) {
  google::rpc::Status details;
  if (!details.ParseFromString(status.error_details())) return false;
  return std::any_of(details.details().begin(), details.details().end(), [](const google::protobuf::Any& any) {
    google::rpc::RetryInfo info;
    return any.UnpackTo(&info) && info.retry_delay().seconds() + info.retry_delay().nanos() > 0;
  });
}

struct Caller {
  std::optional<grpc::ClientContext> context;
  std::unique_ptr<grpc::GenericClientAsyncResponseReader> reader;
  grpc::ByteBuffer response;
  grpc::Status status;
  grpc::Alarm pause;
  bool pausing = false;
  absl::Time begin;
};

class Load {
 public:
  Load(const std::string& address, const v1::BatchRecommendSizeRequest& request, const BatchLoad& load)
      : load_(load), stub_(OwnConnection(address, grpc::InsecureChannelCredentials())), callers_(load.callers) {
    const grpc::Slice slice(request.SerializeAsString());
    request_ = grpc::ByteBuffer(&slice, 1);
  }

  BatchFigures Run() {
    for (Caller& caller : callers_) Call(caller);
    void* ended = nullptr;
    bool unused = false;
    for (int active = load_.callers; active > 0;) {
      queue_.Next(&ended, &unused);
      Caller& caller = *static_cast<Caller*>(ended);
      const bool pause = !caller.pausing && Note(caller);
      if (static_cast<int64_t>(figures_.answered.size()) >= load_.answers || !figures_.failures.empty()) {
        --active;
      } else if (pause) {
        caller.pausing = true;
        caller.pause.Set(&queue_, std::chrono::system_clock::now() + absl::ToChronoMicroseconds(load_.pause), &caller);
      } else {
        Call(caller);
      }
    }
    return std::move(figures_);
  }

 private:
  void Call(Caller& caller) {
    caller.pausing = false;
    caller.context.emplace();
    caller.context->set_deadline(std::chrono::system_clock::now() + kBatchCallersDeadline);
    caller.begin = absl::Now();
    caller.reader = stub_.PrepareUnaryCall(&*caller.context, kMethod, request_, &queue_);
    caller.reader->StartCall();
    caller.reader->Finish(&caller.response, &caller.status, &caller);
  }

  // Records the result of a call. Returns true if the call was refused.
  bool Note(Caller& caller) {
    const absl::Duration took = absl::Now() - caller.begin;
    if (caller.status.ok() && caller.response.Length() > 0) {
      figures_.answered.push_back(took);
      return false;
    }
    if (caller.status.error_code() != grpc::StatusCode::RESOURCE_EXHAUSTED) {
      figures_.failures.push_back(absl::StrCat(caller.status.error_code(), ": ", caller.status.error_message()));
      return false;
    }
    figures_.refused.push_back(took);
    if (!HasRetryInfo(caller.status)) ++figures_.without_retry_info;
    return true;
  }

  const BatchLoad& load_;
  grpc::CompletionQueue queue_;
  grpc::GenericStub stub_;
  grpc::ByteBuffer request_;
  std::vector<Caller> callers_;
  BatchFigures figures_;
};

}  // namespace

BatchFigures PutBatchLoad(const std::string& address, const v1::BatchRecommendSizeRequest& request,
                          const BatchLoad& load) {
  return Load(address, request, load).Run();
}

absl::Duration Percentile(std::vector<absl::Duration> durations, double share) {
  if (durations.empty()) return absl::ZeroDuration();
  const auto nth = durations.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(durations.size() - 1));
  std::nth_element(durations.begin(), nth, durations.end());
  return *nth;
}

}  // namespace cpsizer::e2e
