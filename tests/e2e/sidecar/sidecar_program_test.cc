#include "tests/e2e/sidecar/sidecar_program_test.h"

#include <csignal>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "client/kube/requests.h"
#include "client/tree/node_json.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/e2e/programs.h"
#include "tests/sidecar/size/objects.h"

namespace cpsizer::e2e {
namespace {

using kube::Json;
using kube::TextAt;
using sidecar::ClusterJson;
using sidecar::ConfigurationJson;
using sidecar::VpaJson;

constexpr char kNamespaces[] = "/api/v1/namespaces";
constexpr char kLease[] = "/apis/coordination.k8s.io/v1/namespaces/cpsizer/leases/cpsizer-sidecar";
constexpr char kConfigMaps[] = "/api/v1/namespaces/cpsizer/configmaps";
constexpr char kEvents[] = "/apis/events.k8s.io/v1/namespaces/clusters/events";

std::string VpasOf(const std::string& cluster) {
  return absl::StrCat("/apis/autoscaling.k8s.io/v1/namespaces/clusters-", cluster, "/verticalpodautoscalers");
}

Json NamespaceOf(const std::string& cluster) {
  return {{"metadata", {{"name", "clusters-" + cluster}}}};
}

absl::Time TimeAt(const Json& object, const char* key) {
  absl::Time time;
  std::string error;
  EXPECT_TRUE(absl::ParseTime(absl::RFC3339_full, TextAt(object, {key}), &time, &error)) << error;
  return time;
}

// Expects that the patch changes only the annotation, and that it fails if the object has changed since it was read.
void CheckSizeWrite(const Json& patch) {
  Json metadata = patch["metadata"];
  EXPECT_EQ(patch.size(), 1u) << patch;
  EXPECT_EQ(metadata.size(), 3u) << patch;
  EXPECT_NE(TextAt(metadata, {"uid"}), "") << patch;
  EXPECT_NE(TextAt(metadata, {"resourceVersion"}), "") << patch;
  EXPECT_EQ(metadata["annotations"].size(), 1u) << patch;
  EXPECT_NE(TextAt(metadata, {"annotations", kSizeAnnotation}), "") << patch;
}

}  // namespace

std::string ConfigurationPath() {
  return absl::StrCat(kConfigurations, "/cluster");
}

std::string VpaPath(const std::string& cluster) {
  return VpasOf(cluster) + "/kube-apiserver";
}

kube::HttpRequest NewRevision() {
  return kube::Create(kConfigMaps, {{"metadata", {{"generateName", "revision-"}}}}, "test");
}

void SidecarProgramTest::SetUp() {
  RealClusterTest::SetUp();
  if (IsSkipped() || HasFatalFailure()) return;
  writes_before_ = server().AuditedRequests().size();
  MustCreate(kConfigurations, ConfigurationJson());
  FreeLease();
  const auto see = [this](const tree::Node& object) { See(tree::ToJson(object)); };
  watch_ = std::make_unique<kube::Reflector>(
      admin().loop(), admin().client(), kube::Resource{kHostedClusters, "", /*metadata_only=*/true},
      kube::Reflector::Callbacks{.list_begins = [] {},
                                 .listed = see,
                                 .list_ends = [this] { watching_ = true; },
                                 .changed = see,
                                 .deleted = [](const tree::Node&) {},
                                 .failed = [this](const absl::Status& status) { EXPECT_TRUE(faults_) << status; }});
  ASSERT_TRUE(admin().RunUntil([this] { return watching_; }));
}

void SidecarProgramTest::TearDown() {
  watch_.reset();
  sidecar_.reset();
  kept_.clear();
  if (IsSkipped()) return;
  CheckWrites();
  EXPECT_TRUE(admin().Delete(kHostedClusters).ok());
  const absl::Status deleted = admin().Delete(ConfigurationPath()).status();
  EXPECT_TRUE(deleted.ok() || absl::IsNotFound(deleted)) << deleted;
}

void SidecarProgramTest::CreateClusters(const std::string& prefix, int count, const std::string& memory) {
  std::vector<kube::HttpRequest> namespaces, objects;
  for (int i = 0; i < count; ++i) {
    const std::string name = absl::StrCat(prefix, i);
    namespaces.push_back(kube::Create(kNamespaces, NamespaceOf(name), "test"));
    objects.push_back(kube::Create(kHostedClusters, ClusterJson(name), "test"));
    objects.push_back(kube::Create(VpasOf(name), VpaJson(name, ""), "test"));
  }
  ASSERT_TRUE(admin().SendAll(std::move(namespaces)).ok());
  ASSERT_TRUE(admin().SendAll(std::move(objects)).ok());
  for (int i = 0; i < count; ++i) Recommend(absl::StrCat(prefix, i), memory);
}

void SidecarProgramTest::CreateNamespace(const std::string& cluster) {
  MustCreate(kNamespaces, NamespaceOf(cluster));
}

void SidecarProgramTest::Recommend(const std::string& cluster, const std::string& memory) {
  SetVpaStatus(cluster, VpaJson(cluster, memory)["status"]);
}

void SidecarProgramTest::SetVpaStatus(const std::string& cluster, const Json& status) {
  const absl::StatusOr<Json> patched = admin().Patch(VpaPath(cluster) + "/status", {{"status", status}});
  ASSERT_TRUE(patched.ok()) << patched.status();
}

void SidecarProgramTest::SetSizes(const Json& sizes) {
  const absl::StatusOr<Json> patched = admin().Patch(ConfigurationPath(), {{"spec", {{"sizes", sizes}}}});
  ASSERT_TRUE(patched.ok()) << patched.status();
}

void SidecarProgramTest::Start(const Flags& lease, const Flags& more_flags, const std::string& kubeconfig) {
  Flags command = {SidecarProgram(), "--kubeconfig=" + (kubeconfig.empty() ? server().SidecarKubeconfig() : kubeconfig),
                   "--leader-elect-resource-namespace=cpsizer", "--mode=enforce"};
  command.insert(command.end(), lease.begin(), lease.end());
  command.insert(command.end(), more_flags.begin(), more_flags.end());
  StartInstead(command);
}

void SidecarProgramTest::StartInstead(const Flags& command) {
  absl::StatusOr<std::unique_ptr<testing::Subprocess>> started = testing::Subprocess::Start(command);
  ASSERT_TRUE(started.ok()) << started.status();
  sidecar_ = *std::move(started);
}

void SidecarProgramTest::StartSidecar(const Flags& more_flags, const std::string& kubeconfig) {
  // Uses the lease durations of the controllers of Kubernetes. With these durations, a sidecar on a busy machine does
  // not lose the lease. The VPAs of a test are some seconds old.
  Start({"--vpa-min-age=0s", "--leader-elect-lease-duration=15s", "--leader-elect-renew-deadline=10s",
         "--leader-elect-retry-period=2s"},
        more_flags, kubeconfig);
}

void SidecarProgramTest::StartSidecarWithLongLease(const Flags& more_flags, const std::string& kubeconfig) {
  Start({"--vpa-min-age=0s", "--leader-elect-lease-duration=2m", "--leader-elect-renew-deadline=110s",
         "--leader-elect-retry-period=1s"},
        more_flags, kubeconfig);
}

void SidecarProgramTest::FreeLease() {
  const absl::Status freed = admin().Delete(kLease).status();
  ASSERT_TRUE(freed.ok() || absl::IsNotFound(freed)) << freed;
}

void SidecarProgramTest::StopSidecar() {
  sidecar_->Signal(SIGTERM);
  EXPECT_EQ(sidecar_->Wait(kTimeout), 0) << sidecar_->standard_error();
}

bool SidecarProgramTest::WaitForLog(const std::string& text, const std::string& more) {
  const auto wanted = [&](absl::string_view line) {
    return absl::StrContains(line, text) && absl::StrContains(line, more);
  };
  if (sidecar_->WaitForLine(wanted, kTimeout).has_value()) return true;
  ADD_FAILURE() << "no line with " << text << " and " << more << ": " << sidecar_->standard_error();
  return false;
}

int SidecarProgramTest::CountLog(const std::string& text, const std::string& more) {
  int count = 0;
  const std::string log = sidecar_->standard_error();
  for (const absl::string_view line : absl::StrSplit(log, '\n')) {
    if (absl::StrContains(line, text) && absl::StrContains(line, more)) ++count;
  }
  return count;
}

testing::Subprocess& SidecarProgramTest::KeepSidecar() {
  kept_.push_back(std::move(sidecar_));
  return *kept_.back();
}

bool SidecarProgramTest::WaitUntil(const std::function<bool()>& done) {
  const bool reached = admin().RunUntil(done, kTimeout);
  if (reached) return true;
  ADD_FAILURE() << sidecar_->standard_error();
  for (const auto& kept : kept_) ADD_FAILURE() << "and the one before: " << kept->standard_error();
  return false;
}

bool SidecarProgramTest::WaitForSizes(const std::string& prefix, int count, const std::string& size) {
  return WaitUntil([&] {
    int sized = 0;
    for (const auto& [name, sizes] : sizes_) {
      if (absl::StartsWith(name, prefix) && !sizes.empty() && sizes.back() == size) ++sized;
    }
    return sized == count;
  });
}

bool SidecarProgramTest::WaitForCondition(const std::string& status) {
  return WaitUntil([&] {
    const Json conditions = kube::Find(MustGet(ConfigurationPath()), {"status", "conditions"});
    for (const Json& condition : conditions) {
      if (condition["type"] == "ClusterSizingConfigurationValid" && condition["status"] == status) return true;
    }
    return false;
  });
}

bool SidecarProgramTest::WaitForEvent(const std::string& reason, const std::string& cluster) {
  return WaitUntil([&] {
    const Json events = MustGet(kEvents);
    for (const Json& event : events["items"]) {
      if (event["reason"] == reason && TextAt(event, {"regarding", "name"}) == cluster) return true;
    }
    return false;
  });
}

void SidecarProgramTest::See(const Json& object) {
  Sizes& sizes = sizes_[std::string(TextAt(object, {"metadata", "name"}))];
  const std::string size(SizeOf(object));
  if (size != (sizes.empty() ? "" : sizes.back())) sizes.push_back(size);
}

std::vector<SidecarProgramTest::Write> SidecarProgramTest::Writes() {
  const std::vector<Json> requests = server().AuditedRequests();
  std::vector<Write> writes;
  for (size_t i = writes_before_; i < requests.size(); ++i) {
    const Json& request = requests[i];
    const absl::string_view uri = TextAt(request, {"requestURI"});
    writes.push_back({std::string(TextAt(request, {"verb"})), std::string(uri.substr(0, uri.find('?'))),
                      static_cast<int>(kube::NumberAt(request, {"responseStatus", "code"})),
                      TimeAt(request, "requestReceivedTimestamp"), kube::Find(request, {"requestObject"}),
                      kube::Find(request, {"user", "groups"}).dump()});
  }
  return writes;
}

std::vector<SidecarProgramTest::Write> SidecarProgramTest::WritesTo(const std::string& path) {
  std::vector<Write> about;
  for (Write& write : Writes()) {
    if (write.path == path) about.push_back(std::move(write));
  }
  return about;
}

void SidecarProgramTest::CheckWrites() {
  for (const Write& write : Writes()) {
    // The API server rejected this write without processing it.
    if (write.code == kTooManyRequests) continue;
    if (absl::StartsWith(write.path, kHostedClusters)) {
      EXPECT_EQ(write.verb, "patch") << write.path;
      CheckSizeWrite(write.body);
    }
    // The sidecar may delete only this kind of object.
    if (write.verb != "delete") continue;
    EXPECT_TRUE(absl::EndsWith(write.path, "/verticalpodautoscalers/kube-apiserver")) << write.path;
    EXPECT_NE(TextAt(write.body, {"preconditions", "uid"}), "") << write.path;
    EXPECT_NE(TextAt(write.body, {"preconditions", "resourceVersion"}), "") << write.path;
  }
}

}  // namespace cpsizer::e2e
