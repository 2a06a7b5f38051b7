#include "server/engine/base/kubernetes_names.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace cpsizer {
namespace {

struct KubernetesNamesCase {
  std::string name;
  bool label;
  bool subdomain;
  bool path_segment;
};

TEST(KubernetesNames, LabelsSubdomainsAndPathSegments) {
  const std::string longest_label(63, 'a');
  const std::string longest =
      absl::StrCat(longest_label, ".", longest_label, ".", longest_label, ".", std::string(61, 'a'));
  const KubernetesNamesCase cases[] = {
      {"a", true, true, true},
      {"0", true, true, true},
      {"my-name", true, true, true},
      {"", false, false, true},
      {"-a", false, false, true},
      {"a-", false, false, true},
      {"A", false, false, true},
      {"a_b", false, false, true},
      {"a b", false, false, true},
      {"gr\xc3\xb6\xc3\x9f"
       "e",
       false, false, true},
      {"a.b", false, true, true},
      {"a..b", false, false, true},
      {".", false, false, false},
      {"..", false, false, false},
      {"...", false, false, true},
      {"a/b", false, false, false},
      {"a%b", false, false, false},
      {longest_label, true, true, true},
      {longest_label + "a", false, true, true},
      {longest, false, true, true},
      {longest + "a", false, false, true},
  };
  for (const KubernetesNamesCase& c : cases) {
    EXPECT_EQ(IsDnsLabel(c.name), c.label) << c.name;
    EXPECT_EQ(IsDnsSubdomain(c.name), c.subdomain) << c.name;
    EXPECT_EQ(IsPathSegment(c.name), c.path_segment) << c.name;
  }
}

TEST(KubernetesNames, ResourcesOfContainers) {
  for (const char* good : {"cpu", "memory", "ephemeral-storage", "hugepages-1Gi", "example.com/GPU_2.x",
                           "kubernetes.io/any", "requests.kubernetes.io/any"}) {
    EXPECT_TRUE(IsContainerResource(good)) << good;
  }
  for (const char* bad : {"", "CPU", "storage", "pods", "requests.cpu", "hugepages-", "hugepages-2 Mi", "/gpu",
                          "example.com/", "Example.com/gpu", "a/b/c", "requests.example.com/gpu"}) {
    EXPECT_FALSE(IsContainerResource(bad)) << bad;
  }
  // The name after the slash has at most 63 bytes.
  EXPECT_TRUE(IsContainerResource(absl::StrCat("example.com/", std::string(63, 'a'))));
  EXPECT_FALSE(IsContainerResource(absl::StrCat("example.com/", std::string(64, 'a'))));
  // A quota adds the prefix `requests.` to the name. With this prefix, the name must not be too long.
  const std::string part(63, 'a');
  const std::string domain = absl::StrCat(part, ".", part, ".", part, ".");
  EXPECT_TRUE(IsContainerResource(absl::StrCat(domain, std::string(52, 'b'), "/gpu")));
  EXPECT_FALSE(IsContainerResource(absl::StrCat(domain, std::string(53, 'b'), "/gpu")));
}

}  // namespace
}  // namespace cpsizer
