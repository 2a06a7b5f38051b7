#include "tests/sidecar/control/running_sidecar.h"

#include <functional>
#include <utility>

namespace cpsizer::sidecar {
namespace {

constexpr int kRequestsAtOnce = 10;

}  // namespace

kube::HttpOptions DirectHttp(const std::string& url) {
  kube::HttpOptions options;
  options.server = url;
  options.proxy = "";
  return options;
}

bool RunLoopUntil(kube::EventLoop& loop, const std::function<bool()>& done, absl::Duration at_most) {
  const absl::Time deadline = absl::Now() + at_most;
  while (!done()) {
    if (absl::Now() > deadline) return false;
    loop.RunOnce(absl::Milliseconds(1));
  }
  return true;
}

std::function<absl::Time()> FastClock(int times_faster) {
  return [times_faster, start = absl::Now()] { return start + times_faster * (absl::Now() - start); };
}

RunningSidecar::RunningSidecar(Options options)
    : loop_(DirectHttp(options.url), FastClock(options.times_faster), [] { return 0.5; }),
      client_(loop_,
              {[this, headers = std::move(options.headers)](absl::Time) { return headers(cache_); },
               [renew = std::move(options.renew)](absl::Time) { renew(); }},
              kube::RateLimit(options.requests_per_second, kRequestsAtOnce)),
      events_(loop_, client_, {"cpsizer.io/sidecar", "test"}),
      service_(loop_),
      dependencies_{{loop_, service_, SendTo(client_), [this](const kube::Event& event) { events_.Record(event); },
                     counters_, std::move(options.log), [] { return true; }},
                    cache_},
      controller_(dependencies_, SizeController::Options(), [](const HostedCluster&, VpaAction, const SizePlan&) {}),
      context_{loop_, client_, events_, service_, counters_, dependencies_.log, [] { return true; }, [] {}, {}, {}},
      watched_(context_, SizeKinds::WatchedOptions(options.kinds, controller_)),
      kinds_(dependencies_, controller_, options.kinds, watched_) {
  watched_.Follow({[this] { controller_.Start(); }, [this] { controller_.Pause(); }, [] {}});
}

bool RunningSidecar::RunUntil(const std::function<bool()>& done, absl::Duration at_most) {
  return RunLoopUntil(loop_, done, at_most);
}

}  // namespace cpsizer::sidecar
