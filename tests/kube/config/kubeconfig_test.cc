#include "client/kube/config/kubeconfig.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tests/kube/config/files.h"

namespace cpsizer::kube {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

constexpr char kFull[] = R"(apiVersion: v1
kind: Config
preferences: {colors: true}
current-context: prod
unknown: [1, {a: b}]
clusters:
- name: east
  cluster:
    server: https://east.example.com:6443
    certificate-authority: pki/ca.crt
    certificate-authority-data: Q0E=
    insecure-skip-tls-verify: yes
    tls-server-name: kubernetes
    proxy-url: http://proxy:3128
    disable-compression: On
    future-field: {a: 1}
    extensions:
    - name: other
      extension: 1
    - name: client.authentication.k8s.io/exec
      extension: {audience: "12", level: 3, strict: true}
users:
- name: me
  user:
    client-certificate: ../me.crt
    client-key: /etc/me.key
    client-certificate-data: Q0VSVA==
    client-key-data: S0VZ
    token: 0012345
    tokenFile: token
    as: admin
    as-uid: 17
    as-groups: [a, "b"]
    as-user-extra: {reason: [x, y]}
    exec:
      apiVersion: client.authentication.k8s.io/v1
      command: ./bin/plugin
      args: [get-token, 1]
      env:
      - {name: A, value: 1}
      installHint: get it
      interactiveMode: Never
      provideClusterInfo: true
- name: bare
  user: {exec: {command: plugin}}
- name: anonymous
contexts:
- name: prod
  context: {cluster: east, user: me, namespace: sizing}
)";

TEST(ParseKubeconfig, ReadsEveryFieldAsText) {
  const auto kubeconfig = ParseKubeconfig(kFull, "/etc/kube/config");
  ASSERT_TRUE(kubeconfig.ok()) << kubeconfig.status();
  EXPECT_EQ(kubeconfig->current_context, "prod");
  const KubeconfigCluster& cluster = kubeconfig->clusters.at("east");
  EXPECT_EQ(cluster.where, "/etc/kube/config: clusters[\"east\"].cluster");
  EXPECT_EQ(cluster.server, "https://east.example.com:6443");
  EXPECT_EQ(cluster.certificate_authority, "/etc/kube/pki/ca.crt");
  EXPECT_EQ(cluster.certificate_authority_data, "Q0E=");
  EXPECT_TRUE(cluster.insecure_skip_tls_verify);
  EXPECT_EQ(cluster.tls_server_name, "kubernetes");
  EXPECT_EQ(cluster.proxy_url, "http://proxy:3128");
  EXPECT_TRUE(cluster.disable_compression);
  EXPECT_EQ(cluster.exec_cluster_info, R"({"audience":"12","level":3,"strict":true})");
  const KubeconfigUser& user = kubeconfig->users.at("me");
  EXPECT_EQ(user.client_certificate, "/etc/me.crt");
  EXPECT_EQ(user.client_key, "/etc/me.key");
  EXPECT_EQ(user.client_certificate_data, "Q0VSVA==");
  EXPECT_EQ(user.client_key_data, "S0VZ");
  EXPECT_EQ(user.token, "0012345");
  EXPECT_EQ(user.token_file, "/etc/kube/token");
  EXPECT_EQ(user.impersonation.user, "admin");
  EXPECT_EQ(user.impersonation.uid, "17");
  EXPECT_THAT(user.impersonation.groups, ElementsAre("a", "b"));
  EXPECT_THAT(user.impersonation.extra, ElementsAre(Pair("reason", ElementsAre("x", "y"))));
  const KubeconfigContext& context = kubeconfig->contexts.at("prod");
  EXPECT_EQ(context.cluster, "east");
  EXPECT_EQ(context.user, "me");
  EXPECT_EQ(context.name_space, "sizing");
}

