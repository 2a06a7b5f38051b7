// Tests the programs with responses that try to exhaust their memory. The responses come from the API server, or from a
// metrics adapter that the API server proxies. The memory limit of the pods in deploy/base is 512 MiB.
#include <algorithm>
#include <csignal>
#include <cstdint>
#include <fstream>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/notification.h"
#include "absl/time/clock.h"
#include "absl/types/optional.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/e2e/programs.h"
#include "tests/replicas/fake_cluster.h"
#include "tests/testing/net/fake_http_server.h"
#include "tests/testing/subprocess.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::e2e {
namespace {

using ::cpsizer::testing::FakeHttpConnection;
using ::cpsizer::testing::FakeHttpRequest;
using ::cpsizer::testing::FakeHttpServer;
using ::cpsizer::testing::Subprocess;
using ::testing::HasSubstr;

constexpr size_t kMebibyte = size_t{1} << 20;
constexpr size_t kMaxPeak = 300 * kMebibyte;
constexpr size_t kMaxAfterwards = 100 * kMebibyte;
constexpr absl::Duration kUntilFree = absl::Seconds(10);
constexpr absl::Duration kHostileTimeout = absl::Seconds(120);
// The time that Kubernetes gives a pod to exit before it kills the pod.
constexpr absl::Duration kGracePeriod = absl::Seconds(30);

constexpr char kEmptyList[] = R"({"kind":"List","metadata":{"resourceVersion":"1"},"items":[]})";
constexpr char kGzip[] = "Content-Type: application/json\r\nContent-Encoding: gzip\r\n";

// Returns VmHWM or VmRSS of a process in bytes, or 0 if the process has ended.
size_t MemoryOf(pid_t pid, absl::string_view field) {
  std::ifstream status(absl::StrCat("/proc/", pid, "/status"));
  for (std::string line; std::getline(status, line);) {
    size_t kibibytes = 0;
    if (!absl::StartsWith(line, field)) continue;
    const std::string number = line.substr(line.find_first_of("0123456789"));
    if (absl::SimpleAtoi(number.substr(0, number.find(' ')), &kibibytes)) return kibibytes << 10;
  }
  return 0;
}

std::string Repeated(absl::string_view piece, size_t bytes) {
  std::string text;
  text.reserve(bytes + piece.size());
  while (text.size() < bytes) absl::StrAppend(&text, piece);
  return text;
}

std::string Compressed(const std::string& text) {
  const auto packed = testing::RunProcess({"gzip", "-c"}, {text, {}});
  return packed.ok() ? packed->standard_output : "";
}

// Returns a list of `kind` with a length of about `bytes`. The list contains empty lists instead of objects.
std::string NestedList(absl::string_view kind, size_t bytes) {
  return absl::StrCat(R"({"kind":")", kind, R"(","metadata":{"resourceVersion":"1"},"items":[)", Repeated("[],", bytes),
                      "[]]}");
}

class HostileApiTest : public ::testing::Test {
 protected:
  using Answer = std::function<void(const FakeHttpRequest&, FakeHttpConnection&)>;

  // By default, watches stay open and lists are empty. `answer_` can return other responses.
  HostileApiTest() {
    answer_ = [](const FakeHttpRequest& request, FakeHttpConnection& connection) {
      AnswerHarmlessly(request, connection);
    };
    server_ = std::make_unique<FakeHttpServer>([this](FakeHttpConnection& connection) {
      while (const auto request = connection.Read()) answer_(*request, connection);
    });
  }
  static void AnswerHarmlessly(const FakeHttpRequest& request, FakeHttpConnection& connection) {
    if (!absl::StrContains(request.path, "watch=true")) {
      connection.Answer(200, kEmptyList);
      return;
    }
    connection.BeginChunks();
    connection.WaitForClose();
  }
  std::string Kubeconfig(const std::string& url) {
    return folder_.Write("config", absl::StrCat("apiVersion: v1\nkind: Config\ncurrent-context: c\n",
                                                "clusters: [{name: k, cluster: {server: \"", url,
                                                "\"}}]\nusers: [{name: u, user: {token: t}}]\n",
                                                "contexts: [{name: c, context: {cluster: k, user: u}}]\n"));
  }
  std::unique_ptr<Subprocess> Start(std::vector<std::string> command, const std::string& url) {
    command.push_back("--kubeconfig=" + Kubeconfig(url));
    auto started = Subprocess::Start(command, {"", {"HOME=" + folder_.path(), "KUBECONFIG="}});
    EXPECT_TRUE(started.ok()) << started.status();
    return *std::move(started);
  }
  std::unique_ptr<Subprocess> StartSizes() {
    return Start({SidecarProgram(), "--mode=observe", "--log-level=debug"}, server_->url());
  }
  // Expects that the program reports `error`, that its memory stays below the limit, and that it stops normally.
  static void ExpectUnharmed(Subprocess& program, absl::string_view error) {
    const auto line =
        program.WaitForLine([&](absl::string_view said) { return absl::StrContains(said, error); }, kHostileTimeout);
    EXPECT_TRUE(line.has_value()) << program.standard_error();
    const absl::Time deadline = absl::Now() + kUntilFree;
    while (MemoryOf(program.pid(), "VmRSS") > kMaxAfterwards && absl::Now() < deadline) {
      absl::SleepFor(absl::Milliseconds(20));
    }
    EXPECT_LE(MemoryOf(program.pid(), "VmRSS") / kMebibyte, kMaxAfterwards / kMebibyte);
    const size_t peak = MemoryOf(program.pid(), "VmHWM");
    EXPECT_GT(peak, 0u) << "it has ended";
    EXPECT_LE(peak / kMebibyte, kMaxPeak / kMebibyte);
    RecordProperty("peakMebibytes", static_cast<int>(peak / kMebibyte));
    program.Signal(SIGTERM);
    EXPECT_EQ(program.Wait(kGracePeriod), 0) << program.standard_error();
  }

