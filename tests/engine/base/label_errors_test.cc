#include "server/engine/base/label_errors.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gtest/gtest.h"

namespace cpsizer {
namespace {

// The error messages of Kubernetes for an invalid name, an invalid value and an invalid prefix.
constexpr absl::string_view kName =
    "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character "
    "(e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is "
    "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
constexpr absl::string_view kValue =
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and "
    "end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is "
    "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
constexpr absl::string_view kPrefix =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start "
    "and end with an alphanumeric character (e.g. 'example.com', regex used for validation is "
    "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

struct LabelCase {
  std::string text;
  std::string error;  // NAME, VALUE and PREFIX represent kName, kValue and kPrefix
};

std::string Long(absl::string_view error) {
  return absl::StrReplaceAll(error, {{"NAME", kName}, {"VALUE", kValue}, {"PREFIX", kPrefix}});
}

// Returns a DNS subdomain of `bytes` bytes.
std::string Subdomain(size_t bytes) {
  std::string domain;
  while (domain.size() + 64 < bytes) absl::StrAppend(&domain, std::string(63, 'a'), ".");
  return domain + std::string(bytes - domain.size(), 'a');
}

TEST(LabelKeyError, IsThatOfKubernetes) {
  const LabelCase kCases[] = {
      {"a", ""},
      {"App.kubernetes_io-1", ""},
      {"example.com/app", ""},
      {std::string(63, 'a'), ""},
      {std::string(64, 'a'), "name part must be no more than 63 bytes"},
      {absl::StrCat(Subdomain(253), "/a"), ""},
      {absl::StrCat(Subdomain(254), "/a"), "prefix part must be no more than 253 bytes"},
      {"", "name part must be non-empty; name part NAME"},
      {"/a", "prefix part must be non-empty"},
      {"example.com/", "name part must be non-empty; name part NAME"},
      {"Example.com/a", "prefix part PREFIX"},
      {"a b", "name part NAME"},
      {"a/b/c", "a valid label key NAME with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"},
      {".a", "name part NAME"},
      {"a.", "name part NAME"},
      {"-a", "name part NAME"},
      {"a_", "name part NAME"},
  };
  for (const LabelCase& c : kCases) EXPECT_EQ(LabelKeyError(c.text), Long(c.error)) << c.text;
}

TEST(LabelValueError, IsThatOfKubernetes) {
  const LabelCase kCases[] = {
      {"", ""},
      {"a.b_c-D", ""},
      {std::string(63, 'a'), ""},
      {std::string(64, 'a'), "must be no more than 63 bytes"},
      {std::string(64, '-'), "must be no more than 63 bytes; VALUE"},
      {"a/b", "VALUE"},
      {"-", "VALUE"},
  };
  for (const LabelCase& c : kCases) EXPECT_EQ(LabelValueError(c.text), Long(c.error)) << c.text;
}

}  // namespace
}  // namespace cpsizer