TEST(ParseKubeconfig, ReadsExec) {
  const auto kubeconfig = ParseKubeconfig(kFull, "/etc/kube/config");
  ASSERT_TRUE(kubeconfig.ok()) << kubeconfig.status();
  const ExecSpec& exec = *kubeconfig->users.at("me").exec;
  EXPECT_EQ(exec.where, "/etc/kube/config: users[\"me\"].user.exec");
  EXPECT_EQ(exec.api_version, "client.authentication.k8s.io/v1");
  EXPECT_EQ(exec.command, "/etc/kube/bin/plugin");
  EXPECT_THAT(exec.arguments, ElementsAre("get-token", "1"));
  EXPECT_THAT(exec.environment, ElementsAre(Pair("A", "1")));
  EXPECT_EQ(exec.install_hint, "get it");
  EXPECT_EQ(exec.interactive_mode, "Never");
  EXPECT_TRUE(exec.provide_cluster_info);
  EXPECT_EQ(kubeconfig->users.at("bare").exec->command, "plugin") << "found in PATH, not in the folder";
  EXPECT_FALSE(kubeconfig->users.at("anonymous").exec.has_value());
}

TEST(ParseKubeconfig, ReadsJson) {
  const auto kubeconfig = ParseKubeconfig(
      R"({"clusters": [{"name": "c", "cluster": {"server": "a", "insecure-skip-tls-verify": true}}], "users": null})",
      "/c");
  ASSERT_TRUE(kubeconfig.ok()) << kubeconfig.status();
  EXPECT_TRUE(kubeconfig->clusters.at("c").insecure_skip_tls_verify);
}

struct Refused {
  absl::string_view name;
  absl::string_view text;
  absl::string_view error;
};

constexpr Refused kRefused[] = {
    {"no mapping", "- a\n", "/c: must be a mapping, not a list"},
    {"a word", "s3cret\n", "/c: must be a mapping, not a plain word or number"},
    {"no YAML", "a: 'b", "/c: is not YAML: "},
    {"another object", "kind: Pod\n", "/c: kind is \"Pod\", not Config; check that the file is a kubeconfig"},
    {"another version", "apiVersion: v2\n", "/c: apiVersion is \"v2\", not v1; check that the file is a kubeconfig"},
    {"clusters as mapping", "clusters: {a: b}\n", "/c: clusters must be a list, not a mapping"},
    {"an entry as text", "users: [s3cret]\n", "/c: users[0] must be a mapping, not a plain word or number"},
    {"no name", "users:\n- name: a\n- user: {token: s3cret}\n", "/c: users[1].name is missing"},
    {"a name twice", "users:\n- name: a\n- name: a\n", "/c: users[\"a\"] occurs twice; remove or rename one"},
    {"a cluster twice", "clusters:\n- name: a\n- name: a\n", "/c: clusters[\"a\"] occurs twice"},
    {"a context twice", "contexts:\n- name: a\n- name: a\n", "/c: contexts[\"a\"] occurs twice"},
    {"a token as list", "users:\n- {name: a, user: {token: [s3cret]}}\n",
     "/c: users[\"a\"].user.token must be text, not a list"},
    {"a quoted boolean", "clusters:\n- {name: a, cluster: {insecure-skip-tls-verify: 'true'}}\n",
     "/c: clusters[\"a\"].cluster.insecure-skip-tls-verify must be true or false, without quotes"},
    {"a number as boolean", "clusters:\n- {name: a, cluster: {disable-compression: 1}}\n",
     "/c: clusters[\"a\"].cluster.disable-compression must be true or false"},
    {"groups as text", "users:\n- {name: a, user: {as-groups: s3cret}}\n",
     "/c: users[\"a\"].user.as-groups must be a list, not a plain word or number"},
    {"extra as list", "users:\n- {name: a, user: {as-user-extra: [s3cret]}}\n",
     "/c: users[\"a\"].user.as-user-extra must be a mapping, not a list"},
    {"extra without lists", "users:\n- {name: a, user: {as-user-extra: {b: \"s3cret\"}}}\n",
     "/c: users[\"a\"].user.as-user-extra.b must be a list, not quoted text"},
    {"a mapping as argument", "users:\n- {name: a, user: {exec: {args: [a, {b: s3cret}]}}}\n",
     "/c: users[\"a\"].user.exec.args[1] must be text, not a mapping"},
    {"exec as text", "users:\n- {name: a, user: {exec: s3cret}}\n",
     "/c: users[\"a\"].user.exec must be a mapping, not a plain word or number"},
    {"a variable as text", "users:\n- {name: a, user: {exec: {env: [A=s3cret]}}}\n",
     "/c: users[\"a\"].user.exec.env[0] must be a mapping, not a plain word or number"},
    {"a context of another type", "current-context: {}\n", "/c: current-context must be text, not a mapping"},
    {"control characters in a name", "users:\n- name: \"a\\x1b[2J\"\n- name: \"a\\x1b[2J\"\n",
     "/c: users[\"a\\x1b[2J\"] occurs twice"},
};