  const testing::TemporaryFolder folder_;
  Answer answer_;
  std::unique_ptr<FakeHttpServer> server_;
};

// The list has 193 KB when it is compressed, and 190 MiB when it is not.
TEST_F(HostileApiTest, LargeCompressedListIsNotReadCompletely) {
  const std::string list = Compressed(NestedList("HostedClusterList", 190 * kMebibyte));
  answer_ = [&](const FakeHttpRequest& request, FakeHttpConnection& connection) {
    if (!absl::StrContains(request.path, "/hostedclusters?limit")) return AnswerHarmlessly(request, connection);
    connection.Answer(200, list, kGzip);
  };
  ExpectUnharmed(*StartSizes(), "/hostedclusters is longer than 67108864 bytes");
}

// The list has fewer bytes than the limit, but too many keys and values.
TEST_F(HostileApiTest, AListOfTooManyNodesIsNotBuilt) {
  const std::string list = Compressed(NestedList("HostedClusterList", 60 * kMebibyte));
  answer_ = [&](const FakeHttpRequest& request, FakeHttpConnection& connection) {
    if (!absl::StrContains(request.path, "/hostedclusters?limit")) return AnswerHarmlessly(request, connection);
    connection.Answer(200, list, kGzip);
  };
  ExpectUnharmed(*StartSizes(), "has a document of more than 1000000 keys and values");
}

TEST_F(HostileApiTest, TheCommandEndsWithAnError) {
  for (const size_t mebibytes : {190, 60}) {
    const std::string list = Compressed(NestedList("HostedClusterList", mebibytes * kMebibyte));
    answer_ = [&](const FakeHttpRequest& request, FakeHttpConnection& connection) {
      if (!absl::StrContains(request.path, "/hostedclusters?limit")) return AnswerHarmlessly(request, connection);
      connection.Answer(200, list, kGzip);
    };
    const std::unique_ptr<Subprocess> command = Start({CommandProgram(), "recommend"}, server_->url());
    size_t peak = 0;
    absl::optional<int> exit_code;
    while (!exit_code.has_value()) {
      peak = std::max(peak, MemoryOf(command->pid(), "VmHWM"));
      exit_code = command->Wait(absl::Milliseconds(2));
    }
    EXPECT_NE(exit_code, 0);
    EXPECT_THAT(command->standard_error(), HasSubstr("/hostedclusters"));
    EXPECT_LE(peak / kMebibyte, kMaxPeak / kMebibyte);
  }
}

// Returns a page of 500 objects and a token for the next page. All objects of all pages differ.
std::string EndlessPage(const FakeHttpRequest& request) {
  const bool clusters = absl::StrContains(request.path, "/hostedclusters");
  int64_t page = 0;
  const size_t token = request.path.find("continue=");
  if (token != std::string::npos && !absl::SimpleAtoi(request.path.substr(token + 9), &page)) ADD_FAILURE();
  std::string items;
  for (int i = 0; i < 500; ++i) {
    const std::string id = absl::StrCat(page, "-", i);
    absl::StrAppend(
        &items, i == 0 ? "" : ",", R"({"metadata":{"name":")", clusters ? "cluster-" + id : "kube-apiserver",
        R"(","namespace":")", clusters ? "clusters" : "clusters-cluster-" + id,
        R"(","uid":"01234567-89ab-cdef-0123-456789abcdef","resourceVersion":"1"},"status":{"recommendation":)",
        R"({"containerRecommendations":[{"containerName":"kube-apiserver","target":{"cpu":"2","memory":)",
        R"("20Gi"},"uncappedTarget":{"cpu":"2","memory":"20Gi"}}]}}})");
  }
  return absl::StrCat(R"({"kind":"List","metadata":{"resourceVersion":"1","continue":")", page + 1, R"("},"items":[)",
                      items, "]}");
}

