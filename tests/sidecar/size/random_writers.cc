#include "tests/sidecar/size/random_writers.h"

#include <iterator>

#include "absl/strings/str_cat.h"
#include "client/sidecar/size/reverted_writes.h"
#include "tests/sidecar/size/objects.h"
#include "tests/sidecar/size/verify_write.h"

namespace cpsizer::sidecar {
namespace {

using kube::Json;

constexpr const char* kMemories[] = {"10Gi", "16Gi", "20Gi", "32Gi", "40Gi", "64Gi", "100Gi"};
constexpr char kRandomWritersSizeKey[] = "hypershift.openshift.io/recommended-cluster-size";
constexpr int kVariants = 4;
// A cluster without one of these annotations is not sized.
constexpr const char* kOptIn[] = {"hypershift.openshift.io/resource-based-cp-auto-scaling",
                                  "hypershift.openshift.io/topology"};

// Returns one of several configurations. No two of them have the same size names. One has smaller effective capacities,
// and one has its capacities in MachineSets.
Json Variant(int number) {
  if (number == 3) return ConfigurationWithoutCapacitiesJson();
  Json configuration = ConfigurationJson();
  for (Json& size : configuration["spec"]["sizes"]) {
    if (number > 0) size["name"] = absl::StrCat(std::string(size["name"]), "-", number);
  }
  if (number == 2) configuration["spec"]["resourceBasedAutoscaling"]["kubeAPIServerMemoryFraction"] = "0.3";
  return configuration;
}

}  // namespace

std::string ClusterPath(const std::string& name) {
  return testing::PathOf(testing::HostedClusters(), "clusters", name);
}

std::string VpaPath(const std::string& name) {
  return testing::PathOf(testing::VerticalPodAutoscalers(), "clusters-" + name, "kube-apiserver");
}

std::string ConfigurationPath() {
  return testing::PathOf(testing::ClusterSizingConfigurations(), "", "cluster");
}

std::string RandomWriters::NameOf(int number) {
  return absl::StrCat("hc", number);
}

const char* RandomWriters::AnyMemory() {
  return kMemories[RandomBelow(std::size(kMemories))];
}

void RandomWriters::Begin() {
  server_.Put(Variant(0));
  for (const Json& machine_set : ServingMachineSetsJson()) server_.Put(machine_set);
  for (int i = 0; i < clusters_; ++i) {
    server_.Put(ClusterJson(NameOf(i)));
    server_.Put(VpaJson(NameOf(i), AnyMemory()));
  }
}

void RandomWriters::End() {
  server_.Put(Variant(1));
}

void RandomWriters::WantAllSized() {
  server_.Put(ConfigurationWithoutCapacitiesJson());
  for (int i = 0; i < clusters_; ++i) {
    const std::string name = NameOf(i);
    EndDeletion(name);
    OptIn(name);
    server_.Put(VpaJson(name, AnyMemory()));
  }
}

void RandomWriters::ChangeSomething() {
  if (changes_to_next_configuration_ > 0 && --changes_to_next_configuration_ == 0) return ChangeConfiguration();
  const std::string name = NameOf(RandomBelow(clusters_));
  switch (RandomBelow(16)) {
    case 0:
    case 1:
      return ChangeCluster(name);
    case 2:
    case 3:
      return ChangeVpa(name);
    case 4:
      if (RandomBelow(6) == 0) ChangeConfiguration();
      return;
    case 5:
      // Watches break rarely, because decisions are paused until all objects are listed again. In the fast time of the
      // sidecar, these lists take long.
      if (RandomBelow(32) == 0) server_.BreakWatches();
      return;
    case 6:
      if (RandomBelow(32) == 0) server_.EndWatches();
      return;
    case 7:
      return server_.Compact();
    case 8:
      return server_.SendBookmarks();
    default:
      server_.Put(VpaJson(name, AnyMemory()));
  }
}

void RandomWriters::ChangeCluster(const std::string& name) {
  switch (RandomBelow(5)) {
    case 0:
      // Replaces the cluster by another cluster with the same name.
      server_.Remove(ClusterPath(name));
      server_.Put(ClusterJson(name));
      return;
    case 1:
      server_.Modify(ClusterPath(name),
                     [](Json& cluster) { cluster["metadata"]["finalizers"] = Json::array({"example.com/slow"}); });
      server_.Remove(ClusterPath(name));
      return;
    case 2:
      return EndDeletion(name);
    case 3:
      if (!IsSized(server_.Get(ClusterPath(name)))) return OptIn(name);
      server_.Modify(ClusterPath(name), [key = kOptIn[RandomBelow(std::size(kOptIn))]](Json& cluster) {
        cluster["metadata"]["annotations"].erase(key);
      });
      return;
    default:
      if (!MayUndo(name)) return;
      server_.Modify(ClusterPath(name),
                     [](Json& cluster) { cluster["metadata"]["annotations"][kRandomWritersSizeKey] = "other"; });
  }
}

// Completes the deletion of the cluster if a deletion has begun, and creates the cluster again if it does not exist.
void RandomWriters::EndDeletion(const std::string& name) {
  server_.Modify(ClusterPath(name), [](Json& cluster) { cluster["metadata"].erase("finalizers"); });
  if (server_.Get(ClusterPath(name)).is_null()) server_.Put(ClusterJson(name));
}

void RandomWriters::OptIn(const std::string& name) {
  server_.Modify(ClusterPath(name), [whole = ClusterJson(name)](Json& cluster) {
    cluster["metadata"]["annotations"].update(whole["metadata"]["annotations"]);
  });
}

void RandomWriters::ChangeVpa(const std::string& name) {
  switch (RandomBelow(5)) {
    case 0:
      server_.Remove(VpaPath(name));
      server_.Put(VpaJson(name, AnyMemory()));
      return;
    case 1:
      if (MayUndo(name)) server_.Remove(VpaPath(name));
      return;
    case 2:
      if (!MayUndo(name)) return;
      server_.Modify(VpaPath(name), [](Json& vpa) { vpa["spec"]["updatePolicy"]["updateMode"] = "Auto"; });
      return;
    case 3:
      server_.Modify(VpaPath(name), [](Json& vpa) {
        vpa["metadata"]["annotations"]["hypershift.openshift.io/cluster-name"] = "another";
      });
      return;
    default:
      server_.Put(VpaJson(name, ""));
  }
}

void RandomWriters::ChangeConfiguration() {
  // The next change often happens before all decisions with the previous configuration are written.
  if (RandomBelow(3) != 0) changes_to_next_configuration_ = 1 + RandomBelow(100);
  switch (RandomBelow(6)) {
    case 0: {
      Json invalid = ConfigurationJson();
      invalid["spec"]["sizes"][0]["capacity"]["memory"] = "-1";
      server_.Put(invalid);
      return;
    }
    case 1:
      server_.Remove(ConfigurationPath());
      return;
    case 2:
      server_.Modify(
          ConfigurationPath(),
          [](Json& configuration) {
            configuration["status"]["conditions"] = Json::array({{{"type", "ClusterSizingConfigurationValid"},
                                                                  {"status", "True"},
                                                                  {"reason", "AsExpected"},
                                                                  {"message", ""},
                                                                  {"lastTransitionTime", "2026-11-01T00:00:00Z"}}});
          },
          "another-operator");
      return;
    default:
      server_.Put(Variant(RandomBelow(kVariants)));
  }
}

bool RandomWriters::MayUndo(const std::string& name) {
  return reverted_[name]++ < kSizeContention.rounds - 1;
}

}  // namespace cpsizer::sidecar
