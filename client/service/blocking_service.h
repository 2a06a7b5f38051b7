#ifndef CPSIZER_CLIENT_SERVICE_BLOCKING_SERVICE_H_
#define CPSIZER_CLIENT_SERVICE_BLOCKING_SERVICE_H_

#include <deque>
#include <functional>
#include <memory>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "absl/types/optional.h"
#include "client/service/sizing_service.h"

namespace cpsizer {

// A wrapper of a SizingService, for a caller that waits for each response:
//
//   absl::StatusOr<v1::RecommendSizeResponse> response = blocking.Call(&SizingService::RecommendSize, request);
//
// Must be used on one thread at a time. This thread runs the tasks of the service only during Call(). For this reason
// Executor::every has no effect, and TLS files are read only once.
class BlockingService {
 public:
  // `make` creates the service. The service must use the Executor that `make` gets as its argument.
  explicit BlockingService(absl::FunctionRef<std::unique_ptr<SizingService>(Executor)> make);

  // Errors: the errors of the service.
  template <typename Request, typename Response>
  absl::StatusOr<Response> Call(void (SizingService::*method)(Request, std::function<void(absl::StatusOr<Response>)>),
                                Request request) {
    absl::optional<absl::StatusOr<Response>> answer;
    (service_.get()->*method)(std::move(request),
                              [&answer](absl::StatusOr<Response> response) { answer = std::move(response); });
    while (!answer.has_value()) RunTask();
    return *std::move(answer);
  }

 private:
  void Post(std::function<void()> task);
  // Waits until there is a task, and runs it.
  void RunTask();

  absl::Mutex mutex_;
  std::deque<std::function<void()>> tasks_ ABSL_GUARDED_BY(mutex_);
  const std::unique_ptr<SizingService> service_;
};

}  // namespace cpsizer

#endif  // CPSIZER_CLIENT_SERVICE_BLOCKING_SERVICE_H_
