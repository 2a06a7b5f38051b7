#include "client/kube/config/choose_context.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "tests/kube/config/files.h"

namespace cpsizer::kube {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

constexpr char kExec[] = "apiVersion: client.authentication.k8s.io/v1, command: plugin, interactiveMode: Never";

class ChooseContextTest : public ::testing::Test {
 protected:
  ChooseContextTest() {
    folder_.Write("ca.crt", kCertificatePem);
    folder_.Write("me.crt", kCertificatePem);
    folder_.Write("me.key", kKeyPem);
    folder_.Write("broken.crt", kBrokenCertificatePem);
    folder_.Write("chain.crt", absl::StrCat(kCertificatePem, kBrokenCertificatePem));
    folder_.Write("broken.key", kBrokenKeyPem);
    folder_.Write("other.key", kOtherKeyPem);
    folder_.Write("token", "from-file\n");
    folder_.Write("empty", "\n");
    folder_.Write("garbage", "s3cret");
  }

  // Returns `text` with valid values for $CERT, $KEY and $EXEC.
  std::string Fill(absl::string_view text) const {
    return absl::StrReplaceAll(
        text,
        {{"$CERT", absl::Base64Escape(kCertificatePem)}, {"$KEY", absl::Base64Escape(kKeyPem)}, {"$EXEC", kExec}});
  }

  absl::StatusOr<ClusterConfig> ChooseFrom(absl::string_view text, absl::string_view context = "") const {
    const auto kubeconfig = ParseKubeconfig(Fill(text), config_);
    if (!kubeconfig.ok()) return kubeconfig.status();
    return ChooseContext(*kubeconfig, context);
  }

  // Chooses the context of a kubeconfig that has one cluster and one user with these fields.
  absl::StatusOr<ClusterConfig> Choose(absl::string_view cluster, absl::string_view user) const {
    return ChooseFrom(absl::StrCat("current-context: x\nclusters: [{name: c, cluster: {", cluster,
                                   "}}]\nusers: [{name: u, user: {", user,
                                   "}}]\ncontexts: [{name: x, context: {cluster: c, user: u}}]\n"));
  }

