#include "server/process/tls/client_rule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cpsizer::server {
namespace {

using ::testing::HasSubstr;

ClientName NameOf(absl::string_view text) {
  return {text.substr(0, 4) == "dns:" ? NameKind::kDns : NameKind::kUri, text.substr(4)};
}

TEST(ClientRuleTest, MatchesExactlyOrWithOneStar) {
  const struct {
    const char* what;
    const char* rule;
    std::string name;
    bool matches;
  } kCases[] = {
      {"the name itself", "uri:spiffe://a/ns/x/sa/y", "uri:spiffe://a/ns/x/sa/y", true},
      {"a longer path", "uri:spiffe://a/ns/x", "uri:spiffe://a/ns/x/sa/y", false},
      {"a prefix of it", "uri:spiffe://a/ns/x/sa/y", "uri:spiffe://a/ns/x/sa", false},
      {"a path in other case", "uri:spiffe://a/ns/x", "uri:spiffe://a/ns/X", false},
      {"a name followed by a zero byte", "uri:spiffe://a/x", std::string("uri:spiffe://a/x\0", 17), false},
      {"a name of the other kind", "uri:spiffe://a/x", "dns:spiffe://a/x", false},
      {"a name of the other kind", "dns:x.example.org", "uri:x.example.org", false},
      {"a rule's words inside the name", "dns:x.example.org", "dns:uri:x.example.org", false},
      {"a dns name in other case", "dns:X.example.org", "dns:x.EXAMPLE.org", true},
      {"a star for a segment", "uri:spiffe://a/ns/x/sa/*", "uri:spiffe://a/ns/x/sa/y", true},
      {"a star for no character", "uri:spiffe://a/ns/x/sa/*", "uri:spiffe://a/ns/x/sa/", false},
      {"a star for two segments", "uri:spiffe://a/ns/x/sa/*", "uri:spiffe://a/ns/x/sa/y/z", false},
      {"a star in the middle", "uri:spiffe://a/ns/*/sa/y", "uri:spiffe://a/ns/x/sa/y", true},
      {"a star that would reach over a slash", "uri:spiffe://a/ns/*/sa/y", "uri:spiffe://a/ns/x/sa/z/sa/y", false},
      {"ends that overlap", "uri:spiffe://a/n*/ns", "uri:spiffe://a/ns", false},
      {"a star as part of a segment", "uri:spiffe://a/sa/cpsizer-*", "uri:spiffe://a/sa/cpsizer-blue", true},
      {"a star in the trust domain", "uri:spiffe://a*", "uri:spiffe://a.evil.org/sa/y", false},
      {"a star for a label", "dns:*.example.org", "dns:x.example.org", true},
      {"a star for two labels", "dns:*.example.org", "dns:x.y.example.org", false},
      {"a star for no label", "dns:*.example.org", "dns:.example.org", false},
      {"the name without the label", "dns:*.example.org", "dns:example.org", false},
      {"a longer suffix", "dns:*.example.org", "dns:x.example.org.evil.net", false},
      {"a star and other case", "dns:*.Example.org", "dns:X.eXample.ORG", true},
      {"a certificate for many hosts, and a rule for one", "dns:x.example.org", "dns:*.example.org", false},
      {"an empty name", "dns:x", "dns:", false},
  };
  for (const auto& test : kCases) {
    const auto rule = ClientRule::Parse(test.rule);
    ASSERT_TRUE(rule.ok()) << rule.status();
    const ClientName name = NameOf(test.name);
    EXPECT_EQ(rule->Matches(absl::MakeConstSpan(&name, 1)), test.matches)
        << test.what << ": " << test.rule << " " << test.name;
  }
}

TEST(ClientRuleTest, AnyNameOfTheClientIsEnough) {
  const auto rule = ClientRule::Parse("dns:x.example.org");
  EXPECT_TRUE(rule->Matches({NameOf("uri:spiffe://a"), NameOf("dns:y.example.org"), NameOf("dns:x.example.org")}));
  EXPECT_FALSE(rule->Matches({NameOf("uri:spiffe://a"), NameOf("dns:y.example.org")}));
  EXPECT_FALSE(rule->Matches({}));
}

TEST(ClientRuleTest, ASingleStarMatchesEveryClient) {
  const auto rule = ClientRule::Parse("*");
  EXPECT_TRUE(rule->Matches({}));
  EXPECT_TRUE(rule->Matches({NameOf("uri:spiffe://a")}));
}

TEST(ClientRuleTest, ReportsWhyARuleIsInvalid) {
  const struct {
    std::string rule;
    const char* error;
  } kCases[] = {
      {"", "client  is not uri:NAME, dns:NAME or *"},
      {"spiffe://a/x", "client spiffe://a/x is not uri:NAME, dns:NAME or *"},
      {"URI:spiffe://a/x", "client URI:spiffe://a/x is not uri:NAME, dns:NAME or *"},
      {"**", "client ** is not uri:NAME, dns:NAME or *"},
      {"uri:", "client uri: has no name after the colon"},
      {"uri:*", "client uri:* does not name a client; write * alone for every client"},
      {"dns:*", "client dns:* does not name a client; write * alone for every client"},
      {"uri:spiffe://*/ns/*", "client uri:spiffe://*/ns/* has more than one *; a rule may have one"},
      {"dns:a b", "client dns:a b has a character that is not allowed in such a name"},
      {"uri:spiffe://a,dns:b", "client uri:spiffe://a,dns:b has a character that is not allowed in such a name"},
      {"dns:\x1b[31m", "client dns:\\x1b[31m has a character that is not allowed in such a name"},
      {"uri:cpsizer",
       "client uri:cpsizer is not a URI; write one with its scheme, such as uri:spiffe://example.org/name"},
  };
  for (const auto& test : kCases) {
    EXPECT_EQ(ClientRule::Parse(test.rule).status().message(), test.error) << test.rule;
  }
  const std::string long_name(kMaxClientRuleBytes - 4, 'x');
  EXPECT_TRUE(ClientRule::Parse("dns:" + long_name).ok());
  EXPECT_THAT(std::string(ClientRule::Parse("dns:x" + long_name).status().message()),
              HasSubstr("is longer than 2048 bytes"));
}

TEST(ClientRuleTest, ParsesRulesSeparatedByCommas) {
  const auto rules = ParseClientRules("uri:spiffe://a/x, dns:y");
  ASSERT_TRUE(rules.ok()) << rules.status();
  ASSERT_EQ(rules->size(), 2u);
  EXPECT_TRUE((*rules)[0].Matches({NameOf("uri:spiffe://a/x")}));
  EXPECT_TRUE((*rules)[1].Matches({NameOf("dns:y")}));
  for (const char* text : {"", "dns:x,", ",dns:x", "dns:x,,dns:y", "dns:x dns:y"}) {
    EXPECT_FALSE(ParseClientRules(text).ok()) << text;
  }
}

TEST(ClientRuleTest, ShowsNamesEscapedAndFewOfMany) {
  EXPECT_EQ(ShowNames({}), "");
  EXPECT_EQ(ShowNames({NameOf("uri:spiffe://a/x"), NameOf("dns:y")}), "uri:spiffe://a/x, dns:y");
  EXPECT_EQ(ShowNames({NameOf("dns:\n\x1b[31m")}), "dns:\\n\\x1b[31m");
  EXPECT_EQ(ShowNames({NameOf("dns:a"), NameOf("dns:b"), NameOf("dns:c"), NameOf("dns:d"), NameOf("dns:e")}),
            "dns:a, dns:b, dns:c and 2 more");
  EXPECT_EQ(ShowNames({NameOf("dns:" + std::string(300, 'x'))}), "dns:" + std::string(256, 'x') + "...");
}

}  // namespace
}  // namespace cpsizer::server
