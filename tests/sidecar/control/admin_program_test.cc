// Tests the admin port of the cpsizer-sidecar program on a fake API server.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "server/rpc/server.h"
#include "tests/sidecar/size/objects.h"
#include "tests/sidecar/size/random_writers.h"
#include "tests/sidecar/size/verify_write.h"
#include "tests/testing/fake_api/fake_api_server.h"
#include "tests/testing/net/raw_http_client.h"
#include "tests/testing/paths.h"
#include "tests/testing/subprocess.h"
#include "tests/testing/temporary_folder.h"
#include "tests/testing/tls/certificates.h"

namespace cpsizer::sidecar {
namespace {

using ::testing::ContainsRegex;
using testing::FakeApiServer;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::RawHttpClient;
using testing::Subprocess;

constexpr absl::Duration kAdminProgramTimeout = absl::Seconds(60);

std::vector<std::string> EnforceFlags() {
  return {"--mode=enforce", "--leader-elect-resource-namespace=cpsizer"};
}

// A cpsizer-sidecar process and its admin port.
struct Sidecar {
  std::unique_ptr<Subprocess> process;
  std::string admin;

  RawHttpClient::Reply Get(absl::string_view path) const {
    RawHttpClient client(admin);
    client.Begin("GET", path);
    return client.Read();
  }
  nlohmann::json Status() const { return nlohmann::json::parse(Get("/statusz").body); }

  // Waits until the page contains `words`, or if `wanted` is false, until the page does not contain `words`. Returns
  // false after the timeout.
  bool Shows(absl::string_view path, absl::string_view words, bool wanted = true) const {
    const absl::Time end = absl::Now() + kAdminProgramTimeout;
    while (absl::Now() < end) {
      if (absl::StrContains(Get(path).body, words) == wanted) return true;
    }
    ADD_FAILURE() << path << (wanted ? " without " : " with ") << words << ": " << Get(path).body;
    return false;
  }
};

class SidecarAdminTest : public ::testing::Test {
 protected:
  SidecarAdminTest() {
    for (const testing::FakeApiKind& kind :
         {testing::HostedClusters(), testing::VerticalPodAutoscalers(), testing::ClusterSizingConfigurations()}) {
      server_.InstallKind(kind);
    }
    server_.Put(ConfigurationJson());
    server_.Put(ClusterJson("good"));
    server_.Put(VpaJson("good", "20Gi"));
    server_.Put(ClusterJson("new"));
    server_.Put(VpaJson("new", ""));
  }

  Sidecar Start(std::vector<std::string> flags) {
    const std::string kubeconfig = folder_.Write(
        "config", absl::StrCat("apiVersion: v1\nkind: Config\ncurrent-context: c\nclusters: [{name: k, cluster: ",
                               "{server: \"", server_.url(), "\"}}]\nusers: [{name: u, user: {token: t}}]\n",
                               "contexts: [{name: c, context: {cluster: k, user: u}}]\n"));
    flags.insert(flags.begin(),
                 {testing::ProgramPath("cpsizer-sidecar"), "--kubeconfig=" + kubeconfig, "--admin-addr=127.0.0.1:0"});
    Sidecar sidecar{*Subprocess::Start(flags), ""};
    const auto line = sidecar.process->WaitForLine(
        [](absl::string_view text) { return absl::StrContains(text, "\"adminAddress\""); }, kAdminProgramTimeout);
    if (line.has_value()) sidecar.admin = nlohmann::json::parse(*line).value("adminAddress", "");
    EXPECT_NE(sidecar.admin, "") << sidecar.process->standard_error();
    return sidecar;
  }

