#include "tests/e2e/docs/docs_fixture.h"

#include <filesystem>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "tests/e2e/admin_port.h"
#include "tests/e2e/programs.h"
#include "tests/testing/paths.h"
#include "tests/testing/real_api/example_fleet.h"
#include "tests/testing/real_api/kubectl.h"
#include "tests/testing/real_api/manifests.h"
#include "tests/testing/tls/certificates.h"
#include "tests/testing/tools.h"

namespace cpsizer::e2e {
namespace {

using kube::Json;

constexpr char kPod[] = "cpsizer-0";

// Commands on the pages search for these kinds of log lines. tests/observability/runbooks_test.cc checks that the
// programs write such lines.
constexpr char kPodLog[] = R"({"level":"info","msg":"size changed","newSize":"large"}
{"level":"info","msg":"size held","reason":"held: memory 62.5Mi is the recommender's minimum"}
{"level":"info","msg":"dry run","agreement":"disagree"}
{"level":"warn","msg":"contention with another writer; writes are paused","hostedCluster":"blue"}
{"level":"warn","msg":"service call failed; sizes stay as they are","error":"connection refused"}
{"level":"warn","msg":"failed to validate the configuration; holding all sizes"}
{"level":"error","msg":"holding all sizes","reason":"CONFIGURATION_UNUSABLE"}
{"level":"warn","msg":"replicas held","reason":"METRICS_FAILED"}
{"level":"warn","msg":"an API is unavailable; replicas stay as they are","api":"metrics.k8s.io"}
{"level":"warn","msg":"decision differs from kube-controller-manager"}
{"level":"warn","msg":"another controller decides about this autoscaler too"}
{"level":"warn","msg":"the machine size is held","reason":"METRICS_FAILED"}
{"level":"info","msg":"would change the machine size","from":"m6i.xlarge","to":"m6i.2xlarge"}
{"level":"warn","msg":"allowed an admission request","outcome":"failed_open","reason":"connection refused"}
{"level":"warn","msg":"closing a connection that floods the server with HTTP/2 frames"}
)";

Json Pod() {
  const Json container = {
      {"name", "server"},
      {"image", "registry.example.com/cpsizer:0.1.0"},
      {"securityContext", {{"allowPrivilegeEscalation", false}, {"capabilities", {{"drop", Json::array({"ALL"})}}}}}};
  return {{"apiVersion", "v1"},
          {"kind", "Pod"},
          {"metadata", {{"name", kPod}}},
          {"spec",
           {{"securityContext", {{"runAsNonRoot", true}, {"seccompProfile", {{"type", "RuntimeDefault"}}}}},
            {"containers", Json::array({container})}}}};
}

Json Secret(const char* name, const char* type, const testing::CertifiedKey& pair, const std::string& authorities) {
  return {{"apiVersion", "v1"},
          {"kind", "Secret"},
          {"metadata", {{"name", name}}},
          {"type", type},
          {"stringData", {{"tls.crt", pair.certificate}, {"tls.key", pair.key}, {"ca.crt", authorities}}}};
}

// Creates two Secrets: one in the form of docs/install.md, and one in the form of cert-manager.
absl::Status CreateSecrets(testing::ApiUser& admin, const testing::CertifiedKey& pair, const std::string& authorities) {
  const char kSecrets[] = "/api/v1/namespaces/cpsizer/secrets";
  absl::Status status = admin.Create(kSecrets, Secret("cpsizer-server-tls", "Opaque", pair, authorities)).status();
  if (!status.ok()) return status;
  return admin.Create(kSecrets, Secret("cpsizer-sidecar-tls", "kubernetes.io/tls", pair, authorities)).status();
}

// The lease does not expire while the commands of a page run.
Json HeldLease() {
  const absl::Time now = absl::Now();
  const std::string micro_time = absl::FormatTime("%Y-%m-%dT%H:%M:%E6SZ", now, absl::UTCTimeZone());
  return {{"apiVersion", "coordination.k8s.io/v1"},
          {"kind", "Lease"},
          {"metadata",
           {{"name", "cpsizer-sidecar"}, {"annotations", {{"cpsizer/cpu-policy", "when-fraction-configured"}}}}},
          {"spec",
           {{"holderIdentity", "another-holder"},
            {"leaseDurationSeconds", 3600},
            {"acquireTime", micro_time},
            {"renewTime", micro_time}}}};
}

// Creates the objects of the controller of machines from the examples.
absl::Status CreateMachines(testing::ApiUser& admin) {
  for (const char* path : {"deploy/crds/machines/controlplanemachinesetautoscalers.yaml",
                           "deploy/crds/machines/controlplanemachinesetautoscalingtriggerauthentications.yaml",
                           "tests/testing/crds/controlplanemachinesets.yaml"}) {
    if (absl::Status status = testing::InstallCrd(admin, path); !status.ok()) return status;
  }
  absl::Status status = testing::CreateManifests(admin, "deploy/examples/machines/autoscaler.yaml");
  if (!status.ok()) return status;
  const absl::StatusOr<std::vector<Json>> machines = testing::ReadManifests("deploy/examples/machine/machines.yaml");
  if (!machines.ok()) return machines.status();
  for (Json object : *machines) {
    object["metadata"].erase("resourceVersion");
    if (status = admin.Create(testing::CollectionOf(object), object).status(); !status.ok()) return status;
  }
  return absl::OkStatus();
}

std::string OnLocalhost(const testing::ServerProcess& service) {
  return absl::StrReplaceAll(service.address(), {{"127.0.0.1", "localhost"}});
}

}  // namespace

