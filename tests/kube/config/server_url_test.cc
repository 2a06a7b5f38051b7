#include "client/kube/config/server_url.h"

#include <gtest/gtest.h>

#include "absl/strings/match.h"

namespace cpsizer::kube {
namespace {

struct ServerUrlCase {
  absl::string_view name;
  absl::string_view text;
  absl::string_view url;    // the normalized URL; empty if `text` is refused
  absl::string_view error;  // a part of the error message
};

constexpr ServerUrlCase kServers[] = {
    {"as it is", "https://api.example.com:6443", "https://api.example.com:6443", ""},
    {"https is the default", "api.example.com:6443", "https://api.example.com:6443", ""},
    {"http stays", "http://127.0.0.1:8080", "http://127.0.0.1:8080", ""},
    {"schemes are lower case", "HTTPS://A", "https://A", ""},
    {"a path is a prefix", "https://a/k8s/clusters/c-1/", "https://a/k8s/clusters/c-1", ""},
    {"query and fragment go", "https://a/p?x=1#y", "https://a/p", ""},
    {"a query without a path goes", "https://a?x=1://b", "https://a", ""},
    {"IPv6", "https://[fd00::1]:6443", "https://[fd00::1]:6443", ""},
    {"IPv6 without a port", "[::1]", "https://[::1]", ""},
    {"no host", "https://", "", "has no host"},
    {"a number", "17", "", "\"17\" has a number as its host; give https://host:port"},
    {"a number and a port", "https://17:6443", "", "has a number as its host"},
    {"IPv4", "10.0.0.17", "https://10.0.0.17", ""},
    {"only a port", ":6443", "", "has no host"},
    {"another scheme", "ftp://a", "", "a scheme other than https and http"},
    {"a slash too few", "https:/a", "", "a port that is not a number"},
    {"no port after the colon", "a:", "", "a port that is not a number"},
    {"port 0", "a:0", "", "a port that is not a number"},
    {"port 65536", "a:65536", "", "a port that is not a number"},
    {"a port with a sign", "a:+1", "", "a port that is not a number"},
    {"bare IPv6", "https://fd00::1", "", "IPv6 address without brackets"},
    {"open bracket", "https://[fd00::1", "", "has an invalid address in brackets"},
    {"empty brackets", "https://[]:1", "", "has an invalid address in brackets"},
    {"bracket inside", "https://a]b", "", "a bracket inside the host"},
    {"text after the brackets", "https://[::1]a", "", "a port that is not a number"},
    {"white space", "https://a b", "", "a character that is not allowed in a URL"},
    {"a line feed", "https://a\nX-Evil: 1", "", "\"https://a\\nX-Evil: 1\" has a character"},
    {"a password", "https://me:s3cret@a", "", "contains a user or a password"},
};

TEST(NormalServerUrl, NormalizesEveryForm) {
  for (const ServerUrlCase& c : kServers) {
    SCOPED_TRACE(c.name);
    const auto url = NormalServerUrl(c.text);
    if (!c.url.empty()) {
      ASSERT_TRUE(url.ok()) << url.status();
      EXPECT_EQ(*url, c.url);
      continue;
    }
    ASSERT_EQ(url.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_TRUE(absl::StrContains(url.status().message(), c.error)) << url.status();
    EXPECT_FALSE(absl::StrContains(url.status().message(), "s3cret")) << url.status();
  }
}

constexpr ServerUrlCase kProxies[] = {
    {"http", "http://proxy:3128", "ok", ""},
    {"https with a password", "https://me:s3cret@proxy", "ok", ""},
    {"SOCKS", "socks5://[::1]:1080/", "ok", ""},
    {"no scheme", "s3cret:3128", "", "must begin with http://, https:// or socks5://"},
    {"another scheme", "socks4://s3cret", "", "must begin with http://, https:// or socks5://"},
    {"no host", "http://me:s3cret@", "", "has no host; give http://host:port"},
    {"a bad port", "http://me:s3cret@a:b", "", "a port that is not a number"},
    {"white space", "http://me:s3cret @a", "", "a character that is not allowed in a URL"},
};

TEST(CheckProxyUrl, AcceptsThreeSchemesAndHidesPasswords) {
  for (const ServerUrlCase& c : kProxies) {
    SCOPED_TRACE(c.name);
    const absl::Status status = CheckProxyUrl(c.text);
    EXPECT_EQ(status.ok(), !c.url.empty()) << status;
    EXPECT_TRUE(absl::StrContains(status.message(), c.error)) << status;
    EXPECT_FALSE(absl::StrContains(status.message(), "s3cret")) << status;
  }
}

}  // namespace
}  // namespace cpsizer::kube