  FakeApiServer server_;
  const testing::TemporaryFolder folder_;
};

TEST_F(SidecarAdminTest, CountsRequestsDecisionsAndWrites) {
  const Sidecar sidecar = Start(EnforceFlags());
  EXPECT_TRUE(sidecar.Shows("/metrics", "\ncpsizer_sidecar_writes_total{controller=\"size\",kind=\"size\"} 1\n"));
  const std::string page = sidecar.Get("/metrics").body;
  for (const char* line :
       {"cpsizer_sidecar_objects{controller=\"size\"} 2", "cpsizer_sidecar_leader{controller=\"size\"} 1",
        "cpsizer_sidecar_synced{controller=\"size\"} 1", "cpsizer_sidecar_queue_depth{controller=\"size\"} 0",
        "cpsizer_sidecar_watch_failures_total{controller=\"size\"} 0",
        "cpsizer_sidecar_held_total{controller=\"size\",reason=\"VPA_RECOMMENDATION_MISSING\"} 1"}) {
    EXPECT_THAT(page, HasSubstr(absl::StrCat("\n", line, "\n")));
  }
  EXPECT_THAT(page, HasSubstr("\nprocess_resident_memory_bytes "));
  EXPECT_THAT(page, Not(HasSubstr("hosted_cluster")));
  server_.BreakWatches();
  EXPECT_TRUE(
      sidecar.Shows("/metrics", "\ncpsizer_sidecar_watch_failures_total{controller=\"size\"} 0\n", /*wanted=*/false));
  EXPECT_TRUE(sidecar.Shows("/metrics", "\ncpsizer_sidecar_synced{controller=\"size\"} 1\n"));
}

// The memory of the process has the token of the API server.
TEST_F(SidecarAdminTest, ItsMemoryIsNotDumped) {
  rlimit before;
  ASSERT_EQ(getrlimit(RLIMIT_CORE, &before), 0);
  const rlimit all = {before.rlim_max, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_CORE, &all), 0);
  const Sidecar sidecar = Start({"--mode=observe"});
  setrlimit(RLIMIT_CORE, &before);
  std::ifstream limits(absl::StrCat("/proc/", sidecar.process->pid(), "/limits"));
  const std::string text(std::istreambuf_iterator<char>(limits), {});
  EXPECT_THAT(text, ContainsRegex("Max core file size +0 "));
}

// Tests the metrics that the alerts use.
TEST_F(SidecarAdminTest, ReportsTheCurrentStatus) {
  server_.Put(ClusterJson("huge"));
  server_.Put(VpaJson("huge", "100Gi"));
  const Sidecar sidecar = Start(EnforceFlags());
  EXPECT_TRUE(sidecar.Shows("/metrics", "\ncpsizer_sidecar_clusters_exceeding_largest 1\n"));
  const std::string page = sidecar.Get("/metrics").body;
  for (const char* line : {"cpsizer_sidecar_configuration_state{state=\"valid\"} 1",
                           "cpsizer_sidecar_configuration_state{state=\"invalid\"} 0",
                           "cpsizer_sidecar_held{controller=\"size\",reason=\"VPA_RECOMMENDATION_MISSING\"} 1",
                           "cpsizer_sidecar_size_reversals_total 0"}) {
    EXPECT_THAT(page, HasSubstr(absl::StrCat("\n", line, "\n")));
  }
  EXPECT_THAT(
      page,
      HasSubstr("\ncpsizer_sidecar_longest_hold_seconds{controller=\"size\",reason=\"VPA_RECOMMENDATION_MISSING\"} "));
  EXPECT_THAT(page, Not(HasSubstr("\ncpsizer_sidecar_observed{controller=\"size\",")));
  kube::Json invalid = ConfigurationJson(2);
  invalid["spec"]["sizes"][0]["capacity"]["memory"] = "-1";
  server_.Put(invalid);
  EXPECT_TRUE(sidecar.Shows("/metrics", "\ncpsizer_sidecar_configuration_state{state=\"invalid\"} 1\n"));
  EXPECT_TRUE(
      sidecar.Shows("/metrics", "\ncpsizer_sidecar_held{controller=\"size\",reason=\"CONFIGURATION_UNUSABLE\"} 3\n"));
}

TEST_F(SidecarAdminTest, ReportsAgreementsInObserveMode) {
  server_.Put(ClusterJson("differs", "small"));
  server_.Put(VpaJson("differs", "20Gi"));
  const Sidecar sidecar = Start({"--mode=observe"});
  for (const char* agreement : {"absent", "disagree", "held"}) {
    EXPECT_TRUE(sidecar.Shows(
        "/metrics", absl::StrCat("\ncpsizer_sidecar_observed{controller=\"size\",agreement=\"", agreement, "\"} 1\n")));
  }
  const nlohmann::json status = sidecar.Status();
  EXPECT_EQ(status["observed"], nlohmann::json::parse(R"({"absent":1,"disagree":1,"held":1})"));
  EXPECT_EQ(status["held"], nlohmann::json::parse(R"({"VPA_RECOMMENDATION_MISSING":1})"));
  EXPECT_EQ(status["leaderElect"], false) << "observe mode takes no lease";
  EXPECT_FALSE(status.contains("leader"));
  EXPECT_THAT(sidecar.process->standard_error(), HasSubstr(R"("leaderElect":"false")"));
}

TEST_F(SidecarAdminTest, ReportsEachClusterIfEnabled) {
  const Sidecar sidecar =
      Start({"--mode=enforce", "--leader-elect-resource-namespace=cpsizer", "--per-cluster-metrics"});
  const std::string good = "{namespace=\"clusters\",hosted_cluster=\"good\",";
  // The demand is 20Gi and the capacity is 32Gi, so the headroom is 60 %.
  EXPECT_TRUE(sidecar.Shows(
      "/metrics", absl::StrCat("\ncpsizer_sidecar_cluster_headroom_ratio", good, "resource=\"memory\"} 0.6")));
  EXPECT_TRUE(sidecar.Shows("/metrics",
                            absl::StrCat("\ncpsizer_sidecar_cluster_recommended_size", good, "size=\"medium\"} 1\n")));
  EXPECT_TRUE(sidecar.Shows("/metrics",
                            "\ncpsizer_sidecar_cluster_held{namespace=\"clusters\",hosted_cluster=\"new\","
                            "reason=\"VPA_RECOMMENDATION_MISSING\"} 1\n"));
}

TEST_F(SidecarAdminTest, AStandbyIsReadyAndDoesNotLead) {
  const Sidecar leader = Start(EnforceFlags());
  EXPECT_TRUE(leader.Shows("/metrics", "\ncpsizer_sidecar_leader{controller=\"size\"} 1\n"));
  const Sidecar standby = Start(EnforceFlags());
  EXPECT_TRUE(standby.Shows("/metrics", "\ncpsizer_sidecar_synced{controller=\"size\"} 1\n"));
  EXPECT_THAT(standby.Get("/metrics").body, HasSubstr("\ncpsizer_sidecar_leader{controller=\"size\"} 0\n"));
  for (const Sidecar* sidecar : {&leader, &standby}) {
    EXPECT_EQ(sidecar->Get("/readyz").code, 200);
    EXPECT_EQ(sidecar->Get("/livez").code, 200);
    EXPECT_EQ(nlohmann::json::parse(sidecar->Get("/version").body)["program"], "cpsizer-sidecar");
    EXPECT_EQ(sidecar->Status()["leader"], sidecar == &leader);
    EXPECT_EQ(sidecar->Status()["adminAddress"], sidecar->admin);
  }
}

TEST_F(SidecarAdminTest, WithoutTlsItReportsPlaintextAndHasNoTlsMetrics) {
  for (const auto& [service, security] :
       {std::pair("in-process", "in-process"), std::pair("unix:/missing/socket", "plaintext, local only")}) {
    const Sidecar sidecar = Start({"--mode=observe", absl::StrCat("--service=", service)});
    EXPECT_EQ(sidecar.Status()["serviceSecurity"], security);
    EXPECT_TRUE(sidecar.Status()["serviceCertificates"].is_null());
    EXPECT_THAT(sidecar.Get("/metrics").body, Not(HasSubstr("cpsizer_tls_")));
    EXPECT_THAT(sidecar.process->standard_error(), HasSubstr(absl::StrCat("\"serviceSecurity\":\"", security, "\"")));
  }
}

TEST_F(SidecarAdminTest, ReportsTheTlsStatusOfTheService) {
  const testing::CertificateAuthority authority("authority");
  const testing::CertifiedKey identity = authority.Issue({.names = "DNS:sidecar"});
  const Sidecar sidecar = Start({"--mode=observe", "--service=unix:/missing/socket",
                                 "--service-ca-file=" + folder_.Write("ca", authority.pem()),
                                 "--service-cert-file=" + folder_.Write("crt", identity.certificate),
                                 "--service-key-file=" + folder_.Write("key", identity.key)});
  EXPECT_EQ(sidecar.Status()["serviceSecurity"], "mTLS");
  const nlohmann::json certificates = sidecar.Status()["serviceCertificates"];
  absl::Time expiry, authority_expiry;
  EXPECT_TRUE(absl::ParseTime(absl::RFC3339_sec, certificates.value("expiry", ""), &expiry, nullptr));
  EXPECT_TRUE(absl::ParseTime(absl::RFC3339_sec, certificates.value("serverCaExpiry", ""), &authority_expiry, nullptr));
  EXPECT_LT(absl::AbsDuration(expiry - absl::Now() - absl::Hours(24)), absl::Hours(1));
  EXPECT_FALSE(certificates.contains("error"));
  const auto shows = [&sidecar](absl::string_view name, absl::string_view label, int64_t value) {
    EXPECT_THAT(sidecar.Get("/metrics").body,
                HasSubstr(absl::StrCat("\ncpsizer_tls_", name, "{", label, "} ", value, "\n")));
  };
  shows("certificate_expiry_timestamp_seconds", "certificate=\"client\"", absl::ToUnixSeconds(expiry));
  shows("certificate_expiry_timestamp_seconds", "certificate=\"server_ca\"", absl::ToUnixSeconds(authority_expiry));
  shows("reloads_total", "result=\"refused\"", 0);
  // The sidecar reads this file again every ten seconds.
  folder_.Write("next", "garbage");
  ASSERT_EQ(rename(folder_.PathOf("next").c_str(), folder_.PathOf("key").c_str()), 0);
  ASSERT_TRUE(sidecar.process
                  ->WaitForLine(
                      [](absl::string_view line) { return absl::StrContains(line, "failed to reload the TLS files"); },
                      kAdminProgramTimeout)
                  .has_value());
  EXPECT_THAT(sidecar.Status()["serviceCertificates"].value("error", ""),
              HasSubstr("--service-key-file " + folder_.PathOf("key") + ": "));
  EXPECT_EQ(sidecar.Status()["serviceCertificates"]["expiry"], certificates["expiry"]) << "the last good one";
  shows("reloads_total", "result=\"refused\"", 1);
  shows("reloads_total", "result=\"taken\"", 0);
}

TEST_F(SidecarAdminTest, ReportsWhyTheCertificateOfTheServiceIsRejected) {
  const testing::CertificateAuthority authority("authority"), other("other");
  const testing::CertifiedKey identity = authority.IssueServer();
  server::ServerSetup setup;
  setup.options.grpc_addr = "127.0.0.1:0";
  setup.options.security.tls = {folder_.Write("crt", identity.certificate), folder_.Write("key", identity.key), ""};
  const auto service = server::Server::Start(setup);
  ASSERT_TRUE(service.ok()) << service.status();
  const std::string ca = folder_.Write("ca", other.pem());
  const Sidecar sidecar =
      Start({"--mode=observe", "--service=ipv4:" + (*service)->address(), "--service-ca-file=" + ca});
  const std::string advice = "--service-ca-file " + ca + " did not issue";
  const auto line = [&](absl::string_view part) {
    return sidecar.process->WaitForLine(
        [&](absl::string_view text) { return absl::StrContains(text, part) && absl::StrContains(text, advice); },
        kAdminProgramTimeout);
  };
  EXPECT_TRUE(line("a TLS handshake with the service failed").has_value()) << sidecar.process->standard_error();
  EXPECT_TRUE(line("failed to validate the configuration").has_value()) << sidecar.process->standard_error();
  EXPECT_THAT(sidecar.Status().value("serviceError", ""), HasSubstr(advice));
}

TEST_F(SidecarAdminTest, KeepsWorkingDuringMaliciousRequests) {
  const Sidecar sidecar = Start(EnforceFlags());
  std::vector<std::unique_ptr<RawHttpClient>> hostile;
  for (int i = 0; i < 300; ++i) {
    hostile.push_back(std::make_unique<RawHttpClient>(sidecar.admin));
    hostile.back()->Send(i % 2 == 0 ? "GET /metrics HTTP/1.1\r\n" : "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
  }
  EXPECT_EQ(sidecar.Get("/livez").code, 200);
  EXPECT_TRUE(sidecar.Shows("/metrics", "\ncpsizer_sidecar_writes_total{controller=\"size\",kind=\"size\"} 1\n"));
  sidecar.process->Signal(SIGTERM);
  EXPECT_EQ(sidecar.process->Wait(kAdminProgramTimeout), 0) << sidecar.process->standard_error();
}

TEST_F(SidecarAdminTest, ReportsAnInvalidAddress) {
  const Sidecar other = Start(EnforceFlags());
  const std::string kubeconfig = "--kubeconfig=" + folder_.PathOf("config");
  const struct {
    std::vector<std::string> flags;
    std::string error;
  } kCases[] = {
      {{kubeconfig, "--admin-addr=" + other.admin}, " is already in use; stop the program that listens there, or "},
      {{kubeconfig, "--admin-addr=x"}, "--admin-addr: x is not an address to listen on; give host:port, "},
      {{"--source=dir:x", "--admin-addr=:0"},
       "--source=dir:x exits after one decision, and --admin-addr is for a process that stays"},
  };
  for (const auto& test : kCases) {
    std::vector<std::string> command = test.flags;
    command.insert(command.begin(), testing::ProgramPath("cpsizer-sidecar"));
    const auto ended = testing::RunProcess(command);
    ASSERT_TRUE(ended.ok()) << ended.status();
    EXPECT_EQ(ended->exit_code, 2);
    EXPECT_THAT(ended->standard_error, HasSubstr(test.error));
  }
}

}  // namespace
}  // namespace cpsizer::sidecar
