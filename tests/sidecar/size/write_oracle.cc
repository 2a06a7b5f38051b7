#include "tests/sidecar/size/write_oracle.h"

#include <algorithm>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace cpsizer::sidecar {
namespace {

using kube::Find;
using kube::Json;
using testing::ClusterSizingConfigurations;
using testing::FakeApiChange;
using testing::FakeApiKind;
using testing::FakeApiObject;
using testing::FakeApiStore;
using testing::FakeApiTarget;
using testing::FakeApiWrite;
using testing::HostedClusters;
using testing::VerticalPodAutoscalers;

constexpr char kConfigurationKey[] = "cluster";

CacheHistory::Moment MomentOf(const std::string& header) {
  CacheHistory::Moment moment = 0;
  return absl::SimpleAtoi(header, &moment) ? moment : 0;
}

// All clusters of these tests are in the namespace `clusters`. The VPA of `clusters/hc1` is
// `clusters-hc1/kube-apiserver`.
std::string NameOfCluster(const FakeApiTarget& target) {
  if (target.collection == HostedClusters().Collection()) return target.name;
  return std::string(absl::StripPrefix(target.name_space, "clusters-"));
}

std::string PlaceOf(const std::string& collection, const std::string& key) {
  return absl::StrCat(collection, " ", key);
}

}  // namespace

void WriteOracle::SeeWatch(const testing::FakeApiRequest& request) {
  int64_t version = 0;
  if (!absl::SimpleAtoi(request.Parameter("resourceVersion"), &version)) return;
  const std::lock_guard lock(mutex_);
  int64_t& seen = seen_[request.path][MomentOf(request.Header(kMomentHeader))];
  seen = std::max(seen, version);
}

void WriteOracle::Check(const FakeApiWrite& write, const FakeApiStore& store) {
  const absl::optional<FakeApiTarget> target = testing::ParseTarget(write.object_path);
  const std::string collection = target.has_value() ? target->collection : "";
  const auto moment_header = write.headers.find(kMomentHeader);
  const CacheHistory::Moment moment = moment_header == write.headers.end() ? 0 : MomentOf(moment_header->second);
  const std::lock_guard lock(mutex_);
  Learn(store);
  SentWrite sent{write, kube::ParseJson(write.body), {}, {}, {}};
  std::string why;
  if (collection == HostedClusters().Collection() || collection == VerticalPodAutoscalers().Collection()) {
    const std::string name = NameOfCluster(*target);
    sent.cluster = Known(HostedClusters(), absl::StrCat("clusters/", name), moment, why);
    sent.vpa = Known(VerticalPodAutoscalers(), absl::StrCat("clusters-", name, "/kube-apiserver"), moment, why);
  }
  sent.configuration = Known(ClusterSizingConfigurations(), kConfigurationKey, moment, why);
  std::string kind = "not a write of the sidecar";
  if (collection == HostedClusters().Collection()) {
    kind = "size";
    absl::StrAppend(&why, VerifySizeWrite(sent), VerifyTakenSize(write, store));
  } else if (collection == VerticalPodAutoscalers().Collection()) {
    kind = absl::StrCat("VPA ", write.method);
    absl::StrAppend(&why, VerifyVpaWrite(sent));
  } else if (collection == ClusterSizingConfigurations().Collection()) {
    kind = "condition";
    absl::StrAppend(&why, VerifyConditionWrite(sent));
  } else if (collection == testing::Events().Collection()) {
    kind = "event";
    absl::StrAppend(&why, VerifyEventWrite(sent));
  } else {
    why = kind;
  }
  ++findings_.writes[kind];
  if (why.empty()) return;
  findings_.wrong.push_back(absl::StrCat(why, ": ", write.method, " ", write.path, " ", write.body));
}

void WriteOracle::Learn(const FakeApiStore& store) {
  for (const FakeApiKind& kind : {HostedClusters(), VerticalPodAutoscalers(), ClusterSizingConfigurations()}) {
    const std::string collection = kind.Collection();
    const std::vector<FakeApiChange>& changes = store.Changes(collection);
    for (size_t& next = learnt_[collection]; next < changes.size(); ++next) {
      const FakeApiChange& change = changes[next];
      changes_[PlaceOf(collection, TargetOf(kind, *change.object).Key())].push_back(change.version);
      if (change.type != absl::string_view("DELETED")) versions_[change.version] = change.object;
    }
  }
}

Json WriteOracle::Known(const FakeApiKind& kind, const std::string& key, CacheHistory::Moment moment,
                        std::string& why) {
  const std::string collection = kind.Collection();
  const std::string text = history_.Version(collection, key, moment);
  int64_t version = 0;
  if (!text.empty() && !absl::SimpleAtoi(text, &version)) absl::StrAppend(&why, "a version that is not a number; ");
  const std::string place = PlaceOf(collection, key);
  const std::vector<int64_t>& all = changes_[place];
  const int64_t least = LeastVersion(place, collection, moment);
  const auto found = versions_.find(version);
  const bool was_there = found != versions_.end() && std::binary_search(all.begin(), all.end(), version);
  if (!text.empty() && !was_there) absl::StrAppend(&why, "the cache had a ", kind.kind, " that never existed; ");
  if (!text.empty() && version < least) absl::StrAppend(&why, "the cache had a newer ", kind.kind, "; ");
  // A watch has reported the version `least` of the object. If this is the last version and not a deletion, the cache
  // must have the object.
  const bool forgotten = text.empty() && versions_.contains(least) && all.back() == least;
  if (forgotten) absl::StrAppend(&why, "the cache had a ", kind.kind, "; ");
  return was_there ? *found->second : Json();
}

int64_t WriteOracle::LeastVersion(const std::string& place, const std::string& collection,
                                  CacheHistory::Moment moment) const {
  int64_t seen = 0;
  if (const auto watches = seen_.find(collection); watches != seen_.end()) {
    for (const auto& [when, version] : watches->second) {
      if (when <= moment) seen = std::max(seen, version);
    }
  }
  const std::vector<int64_t>& all = changes_.at(place);
  const auto later = std::upper_bound(all.begin(), all.end(), seen);
  return later == all.begin() ? 0 : *std::prev(later);
}

std::string WriteOracle::VerifyTakenSize(const FakeApiWrite& write, const FakeApiStore& store) {
  if (write.code != 200 || !write.reached) return "";
  ++findings_.sizes_taken;
  const FakeApiObject configuration = store.Get(testing::PathOf(ClusterSizingConfigurations(), "", kConfigurationKey));
  const bool fits = configuration == nullptr || HoldsSize(*configuration, SizeOf(*write.after));
  return fits ? "" : "no size of the configuration in force";
}

WriteOracle::Findings WriteOracle::findings() const {
  const std::lock_guard lock(mutex_);
  return findings_;
}

}  // namespace cpsizer::sidecar
