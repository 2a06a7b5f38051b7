#include "client/service/in_process_service.h"

#include <utility>

#include "absl/functional/function_ref.h"
#include "cpsizer/limits.h"
#include "cpsizer/status.h"

namespace cpsizer {
namespace {

using google::protobuf::Message;

// Calls the decision whose request has the type of `request`.
struct Decide {
  const Message& request;
  Message& response;
  absl::Status status = absl::UnimplementedError("the library has no decision for this request");

  template <typename Request, typename Response>
  void operator()(absl::Status (*decide)(const Request&, Response&)) {
    if (request.GetDescriptor() != Request::descriptor()) return;
    status = decide(static_cast<const Request&>(request), static_cast<Response&>(response));
  }
  // A batch could be cancelled.
  template <typename Request, typename Response>
  void operator()(absl::Status (*decide)(const Request&, absl::FunctionRef<bool()>, Response&)) {
    if (request.GetDescriptor() != Request::descriptor()) return;
    status = decide(
        static_cast<const Request&>(request), [] { return false; }, static_cast<Response&>(response));
  }
};

class InProcessService : public SizingService {
 public:
  explicit InProcessService(Executor executor) : executor_(std::move(executor)) {}
  ~InProcessService() override { *alive_ = false; }

  void Send(const Message& request, bool is_large, Message& response, OnEnd end) override {
    const size_t max_bytes = is_large ? kMaxBatchRequestBytes : kMaxUnaryRequestBytes;
    absl::Status status = CheckRequestBytes(request.ByteSizeLong(), max_bytes);
    if (status.ok()) {
      Decide decide{request, response};
      VisitDecisions(decide);
      status = std::move(decide.status);
    }
    executor_.post([alive = alive_, status = std::move(status), end = std::move(end)] {
      if (*alive) end(status);
    });
  }

 private:
  const Executor executor_;
  const std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace

std::unique_ptr<SizingService> MakeInProcessService(Executor executor) {
  return std::make_unique<InProcessService>(std::move(executor));
}

}  // namespace cpsizer