TEST_F(HostileApiTest, EndlessListsStopAtTheirLimit) {
  answer_ = [](const FakeHttpRequest& request, FakeHttpConnection& connection) {
    if (absl::StrContains(request.path, "watch=true")) return AnswerHarmlessly(request, connection);
    connection.Answer(200, EndlessPage(request));
  };
  const std::unique_ptr<Subprocess> program = StartSizes();
  for (const char* const kind : {"hostedclusters", "verticalpodautoscalers"}) {
    const std::string ends = absl::StrCat(kind, " has more than ");
    EXPECT_TRUE(
        program->WaitForLine([&](absl::string_view line) { return absl::StrContains(line, ends); }, kHostileTimeout)
            .has_value());
  }
  ExpectUnharmed(*program, ", the limit");
}

// The program needs seconds to read a page, and there is always another page.
TEST_F(HostileApiTest, StopsWhilePagesJustBelowTheLimitsAreRead) {
  const std::string item =
      absl::StrCat(R"({"metadata":{"name":"c","namespace":"clusters"},"a":[)", Repeated("[],", 900'000 * 3), "[]]}");
  const std::string list =
      Compressed(absl::StrCat(R"({"kind":"List","metadata":{"resourceVersion":"1","continue":"1"},"items":[)",
                              Repeated(item + ",", 55 * kMebibyte), item, "]}"));
  absl::Notification is_reading;
  std::once_flag once;
  answer_ = [&](const FakeHttpRequest& request, FakeHttpConnection& connection) {
    if (absl::StrContains(request.path, "watch=true")) return AnswerHarmlessly(request, connection);
    connection.Answer(200, list, kGzip);
    if (absl::StrContains(request.path, "continue=")) std::call_once(once, [&] { is_reading.Notify(); });
  };
  const std::unique_ptr<Subprocess> program = StartSizes();
  ASSERT_TRUE(is_reading.WaitForNotificationWithTimeout(kHostileTimeout)) << program->standard_error();
  program->Signal(SIGTERM);
  EXPECT_EQ(program->Wait(kGracePeriod), 0) << program->standard_error();
}

TEST_F(HostileApiTest, LongWatchLineIsNotReadCompletely) {
  answer_ = [](const FakeHttpRequest& request, FakeHttpConnection& connection) {
    if (!absl::StrContains(request.path, "/hostedclusters?watch=true")) return AnswerHarmlessly(request, connection);
    connection.BeginChunks();
    connection.SendChunk(absl::StrCat(R"({"type":"ADDED","object":{"metadata":{"resourceVersion":"2"},"a":[)",
                                      Repeated("[],", 15 * kMebibyte), "[]]}}\n"));
    connection.WaitForClose();
  };
  ExpectUnharmed(*StartSizes(), "an event of the watch is longer than 4194304 bytes");
}

TEST_F(HostileApiTest, LargeResponseOfAMetricsAdapterIsAFailedMetric) {
  replicas::FakeCluster cluster;
  const kube::Json cpu = {
      {{"type", "Resource"},
       {"resource", {{"name", "cpu"}, {"target", {{"type", "Utilization"}, {"averageUtilization", 50}}}}}}};
  const std::string bomb = Compressed(NestedList("PodMetricsList", 32 * kMebibyte));
  kube::Json autoscalers = replicas::ListJson("HorizontalPodAutoscalerList", {replicas::AutoscalerJson("web", cpu)});
  autoscalers["metadata"]["resourceVersion"] = "1";
  kube::Json pods = replicas::PodListJson({replicas::PodJson("web-a", {{"app", "web"}})});
  const FakeHttpServer front([&](FakeHttpConnection& connection) {
    while (const auto request = connection.Read()) {
      const std::string& path = request->path;
      if (absl::StrContains(path, "watch=true")) {
        AnswerHarmlessly(*request, connection);
      } else if (absl::StrContains(path, "/apis/metrics.k8s.io/")) {
        connection.Answer(200, bomb, kGzip);
      } else if (absl::StrContains(path, "/horizontalpodautoscalers")) {
        connection.Answer(200, autoscalers.dump());
      } else if (absl::EndsWith(path, "/scale")) {
        connection.Answer(200, replicas::ScaleJson("web", 2, "app=web").dump());
      } else if (absl::StrContains(path, "/pods")) {
        connection.Answer(200, pods.dump());
      } else if (path == "/apis/apps") {
        connection.Answer(200, R"({"versions":[{"version":"v1"}],"preferredVersion":{"version":"v1"}})");
      } else if (path == "/apis/apps/v1") {
        connection.Answer(200, R"({"resources":[{"name":"deployments","kind":"Deployment","namespaced":true}]})");
      } else {
        connection.Answer(200, R"({"metadata":{"name":"web"}})");
      }
    }
  });
  const std::unique_ptr<Subprocess> program =
      Start({SidecarProgram(), "--controller=replicas", "--mode=observe", "--sync-period=1s", "--log-level=debug"},
            front.url());
  ExpectUnharmed(*program, "/apis/metrics.k8s.io/v1beta1/namespaces/shop/pods is longer than 16777216 bytes");
}

}  // namespace
}  // namespace cpsizer::e2e
