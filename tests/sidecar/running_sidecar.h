#ifndef CPSIZER_TESTS_SIDECAR_RUNNING_SIDECAR_H_
#define CPSIZER_TESTS_SIDECAR_RUNNING_SIDECAR_H_

#include <functional>
#include <memory>
#include <string>

#include "client/kube/api_client.h"
#include "client/kube/event_recorder.h"
#include "client/sidecar/api_writer.h"
#include "client/sidecar/controller.h"
#include "client/sidecar/feeds.h"

namespace cpsizer::sidecar {

// The decision library as the service.
Decisions OfTheLibrary();

// The whole sidecar but for its lease, in this process, on the API server at `url`. Its timers run many times faster
// than real time, so that nobody waits for a backoff.
class RunningSidecar {
 public:
  explicit RunningSidecar(const std::string& url);

  // Runs it until `done`; false after a minute, which is too long for anything.
  bool RunUntil(const std::function<bool()>& done);

  const Counters& counters() const { return counters_; }

 private:
  kube::EventLoop loop_;
  kube::ApiClient client_;
  kube::EventRecorder events_;
  ApiWriter writer_;
  World world_;
  Counters counters_;
  const std::unique_ptr<SizingService> service_;
  const Seams seams_;
  Controller controller_;
  std::unique_ptr<Feeds> feeds_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_TESTS_SIDECAR_RUNNING_SIDECAR_H_