  TemporaryFolder folder_;
  std::string config_ = folder_.PathOf("config");
};

TEST_F(ChooseContextTest, ReadsAllFieldsOfACluster) {
  const auto config = Choose(
      "server: east.example.com/k8s/, certificate-authority: ca.crt, tls-server-name: kubernetes, "
      "proxy-url: 'http://a:b@proxy:1', disable-compression: true, "
      "extensions: [{name: client.authentication.k8s.io/exec, extension: {a: 1}}]",
      "");
  ASSERT_TRUE(config.ok()) << config.status();
  EXPECT_EQ(config->origin, absl::StrCat("context \"x\" of ", config_));
  EXPECT_EQ(config->server, "https://east.example.com/k8s");
  EXPECT_EQ(config->certificate_authority.file, folder_.PathOf("ca.crt"));
  EXPECT_FALSE(config->insecure_skip_tls_verify);
  EXPECT_EQ(config->tls_server_name, "kubernetes");
  EXPECT_EQ(config->proxy_url, "http://a:b@proxy:1");
  EXPECT_TRUE(config->disable_compression);
  EXPECT_EQ(config->exec_cluster_info, R"({"a":1})");
  EXPECT_EQ(config->name_space, "default");
}

TEST_F(ChooseContextTest, DecodesInlineData) {
  const auto config = Choose("server: a, certificate-authority-data: $CERT",
                             "client-certificate-data: $CERT, client-key-data: $KEY, token: ' abc '");
  ASSERT_TRUE(config.ok()) << config.status();
  EXPECT_EQ(config->certificate_authority.data, kCertificatePem);
  EXPECT_EQ(config->credentials.client_certificate.data, kCertificatePem);
  EXPECT_EQ(config->credentials.client_key.data, kKeyPem);
  EXPECT_EQ(config->credentials.token, "abc") << "a certificate and a token are both sent";
}

TEST_F(ChooseContextTest, ReadsCertificateAndKeyFromFiles) {
  const auto config =
      Choose("server: a, insecure-skip-tls-verify: true", "client-certificate: me.crt, client-key: ./me.key");
  ASSERT_TRUE(config.ok()) << config.status();
  EXPECT_TRUE(config->insecure_skip_tls_verify);
  EXPECT_EQ(config->credentials.client_certificate.file, folder_.PathOf("me.crt"));
  EXPECT_EQ(config->credentials.client_key.file, folder_.PathOf("me.key"));
}

TEST_F(ChooseContextTest, ReadsImpersonation) {
  const auto config = Choose("server: a", "as: b, as-uid: 1, as-groups: [g], as-user-extra: {k: [v, w]}");
  ASSERT_TRUE(config.ok()) << config.status();
  const Impersonation& as = config->credentials.impersonation;
  EXPECT_EQ(as.user, "b");
  EXPECT_EQ(as.uid, "1");
  EXPECT_THAT(as.groups, ElementsAre("g"));
  EXPECT_THAT(as.extra, ElementsAre(Pair("k", ElementsAre("v", "w"))));
}

TEST_F(ChooseContextTest, ATokenFileMustBeReadableUnlessThereIsAToken) {
  EXPECT_TRUE(Choose("server: a", "tokenFile: token").ok());
  EXPECT_FALSE(Choose("server: a", "tokenFile: missing").ok());
  const auto both = Choose("server: a", "tokenFile: missing, token: 123");
  ASSERT_TRUE(both.ok()) << both.status();
  EXPECT_EQ(both->credentials.token, "123");
  EXPECT_EQ(both->credentials.token_file, folder_.PathOf("missing"));
}

TEST_F(ChooseContextTest, ThePluginIsSkippedWithATokenOrACertificate) {
  EXPECT_TRUE(Choose("server: a", "exec: {$EXEC}")->credentials.exec.has_value());
  for (const char* other : {"token: t", "tokenFile: token", "client-certificate: me.crt, client-key: me.key"}) {
    SCOPED_TRACE(other);
    const auto config = Choose("server: a", absl::StrCat("exec: {$EXEC}, ", other));
    ASSERT_TRUE(config.ok()) << config.status();
    EXPECT_FALSE(config->credentials.exec.has_value());
  }
  const auto interactive = Choose("server: a",
                                  "token: t, exec: {apiVersion: client.authentication.k8s.io/v1, command: plugin, "
                                  "interactiveMode: Always}");
  EXPECT_TRUE(interactive.ok()) << interactive.status();
  const auto beta = Choose("server: a", "exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: plugin}");
  EXPECT_TRUE(beta.ok()) << "interactiveMode has a default there: " << beta.status();
}

TEST_F(ChooseContextTest, CredentialsAreOnlyForTls) {
  const auto config = Choose("server: 'http://a'", "token: abc, as: b");
  ASSERT_TRUE(config.ok()) << config.status();
  EXPECT_EQ(config->credentials.token, "");
  EXPECT_EQ(config->credentials.impersonation.user, "");
}

TEST_F(ChooseContextTest, IgnoresAKeyWithoutCertificate) {
  const auto config = Choose("server: a", "client-key: missing, token: t");
  ASSERT_TRUE(config.ok()) << config.status();
  EXPECT_TRUE(config->credentials.client_key.empty());
}

struct ChooseContextCase {
  absl::string_view name;
  absl::string_view cluster;
  absl::string_view user;
  absl::string_view error;  // the message without the file name
};

constexpr ChooseContextCase kChooseContextCases[] = {
    {"no server", "", "", "clusters[\"c\"].cluster.server is missing; give https://host:port"},
    {"a bad server", "server: 'ftp://a'", "",
     "clusters[\"c\"].cluster.server \"ftp://a\" has a scheme other than https and http; give https://host:port"},
    {"a password in the server", "server: 'https://u:s3cret@a'", "",
     "clusters[\"c\"].cluster.server contains a user or a password before an `@`"},
    {"both authorities", "server: a, certificate-authority: ca.crt, certificate-authority-data: $CERT", "",
     "clusters[\"c\"].cluster.certificate-authority and certificate-authority-data are both set; keep one"},
    {"insecure with a file", "server: a, certificate-authority: ca.crt, insecure-skip-tls-verify: true", "",
     "clusters[\"c\"].cluster.insecure-skip-tls-verify cannot be combined with a certificate authority"},
    {"insecure with data", "server: a, certificate-authority-data: $CERT, insecure-skip-tls-verify: true", "",
     "clusters[\"c\"].cluster.insecure-skip-tls-verify cannot be combined with a certificate authority"},
    {"no base64", "server: a, certificate-authority-data: '%%s3cret'", "",
     "clusters[\"c\"].cluster.certificate-authority-data is not base64"},
    {"no PEM", "server: a, certificate-authority-data: czNjcmV0", "",
     "clusters[\"c\"].cluster.certificate-authority-data contains no valid certificate in PEM"},
    {"a missing authority", "server: a, certificate-authority: missing", "",
     "clusters[\"c\"].cluster.certificate-authority: cannot open \"$/missing\": No such file or directory"},
    {"an authority without PEM", "server: a, certificate-authority: garbage", "",
     "clusters[\"c\"].cluster.certificate-authority: \"$/garbage\" contains no valid certificate in PEM"},
    {"a broken authority", "server: a, certificate-authority: broken.crt", "",
     "clusters[\"c\"].cluster.certificate-authority: \"$/broken.crt\" contains no valid certificate in PEM"},
    {"a broken certificate", "server: a", "client-certificate: broken.crt, client-key: me.key",
     "users[\"u\"].user.client-certificate: \"$/broken.crt\" contains no valid certificate in PEM"},
    {"a certificate followed by a broken one", "server: a", "client-certificate: chain.crt, client-key: me.key",
     "users[\"u\"].user.client-certificate: \"$/chain.crt\" contains no valid certificate in PEM"},
    {"a broken key", "server: a", "client-certificate: me.crt, client-key: broken.key",
     "users[\"u\"].user.client-key: \"$/broken.key\" contains no valid private key in PEM"},
    {"the key of another", "server: a", "client-certificate-data: $CERT, client-key: other.key",
     "users[\"u\"].user.client-key \"$/other.key\" is not the key of client-certificate-data; specify a matching "
     "certificate"},
    {"a proxy of another kind", "server: a, proxy-url: 'ftp://u:s3cret@p'", "",
     "clusters[\"c\"].cluster.proxy-url must begin with http://, https:// or socks5://"},
    {"both certificates", "server: a", "client-certificate: me.crt, client-certificate-data: $CERT, client-key: me.key",
     "users[\"u\"].user.client-certificate and client-certificate-data are both set; keep one"},
    {"both keys", "server: a", "client-certificate: me.crt, client-key: me.key, client-key-data: $KEY",
     "users[\"u\"].user.client-key and client-key-data are both set; keep one"},
    {"a certificate without key", "server: a", "client-certificate-data: $CERT",
     "users[\"u\"].user.client-certificate has no key; set client-key or client-key-data too"},
    {"a certificate as key", "server: a", "client-certificate: me.crt, client-key-data: $CERT",
     "users[\"u\"].user.client-key-data contains no valid private key in PEM"},
    {"a missing key", "server: a", "client-certificate: me.crt, client-key: missing",
     "users[\"u\"].user.client-key: cannot open \"$/missing\": No such file or directory"},
    {"a token of two words", "server: a", "token: s3cret two", "users[\"u\"].user.token does not contain a token"},
    {"a missing token file", "server: a", "tokenFile: missing",
     "users[\"u\"].user.tokenFile: cannot open \"$/missing\": No such file or directory"},
    {"an empty token file", "server: a", "tokenFile: empty",
     "users[\"u\"].user.tokenFile: \"$/empty\" contains no token: it is empty"},
    {"a password", "server: a", "username: me, password: s3cret",
     "users[\"u\"].user.username and password are not supported: API servers refuse them since Kubernetes 1.19; "
     "use a token, a client certificate or exec"},
    {"a password with a token", "server: a", "password: s3cret, tokenFile: token",
     "users[\"u\"].user.username and password cannot be combined with a token; remove them"},
    {"auth-provider", "server: a", "auth-provider: {name: oidc, config: {id-token: s3cret}}",
     "users[\"u\"].user.auth-provider is not supported; use exec with a credential plugin, or a token"},
    {"uid without as", "server: a", "as-uid: 1", "users[\"u\"].user.as is missing"},
    {"groups without as", "server: a", "as-groups: [a]", "users[\"u\"].user.as is missing"},
    {"extra without as", "server: a", "as-user-extra: {a: [b]}", "users[\"u\"].user.as is missing"},
    {"a plugin without command", "server: a", "exec: {}",
     "users[\"u\"].user.exec.command is missing; give the path or the name of the plugin"},
    {"a plugin that needs a terminal", "server: a",
     "exec: {command: a, apiVersion: client.authentication.k8s.io/v1, interactiveMode: Always}",
     "users[\"u\"].user.exec.interactiveMode is Always, but there is no terminal"},
};

TEST_F(ChooseContextTest, RefusesContradictoryFields) {
  for (const ChooseContextCase& c : kChooseContextCases) {
    SCOPED_TRACE(c.name);
    const absl::Status status = Choose(c.cluster, c.user).status();
    ASSERT_FALSE(status.ok());
    const std::string expected = absl::StrCat(config_, ": ", absl::StrReplaceAll(c.error, {{"$", folder_.path()}}));
    EXPECT_TRUE(absl::StartsWith(status.message(), expected)) << status << "\n" << expected;
    EXPECT_FALSE(absl::StrContains(status.message(), "s3cret")) << status;
  }
}

struct NameCase {
  absl::string_view name;
  absl::string_view text;
  absl::string_view context;
  absl::StatusCode code;
  absl::string_view error;
};

constexpr NameCase kNames[] = {
    {"an empty file", "", "", absl::StatusCode::kInvalidArgument,
     "contains no contexts; check that the file is a kubeconfig"},
    {"no current context", "contexts: [{name: a}, {name: b}]", "", absl::StatusCode::kInvalidArgument,
     "current-context is not set; select a context with --context: there are \"a\", \"b\""},
    {"an unknown current context", "current-context: z\ncontexts: [{name: a}]", "", absl::StatusCode::kNotFound,
     "there is no context \"z\", which current-context selects; there is \"a\""},
    {"an unknown --context", "current-context: a\ncontexts: [{name: a}]", "z", absl::StatusCode::kNotFound,
     "there is no context \"z\", which --context selects; there is \"a\""},
    {"no cluster", "current-context: a\ncontexts: [{name: a}]", "", absl::StatusCode::kInvalidArgument,
     "contexts[\"a\"].context.cluster is missing; set it to one of the clusters"},
    {"an unknown cluster", "contexts: [{name: a, context: {cluster: z}}]", "a", absl::StatusCode::kNotFound,
     "contexts[\"a\"].context.cluster: there is no cluster \"z\"; there is none"},
    {"an unknown user",
     "contexts: [{name: a, context: {cluster: c, user: z}}]\nclusters: [{name: c, cluster: {server: a}}]", "a",
     absl::StatusCode::kNotFound, "contexts[\"a\"].context.user: there is no user \"z\"; there is none"},
};

TEST_F(ChooseContextTest, ReportsTheMissingName) {
  for (const NameCase& c : kNames) {
    SCOPED_TRACE(c.name);
    const absl::Status status = ChooseFrom(c.text, c.context).status();
    EXPECT_EQ(status.code(), c.code);
    EXPECT_EQ(status.message(), absl::StrCat(config_, ": ", c.error));
  }
}

TEST_F(ChooseContextTest, TheOverrideChoosesAndOnlyTheChosenIsChecked) {
  constexpr char kText[] = R"(
current-context: bad
clusters:
- {name: good, cluster: {server: a}}
- {name: bad, cluster: {server: 'ftp://a'}}
users:
- {name: bad, user: {auth-provider: {name: gcp}}}
contexts:
- {name: bad, context: {cluster: bad, user: bad}}
- {name: good, context: {cluster: good, namespace: n}}
)";
  EXPECT_FALSE(ChooseFrom(kText).ok());
  const auto config = ChooseFrom(kText, "good");
  ASSERT_TRUE(config.ok()) << config.status();
  EXPECT_EQ(config->name_space, "n");
  EXPECT_EQ(config->credentials.token, "") << "no user: anonymous";
}

TEST_F(ChooseContextTest, ListsOnlyTheFirstNames) {
  std::string text = "contexts:\n";
  for (int i = 10; i < 50; ++i) absl::StrAppend(&text, "- name: c", i, "\n");
  const absl::Status status = ChooseFrom(text, "z").status();
  EXPECT_TRUE(absl::EndsWith(status.message(), "\"c18\", \"c19\" and more")) << status;
}

}  // namespace
}  // namespace cpsizer::kube