TEST(ParseKubeconfig, ReportsFileAndFieldOfTheFirstError) {
  for (const Refused& c : kRefused) {
    SCOPED_TRACE(c.name);
    const auto kubeconfig = ParseKubeconfig(c.text, "/c");
    ASSERT_EQ(kubeconfig.status().code(), absl::StatusCode::kInvalidArgument) << kubeconfig.status();
    EXPECT_TRUE(absl::StartsWith(kubeconfig.status().message(), c.error)) << kubeconfig.status();
    EXPECT_FALSE(absl::StrContains(kubeconfig.status().message(), "s3cret")) << kubeconfig.status();
  }
}

TEST(ReadKubeconfigList, UsesOnlyTheFirstDefinitionOfAName) {
  const TemporaryFolder folder;
  const std::string first = folder.Write("a/first", R"(
clusters:
- {name: c, cluster: {server: one}}
users:
- {name: u, user: {tokenFile: t}}
)");
  const std::string second = folder.Write("b/second", R"(
current-context: x
clusters:
- {name: c, cluster: {server: two, tls-server-name: two}}
- {name: d, cluster: {server: three, certificate-authority: ca}}
contexts:
- {name: x, context: {cluster: c}}
)");
  const std::string third =
      folder.Write("third", "current-context: y\ncontexts:\n- {name: x, context: {cluster: d}}\n");
  const std::string list =
      absl::StrCat(":", first, ":", folder.PathOf("missing"), "::", second, ":", first, ":", third, ":");
  const auto kubeconfig = ReadKubeconfigList(list);
  ASSERT_TRUE(kubeconfig.ok()) << kubeconfig.status();
  EXPECT_THAT(kubeconfig->files, ElementsAre(first, second, third));
  EXPECT_EQ(kubeconfig->current_context, "x");
  EXPECT_EQ(kubeconfig->clusters.at("c").server, "one");
  EXPECT_THAT(kubeconfig->clusters.at("c").tls_server_name, IsEmpty()) << "nothing is merged field by field";
  EXPECT_EQ(kubeconfig->clusters.at("d").certificate_authority, folder.PathOf("b/ca"));
  EXPECT_EQ(kubeconfig->users.at("u").token_file, folder.PathOf("a/t"));
  EXPECT_EQ(kubeconfig->contexts.at("x").cluster, "c");
}

TEST(ReadKubeconfigList, MissingFilesAreSkippedOthersAreErrors) {
  const TemporaryFolder folder;
  const std::string good = folder.Write("good", "");
  const std::string bad = folder.Write("bad", "a: 'b");
  const std::string missing = folder.PathOf("missing");
  EXPECT_TRUE(ReadKubeconfigList(absl::StrCat(missing, ":", good)).ok());
  EXPECT_EQ(ReadKubeconfigList(absl::StrCat(good, ":", bad)).status().code(), absl::StatusCode::kInvalidArgument);
  const absl::Status directory = ReadKubeconfigList(absl::StrCat(good, ":", folder.path())).status();
  EXPECT_FALSE(directory.ok());
  EXPECT_TRUE(absl::StrContains(directory.message(), folder.path())) << directory;
  const absl::Status none = ReadKubeconfigList(absl::StrCat(missing, ":", missing, "2")).status();
  EXPECT_EQ(none.code(), absl::StatusCode::kNotFound);
  EXPECT_TRUE(absl::StartsWith(none.message(), "none of the files of KUBECONFIG exists: ")) << none;
  EXPECT_EQ(ReadKubeconfigList("::").status().code(), absl::StatusCode::kNotFound);
}

TEST(ReadKubeconfig, RefusesAHugeFile) {
  const TemporaryFolder folder;
  const auto kubeconfig = ReadKubeconfig(folder.Write("huge", std::string((size_t{8} << 20) + 1, '#')));
  EXPECT_EQ(kubeconfig.status().code(), absl::StatusCode::kResourceExhausted) << kubeconfig.status();
}

}  // namespace
}  // namespace cpsizer::kube
