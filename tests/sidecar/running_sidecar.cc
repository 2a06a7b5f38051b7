#include "tests/sidecar/running_sidecar.h"

#include "cpsizer/recommend_size.h"
#include "cpsizer/validate_config.h"

namespace cpsizer::sidecar {
namespace {

constexpr int kTimesFaster = 100;

absl::Time FastTime() {
  static const absl::Time start = absl::Now();
  return start + kTimesFaster * (absl::Now() - start);
}

kube::HttpOptions OptionsFor(const std::string& url) {
  kube::HttpOptions options;
  options.server = url;
  options.proxy = "";
  return options;
}

}  // namespace

Decisions OfTheLibrary() {
  return {cpsizer::RecommendSize,
          [](const v1::BatchRecommendSizeRequest& request, v1::BatchRecommendSizeResponse& response) {
            return cpsizer::BatchRecommendSize(
                request, [] { return false; }, response);
          },
          cpsizer::ValidateConfig};
}

RunningSidecar::RunningSidecar(const std::string& url)
    : loop_(OptionsFor(url), FastTime, [] { return 0.5; }),
      client_(loop_, {}, kube::RateLimit(0, 0)),
      events_(loop_, client_, {"cpsizer.io/sidecar", "test"}),
      writer_(client_, events_),
      service_(MakeInProcessService(loop_, OfTheLibrary())),
      seams_{loop_,
             world_,
             *service_,
             &writer_,
             counters_,
             [](LogLevel, absl::string_view, absl::Span<const LogField>) {},
             [] { return true; }},
      controller_(seams_, Controller::Options(), [](const HostedCluster&, VpaAction, const SizePlan&) {}) {
  feeds_ =
      std::make_unique<Feeds>(seams_, client_, controller_, absl::InfiniteDuration(), [this] { controller_.Start(); });
}

bool RunningSidecar::RunUntil(const std::function<bool()>& done) {
  const absl::Time deadline = absl::Now() + absl::Minutes(1);
  while (!done()) {
    if (absl::Now() > deadline) return false;
    loop_.RunOnce(absl::Milliseconds(1));
  }
  return true;
}

}  // namespace cpsizer::sidecar
