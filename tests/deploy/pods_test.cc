// Checks that the programs accept the flags of their pods, and that the settings of the pods match these flags.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "client/sidecar/control/cluster_run.h"
#include "client/sidecar/size/size_controller.h"
#include "server/process/flag_table.h"
#include "server/process/version.h"
#include "tests/deploy/flags.h"
#include "tests/deploy/shape_test.h"

namespace cpsizer::deploy {
namespace {

using kube::Find;
using kube::Json;
using kube::TextAt;
using ::testing::Contains;
using ::testing::ElementsAre;

constexpr char kServer[] = "cpsizer-server";
constexpr char kSidecar[] = "cpsizer-sidecar";
constexpr char kWebhook[] = "cpsizer-webhook";
constexpr char kPage[] = "cpsizer";
// The longest duration of a shutdown that hangs; see docs/operations.md.
constexpr absl::Duration kWatchdog = absl::Seconds(5);
// The memory of the idle process, without the memory for calls.
constexpr int64_t kIdleBytes = int64_t{64} << 20;
// The memory of the largest request. A single request may exceed the quota; see docs/operations.md.
constexpr int64_t kBytesOfTheLargest = int64_t{736} << 20;
// The memory of the review with the most values, as measured, plus a margin. Only one such review is processed at a
// time.
constexpr int64_t kBytesOfAReview = int64_t{256} << 20;
// Memory of calls that the quota does not include, and additional memory for decisions about replicas.
constexpr int64_t kUncountedBytes = int64_t{33} << 20;
constexpr char kAccountFolder[] = "/var/run/secrets/kubernetes.io/serviceaccount";

class PodsTest : public ShapeTest {};

INSTANTIATE_TEST_SUITE_P(Deploy, PodsTest, ::testing::ValuesIn(Shapes()), NameOfShape);

int64_t Bytes(const Json& quantity) {
  size_t bytes = 0;
  EXPECT_EQ(server::SetBytes(quantity.get<std::string>(), 1, size_t{1} << 40, bytes), absl::OkStatus()) << quantity;
  return static_cast<int64_t>(bytes);
}

// Returns the files in the flags of a container, and its socket.
std::vector<std::string> FilesOf(const Json& container) {
  std::vector<std::string> files;
  std::string address;
  if (ProgramOf(container) == kPage) return {};
  if (ProgramOf(container) == kServer) {
    const auto options = ServerOptionsOf(container);
    const server::TlsFiles& tls = options->security.tls;
    files = {tls.certificate, tls.private_key, tls.client_ca};
    address = options->grpc_addr;
  } else if (ProgramOf(container) == kWebhook) {
    const auto options = WebhookOptionsOf(container);
    files = {options->tls.certificate, options->tls.private_key, options->tls.client_ca};
  } else {
    const auto options = SidecarOptionsOf(container);
    const server::ClientTlsFiles& tls = options->service_tls;
    files = {tls.server_ca.path, tls.certificate.path, tls.private_key.path};
    address = options->service;
  }
  const absl::string_view socket = absl::StripPrefix(address, "unix:");
  if (socket != address) files.emplace_back(socket);
  files.erase(std::remove(files.begin(), files.end(), ""), files.end());
  return files;
}

TEST_P(PodsTest, ProgramsAcceptAllFlags) {
  for (const Json& container : Containers()) {
    if (ProgramOf(container) == kServer) {
      EXPECT_EQ(ServerOptionsOf(container).status(), absl::OkStatus());
    } else if (ProgramOf(container) == kWebhook) {
      EXPECT_EQ(WebhookOptionsOf(container).status(), absl::OkStatus());
    } else if (ProgramOf(container) == kPage) {
      // RunningPageTest runs the command with these arguments.
      EXPECT_EQ(Find(container, {"args"}), Json({"ui", "--listen=127.0.0.1:8080"}));
    } else {
      ASSERT_EQ(ProgramOf(container), kSidecar);
      EXPECT_EQ(SidecarOptionsOf(container).status(), absl::OkStatus());
    }
  }
  ASSERT_FALSE(Containers().empty());
}

// tests/e2e/sidecar/sidecar_schema_test.cc tests the effect of this flag.
TEST_P(PodsTest, AnInstallationSizesByCpuOnlyWhereAFractionForItIsConfigured) {
  for (const Json& container : Containers()) {
    if (ProgramOf(container) == kWebhook) {
      EXPECT_EQ(WebhookOptionsOf(container)->cpu_policy, v1::SIZE_CPU_POLICY_WHEN_FRACTION_CONFIGURED);
    }
    if (ProgramOf(container) != kSidecar) continue;
    const auto options = SidecarOptionsOf(container);
    ASSERT_TRUE(options.ok()) << options.status();
    if (options->controller != &sidecar::kSizeController) continue;
    EXPECT_EQ(sidecar::OwnOptions<sidecar::SizeOptions>(*options).request_options.cpu_policy(),
              v1::SIZE_CPU_POLICY_WHEN_FRACTION_CONFIGURED);
  }
}

TEST_P(PodsTest, GracePeriodIsLongerThanAShutdown) {
  for (const Json& pod : PodTemplates()) {
    const absl::Duration grace = absl::Seconds(kube::NumberAt(pod, {"spec", "terminationGracePeriodSeconds"}));
    EXPECT_GT(grace, kWatchdog);
    for (const Json& container : Containers(pod)) {
      if (ProgramOf(container) == kPage) continue;
      if (ProgramOf(container) == kWebhook) {
        const auto options = WebhookOptionsOf(container);
        ASSERT_TRUE(options.ok());
        EXPECT_GT(grace, options->drain_delay + options->shutdown_grace_period + kWatchdog);
        continue;
      }
      if (ProgramOf(container) != kServer) {
        const auto options = SidecarOptionsOf(container);
        ASSERT_TRUE(options.ok());
        EXPECT_GT(grace, sidecar::StopTimeout(*options) + kWatchdog);
        continue;
      }
      const auto options = ServerOptionsOf(container);
      ASSERT_TRUE(options.ok());
      EXPECT_GT(grace, options->drain_delay + options->shutdown_grace_period + kWatchdog);
    }
  }
}

TEST_P(PodsTest, MemoryLimitCoversTheMemoryOfTheServer) {
  for (const Json& container : Containers()) {
    EXPECT_LT(Bytes(Find(container, {"resources", "requests", "memory"})),
              Bytes(Find(container, {"resources", "limits", "memory"})));
    EXPECT_NE(TextAt(container, {"resources", "requests", "cpu"}), "");
    if (ProgramOf(container) == kWebhook) {
      const auto options = WebhookOptionsOf(container);
      ASSERT_TRUE(options.ok());
      // A buffer may need twice the size of its content.
      const int64_t most = kBytesOfAReview + 2 * static_cast<int64_t>(options->max_buffered_bytes) + kIdleBytes;
      EXPECT_GE(Bytes(Find(container, {"resources", "limits", "memory"})), most);
    }
    if (ProgramOf(container) != kServer) continue;
    const auto options = ServerOptionsOf(container);
    ASSERT_TRUE(options.ok());
    const auto quota = static_cast<int64_t>(options->limits.memory_quota);
    const auto cache = static_cast<int64_t>(options->limits.config_cache_bytes);
    const int64_t at_worst = 2 * quota + cache + std::max(quota - cache, kBytesOfTheLargest) +
                             options->limits.max_in_flight * kUncountedBytes + kIdleBytes;
    EXPECT_GE(Bytes(Find(container, {"resources", "limits", "memory"})), at_worst);
  }
}

std::string AdminAddressOf(const Json& container) {
  if (ProgramOf(container) == kServer) return ServerOptionsOf(container)->admin_addr;
  if (ProgramOf(container) == kWebhook) return WebhookOptionsOf(container)->admin_addr;
  return SidecarOptionsOf(container)->admin_addr;
}

TEST_P(PodsTest, ProbesUseTheAdminPort) {
  for (const Json& container : Containers()) {
    // The kubelet cannot reach the loopback address on which the page is served.
    if (ProgramOf(container) == kPage) continue;
    const std::string admin = AdminAddressOf(container);
    for (const auto& [probe, path] : {std::pair("livenessProbe", "/livez"), std::pair("readinessProbe", "/readyz")}) {
      const Json& get = Find(container, {probe, "httpGet"});
      EXPECT_EQ(TextAt(get, {"path"}), path);
      EXPECT_EQ(absl::StrCat(":", PortNamed(container, Find(get, {"port"}))), admin);
    }
  }
}

TEST_P(PodsTest, NoTwoContainersOfAPodServeOnOnePort) {
  for (const Json& pod : PodTemplates()) {
    std::set<int> numbers;
    std::set<std::string> names;
    for (const Json& container : Containers(pod)) {
      for (const Json& port : Find(container, {"ports"})) {
        EXPECT_TRUE(numbers.insert(port["containerPort"].get<int>()).second) << port;
        EXPECT_TRUE(names.insert(port["name"]).second) << port;
      }
    }
  }
}

TEST_P(PodsTest, ServicePortEqualsThePortOfTheFlag) {
  for (const Json& container : Containers()) {
    if (ProgramOf(container) == kWebhook) {
      EXPECT_EQ(WebhookOptionsOf(container)->https_addr, absl::StrCat(":", PortNamed(container, "https")));
    }
    if (ProgramOf(container) != kServer) continue;
    const std::string address = ServerOptionsOf(container)->grpc_addr;
    const int port = PortNamed(container, "grpc");
    EXPECT_EQ(address, port == 0 ? "unix:/run/cpsizer/grpc.sock" : absl::StrCat(":", port));
  }
}

TEST_P(PodsTest, OnlyTheFolderOfTheSocketIsWritable) {
  for (const Json& container : Containers()) {
    EXPECT_EQ(Find(container, {"securityContext", "readOnlyRootFilesystem"}), true);
    for (const Json& mount : Find(container, {"volumeMounts"})) {
      const bool holds_the_socket = ProgramOf(container) == kServer && mount["mountPath"] == "/run/cpsizer";
      EXPECT_NE(mount.value("readOnly", false), holds_the_socket) << mount;
    }
  }
}

TEST_P(PodsTest, EveryFileHasAMountAndEveryMountAVolume) {
  for (const Json& pod : PodTemplates()) {
    std::vector<std::string> volumes;
    for (const Json& volume : Find(pod, {"spec", "volumes"})) volumes.push_back(volume["name"]);
    for (const Json& container : Containers(pod)) {
      std::vector<std::string> mounts;
      for (const Json& mount : Find(container, {"volumeMounts"})) {
        EXPECT_THAT(volumes, Contains(mount["name"]));
        mounts.push_back(mount["mountPath"]);
      }
      for (const std::string& file : FilesOf(container)) {
        EXPECT_THAT(mounts, Contains(std::filesystem::path(file).parent_path())) << file;
      }
    }
  }
}

TEST_P(PodsTest, OnlyClientsOfTheApiServerHaveAnAccountsToken) {
  for (const Json& pod : PodTemplates()) {
    EXPECT_EQ(Find(pod, {"spec", "automountServiceAccountToken"}), false);
    EXPECT_EQ(Find(pod, {"spec", "enableServiceLinks"}), false);
    for (const Json& container : Containers(pod)) {
      bool has_token = false;
      for (const Json& mount : Find(container, {"volumeMounts"})) has_token |= mount["mountPath"] == kAccountFolder;
      EXPECT_EQ(has_token, ProgramOf(container) == kSidecar || ProgramOf(container) == kPage);
    }
  }
}

TEST_P(PodsTest, ServerAndSidecarUseTheSameSocket) {
  for (const Json& pod : PodTemplates()) {
    if (Containers(pod).size() == 1) continue;
    std::string served, asked;
    for (const Json& container : Containers(pod)) {
      if (ProgramOf(container) == kServer) served = ServerOptionsOf(container)->grpc_addr;
      if (ProgramOf(container) == kSidecar) asked = SidecarOptionsOf(container)->service;
    }
    EXPECT_EQ(served, asked);
    EXPECT_TRUE(absl::StartsWith(served, "unix:/")) << served;
  }
}

TEST_P(PodsTest, AllPodsUseTheSameImage) {
  std::set<std::string> images;
  for (const Json& container : Containers()) images.insert(container["image"]);
  const char* const registry = GetParam().name == "OtherNamespace" ? "registry.example.com/sizing/" : "";
  EXPECT_THAT(images, ElementsAre(absl::StrCat(registry, "cpsizer:", server::Version())));
}

TEST_P(PodsTest, OverlaysNamedObserveUseObserveMode) {
  for (const Json& container : Containers()) {
    if (ProgramOf(container) != kSidecar) continue;
    EXPECT_EQ(!SidecarOptionsOf(container)->enforce, absl::StrContains(GetParam().name, "Observe")) << container;
  }
}

}  // namespace
}  // namespace cpsizer::deploy
