#include "client/replicas/namespace_reads.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "client/kube/http/api_error.h"
#include "client/kube/resource_path.h"
#include "client/replicas/limits.h"
#include "client/replicas/metric_paths.h"
#include "client/replicas/pod_list.h"
#include "client/replicas/read_answer.h"

namespace cpsizer::replicas {
namespace {

// Returns whether a response arrived but cannot be used, because it is too long or because an object in it cannot be
// read. An object that cannot be read must not affect the autoscalers that do not select it.
bool IsAboutContents(const absl::Status& status) {
  if (absl::IsInvalidArgument(status) || absl::IsDataLoss(status)) return true;
  return absl::IsResourceExhausted(status) && !kube::ServerAnswerOf(status).has_value();
}

}  // namespace

NamespaceReads::NamespaceReads(kube::EventLoop& loop, kube::ApiClient& client, absl::Duration metrics_timeout)
    : loop_(loop),
      client_(client),
      metrics_timeout_(metrics_timeout),
      pods_(
          loop, [this](const std::string& name_space, Pods::Done done) { StartPods(name_space, std::move(done)); },
          kMaxKeptItems),
      pod_metrics_(
          loop,
          [this](const std::string& name_space, const PodMetrics::Done& done) { StartPodMetrics(name_space, done); },
          kMaxKeptItems) {}

NamespaceReads::~NamespaceReads() {
  *alive_ = false;
}

void NamespaceReads::Remove(const std::string& name_space, const std::string& name) {
  const auto it = namespaces_.find(name_space);
  if (it == namespaces_.end()) return;
  it->second.autoscalers.erase(name);
  if (it->second.autoscalers.empty()) namespaces_.erase(it);
}

bool NamespaceReads::IsShared(const std::string& name_space) const {
  const auto it = namespaces_.find(name_space);
  return it != namespaces_.end() && it->second.autoscalers.size() > 1 && it->second.by_selector_until <= loop_.now();
}

void NamespaceReads::ReadBySelector(const std::string& name_space) {
  const auto it = namespaces_.find(name_space);
  if (it == namespaces_.end()) return;
  it->second.by_selector_until = loop_.now() + kBySelectorTime;
  it->second.unused_pods = 0;
}

template <typename Item>
typename SharedRead<Item>::Result NamespaceReads::ResultOf(const std::string& name_space,
                                                           absl::StatusOr<std::vector<Item>> items) {
  if (items.ok()) return std::make_shared<const std::vector<Item>>(*std::move(items));
  const bool is_about_contents = IsAboutContents(items.status());
  // After a timeout, the next reads are by selector too, because a read of fewer pods may be faster.
  if (is_about_contents || absl::IsDeadlineExceeded(items.status())) ReadBySelector(name_space);
  if (is_about_contents) return nullptr;
  return items.status();
}

void NamespaceReads::GetPods(const std::string& name_space, Pods::Done done) {
  IsShared(name_space) ? pods_.Get(name_space, std::move(done)) : done(nullptr);
}

void NamespaceReads::GetPodMetrics(const std::string& name_space, PodMetrics::Done done) {
  IsShared(name_space) ? pod_metrics_.Get(name_space, std::move(done)) : done(nullptr);
}

void NamespaceReads::CountUse(const std::string& name_space, size_t selected) {
  const auto it = namespaces_.find(name_space);
  if (it != namespaces_.end()) it->second.unused_pods -= static_cast<int64_t>(selected) + kUnusedPodsPerList;
}

void NamespaceReads::StartPods(const std::string& name_space, Pods::Done done) {
  NamespaceState& state = namespaces_[name_space];
  if (state.unused_pods > kMaxUnusedPods) {
    ReadBySelector(name_space);
    return done(nullptr);
  }
  const auto pods = std::make_shared<std::vector<objects::FoundPod>>();
  const auto take = [pods](objects::FoundPod pod) {
    if (pods->size() == kMaxSharedPods) return absl::ResourceExhaustedError("too many pods to share their list");
    pods->push_back(std::move(pod));
    return absl::OkStatus();
  };
  ReadPods(client_, {name_space, /*selector=*/"", kMaxSharedPodPageBytes}, take,
           [this, alive = alive_, name_space, pods, done = std::move(done)](const absl::Status& status) {
             if (!*alive) return;
             if (!status.ok()) return done(ResultOf<objects::FoundPod>(name_space, status));
             if (const auto it = namespaces_.find(name_space); it != namespaces_.end()) {
               int64_t& unused = it->second.unused_pods;
               // Counts all pods of the list as unused. For each autoscaler, CountUse() subtracts the used pods and
               // kUnusedPodsPerList. The first autoscaler does not save a list, so kUnusedPodsPerList is added here.
               unused = std::max<int64_t>(unused, 0) + static_cast<int64_t>(pods->size()) + kUnusedPodsPerList;
             }
             done(ResultOf<objects::FoundPod>(name_space, std::move(*pods)));
           });
}

void NamespaceReads::StartPodMetrics(const std::string& name_space, const PodMetrics::Done& done) {
  client_.SendForBytes(
      kube::GetRequest(PodMetricsPath(name_space, /*selector=*/""), kMaxSharedMetricsBytes, metrics_timeout_),
      [this, alive = alive_, name_space, done](const absl::StatusOr<std::string>& answer) {
        if (!*alive) return;
        if (!answer.ok()) return done(ResultOf<objects::FoundPodMetrics>(name_space, answer.status()));
        done(ResultOf(name_space, ReadPodMetricsList(*answer)));
      });
}

}  // namespace cpsizer::replicas
