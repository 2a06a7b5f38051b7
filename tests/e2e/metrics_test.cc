// Compares the metrics of the real programs with docs/metrics.md, and checks the metrics with Prometheus' promtool.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "tests/e2e/programs.h"
#include "tests/testing/net/raw_http_client.h"
#include "tests/testing/paths.h"
#include "tests/testing/subprocess.h"
#include "tests/testing/temporary_folder.h"
#include "tests/testing/tls/certificates.h"
#include "tests/testing/tools.h"

namespace cpsizer::testing {
namespace {

using ::cpsizer::e2e::ServerProgram;
using ::cpsizer::e2e::SidecarProgram;

constexpr absl::Duration kMetricsTimeout = absl::Seconds(60);

// The type of a metric, and the label names of all its series.
struct Metric {
  std::string type;
  std::set<std::string> labels;
};
using Metrics = std::map<std::string, Metric>;

struct Program {
  const char* name;  // title of the section about the program in docs/metrics.md
  // Each of these commands exposes some metrics that the other commands do not expose.
  std::vector<std::vector<std::string>> commands;
};

// Starts a program and returns its metrics page.
std::string PageOf(const std::vector<std::string>& command) {
  const auto process = Subprocess::Start(command);
  if (!process.ok()) return "";
  const auto line = (*process)->WaitForLine(
      [](absl::string_view text) { return absl::StrContains(text, "\"adminAddress\""); }, kMetricsTimeout);
  if (!line.has_value()) return "";
  RawHttpClient client(nlohmann::json::parse(*line).value("adminAddress", ""));
  client.Begin("GET", "/metrics");
  return client.Read().body;
}

// The kubeconfig refers to an API server that does not exist.
std::string WriteKubeconfig(const TemporaryFolder& folder) {
  return folder.Write("config",
                      "apiVersion: v1\nkind: Config\ncurrent-context: c\n"
                      "clusters: [{name: k, cluster: {server: \"http://127.0.0.1:1\"}}]\n"
                      "users: [{name: u, user: {}}]\ncontexts: [{name: c, context: {cluster: k, user: u}}]\n");
}

// The server and one sidecar use TLS, because TLS has its own metrics. The service of this sidecar does not exist.
std::vector<Program> Programs(const TemporaryFolder& folder) {
  const CertificateAuthority authority("authority");
  const CertifiedKey server = authority.IssueServer();
  const CertifiedKey client = authority.Issue({});
  const std::string ca = folder.Write("ca", authority.pem());
  const auto controller = [&](const char* name) {
    return std::vector<std::string>{SidecarProgram(), "--kubeconfig=" + WriteKubeconfig(folder),
                                    absl::StrCat("--controller=", name), "--admin-addr=127.0.0.1:0"};
  };
  return {{"cpsizer-server",
           {{ServerProgram(), "--grpc-addr=127.0.0.1:0", "--admin-addr=127.0.0.1:0", "--client-ca-file=" + ca,
             "--tls-cert-file=" + folder.Write("server.crt", server.certificate),
             "--tls-private-key-file=" + folder.Write("server.key", server.key)}}},
          {"cpsizer-sidecar",
           {{SidecarProgram(), "--kubeconfig=" + WriteKubeconfig(folder), "--admin-addr=127.0.0.1:0",
             "--per-cluster-metrics", "--service=unix:/missing/socket", "--service-ca-file=" + ca,
             "--service-cert-file=" + folder.Write("client.crt", client.certificate),
             "--service-key-file=" + folder.Write("client.key", client.key)},
            controller("replicas"),
            controller("machines"),
            controller("machine-autoscalers"),
            controller("cluster-autoscalers")}}};
}

// Returns the name of the metric family of a series. For example, the series `grpc_x_bucket` of a histogram belongs to
// `grpc_x`.
std::string FamilyOf(absl::string_view series, const Metrics& metrics) {
  for (const char* suffix : {"_bucket", "_sum", "_count"}) {
    std::string family(absl::StripSuffix(series, suffix));
    const auto found = metrics.find(family);
    if (found != metrics.end() && found->second.type == "histogram") return family;
  }
  return std::string(series);
}

Metrics MetricsOn(const std::string& page) {
  Metrics metrics;
  for (absl::string_view line : absl::StrSplit(page, '\n', absl::SkipEmpty())) {
    if (absl::ConsumePrefix(&line, "# TYPE ")) {
      const std::vector<std::string> words = absl::StrSplit(line, ' ');
      metrics[words.at(0)].type = words.at(1);
    }
    const size_t brace = line.find('{');
    if (absl::StartsWith(line, "#") || brace == absl::string_view::npos) continue;
    Metric& metric = metrics[FamilyOf(line.substr(0, brace), metrics)];
    // The label values of cpsizer contain no commas and no quotes.
    for (const absl::string_view pair : absl::StrSplit(line.substr(brace + 1, line.find('}') - brace - 1), ',')) {
      const std::string label(pair.substr(0, pair.find('=')));
      if (label != "le") metric.labels.insert(label);
    }
  }
  return metrics;
}

std::string Unquoted(absl::string_view cell) {
  return std::string(absl::StripSuffix(absl::StripPrefix(cell, "`"), "`"));
}

// Returns the metrics of `program` that the tables of docs/metrics.md list.
Metrics MetricsInDocs(const std::string& program) {
  std::ifstream file(testing::SourcePath("docs/metrics.md"));
  Metrics metrics;
  bool about_it = false;
  for (std::string line; std::getline(file, line);) {
    if (absl::StartsWith(line, "## ")) {
      about_it = line == "## " + program || absl::StartsWith(line, "## cpsizer-server and cpsizer-sidecar: ");
    }
    if (!about_it || !absl::StartsWith(line, "| `")) continue;
    const std::vector<std::string> cells = absl::StrSplit(line, " | ");
    Metric& metric = metrics[Unquoted(absl::StripPrefix(cells.at(0), "| "))];
    metric.type = cells.at(1);
    for (const absl::string_view label : absl::StrSplit(cells.at(2), ", ", absl::SkipEmpty())) {
      metric.labels.insert(Unquoted(label));
    }
  }
  return metrics;
}

class MetricsTest : public ::testing::Test {
 protected:
  const TemporaryFolder folder_;
  const std::vector<Program> programs_ = Programs(folder_);
};

TEST_F(MetricsTest, ProgramsExposeExactlyTheDocumentedMetrics) {
  for (const Program& program : programs_) {
    SCOPED_TRACE(program.name);
    Metrics exposed;
    for (const auto& command : program.commands) exposed.merge(MetricsOn(PageOf(command)));
    const Metrics documented = MetricsInDocs(program.name);
    EXPECT_GT(documented.size(), 15u);
    for (const auto& [name, metric] : documented) {
      const auto found = exposed.find(name);
      if (found == exposed.end()) {
        ADD_FAILURE() << name << " is documented and not there";
        continue;
      }
      EXPECT_EQ(found->second.type, metric.type) << name;
      // If a metric has no series, its labels are not visible.
      if (!found->second.labels.empty()) {
        EXPECT_EQ(found->second.labels, metric.labels) << name;
      }
      exposed.erase(found);
    }
    for (const auto& [name, metric] : exposed) ADD_FAILURE() << name << " is exposed but not documented";
  }
}

TEST_F(MetricsTest, PromtoolAcceptsThePages) {
  if (const std::string why = WhyPromtoolIsMissing(); !why.empty()) {
    ASSERT_FALSE(PromtoolIsRequired()) << why;
    GTEST_SKIP() << why;
  }
  for (const Program& program : programs_) {
    for (const auto& command : program.commands) {
      SCOPED_TRACE(::testing::PrintToString(command));
      const std::string page = PageOf(command);
      EXPECT_THAT(page, ::testing::HasSubstr("\n# TYPE process_open_fds gauge\n"));
      const auto promtool = RunProcess({"promtool", "check", "metrics"}, {page, {}});
      ASSERT_TRUE(promtool.ok()) << promtool.status();
      EXPECT_EQ(promtool->exit_code, 0);
      EXPECT_EQ(promtool->standard_output + promtool->standard_error, "");
    }
  }
}

TEST_F(MetricsTest, PromtoolDetectsErrors) {
  if (const std::string why = WhyPromtoolIsMissing(); !why.empty()) GTEST_SKIP() << why;
  for (const char* page : {"# TYPE a counter\na{b=\"c} 1\n", "# TYPE a counter\na 1\n# TYPE a gauge\n"}) {
    EXPECT_NE(RunProcess({"promtool", "check", "metrics"}, {page, {}})->exit_code, 0) << page;
  }
}

}  // namespace
}  // namespace cpsizer::testing