DocsFixture::DocsFixture(testing::RealApiServer& server) : server_(server) {}

absl::StatusOr<std::unique_ptr<DocsFixture>> DocsFixture::Make(testing::RealApiServer& server) {
  std::unique_ptr<DocsFixture> fixture(new DocsFixture(server));
  fixture->WriteFiles();
  if (absl::Status status = fixture->StartServices(); !status.ok()) return status;
  if (absl::Status status = fixture->Install(); !status.ok()) return status;
  return fixture;
}

void DocsFixture::WriteFiles() {
  const std::filesystem::path programs = std::filesystem::path(CommandProgram()).parent_path();
  std::filesystem::create_directories(folder_.PathOf("build/dev"));
  std::filesystem::create_symlink(programs, folder_.PathOf("build/dev/bin"));
  for (const char* const folder : {"deploy", "docs"}) {
    std::filesystem::create_symlink(testing::SourcePath(folder), folder_.PathOf(folder));
  }
  environment_ = {
      absl::StrCat("PATH=", programs.string(), ":", testing::PathWithoutNodes(folder_), ":", testing::ToolPath("")),
      "HOME=" + folder_.path(), "KUBECONFIG=" + server_.AdminKubeconfig(),
      "POD_LOG=" + folder_.Write("pod.log", kPodLog)};
}

absl::Status DocsFixture::StartServices() {
  const testing::CertificateAuthority authority("docs");
  // Issues one certificate for the server and the clients, with all names that the service has on the pages.
  const testing::CertifiedKey pair = authority.Issue(
      {.common_name = "cpsizer", .names = "DNS:localhost,DNS:cpsizer.cpsizer.svc", .usage = "serverAuth,clientAuth"});
  const std::string certificate = folder_.Write("tls.crt", pair.certificate);
  const std::string key = folder_.Write("tls.key", pair.key);
  const std::string ca = folder_.Write("ca.crt", authority.pem());
  auto service = StartServer();
  if (!service.ok()) return service.status();
  service_ = *std::move(service);
  auto tls_service = StartServer({"--tls-cert-file=" + certificate, "--tls-private-key-file=" + key,
                                  "--client-ca-file=" + ca, "--admin-addr=127.0.0.1:0"});
  if (!tls_service.ok()) return tls_service.status();
  tls_service_ = *std::move(tls_service);
  admin_address_ = AdminPort(*tls_service_).address();
  return CreateSecrets(server_.admin(), pair, authority.pem());
}

absl::Status DocsFixture::Install() {
  testing::ApiUser& admin = server_.admin();
  if (absl::Status status = testing::CreateExampleFleet(admin); !status.ok()) return status;
  absl::Status status = testing::InstallCrd(admin, "tests/testing/crds/certmanager.yaml");
  if (!status.ok()) return status;
  if (status = CreateMachines(admin); !status.ok()) return status;
  status = admin.Create("/apis/coordination.k8s.io/v1/namespaces/cpsizer/leases", HeldLease()).status();
  if (!status.ok()) return status;
  return admin.Create("/api/v1/namespaces/cpsizer/pods", Pod()).status();
}

std::vector<std::string> DocsFixture::CommandOf(const testing::DocsBlock& block) const {
  const std::string tls = OnLocalhost(*tls_service_);
  // Replaces addresses of the pages, because their ports may be in use. If several of these texts begin at the same
  // position, StrReplaceAll() replaces the longest text.
  const std::string text = absl::StrReplaceAll(
      block.text, {{"localhost:50051", service_->address()},
                   {"dns:///cpsizer:50051", "dns:///" + service_->address()},
                   {"dns:///cpsizer:50051 --service-ca-file", absl::StrCat("dns:///", tls, " --service-ca-file")},
                   {"cpsizer.example.org:50051", tls},
                   {"--server=127.0.0.1:50051", "--server=" + tls_service_->address()},
                   {"http://127.0.0.1:8080", "http://" + admin_address_},
                   {"--grpc-addr=:50051", "--grpc-addr=127.0.0.1:0"},
                   {"127.0.0.1:50051", "127.0.0.1:0"},
                   {"127.0.0.1:8081", "127.0.0.1:0"},
                   {"/etc/cpsizer/tls", folder_.path()},
                   {"--context=management", "--context=test"},
                   {" POD ", absl::StrCat(" ", kPod, " ")},
                   // Removes `&`, because a background process would remain. In this environment the process exits
                   // immediately, and its output is not used.
                   {" &\n", "\n"},
                   {" &    #", "    #"}});
  return {"bash", "-c", absl::StrCat("set -euo pipefail; cd ", folder_.path(), "; ", text)};
}

}  // namespace cpsizer::e2e
