// Tests the allocatable CPUs of a node: section 4 of docs/reference/cpu-request-scaling.md, and the readings
// (interpretations of the proposal) C-6 and C-7 in section 5.
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "cpsizer/limits.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/engine/cpu_requests/cpu_set.h"
#include "tests/engine/cpu_requests/requests.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::AddNode;
using ::cpsizer::testing::CpuErrors;
using ::cpsizer::testing::CpuFindings;
using ::cpsizer::testing::Kubelet;
using ::cpsizer::testing::ScaleCpu;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

// A kubelet configuration. An empty text is an absent field.
struct KubeletCase {
  absl::string_view system;
  absl::string_view kube;
  absl::string_view cpus;
  absl::string_view allocatable;        // on a node with 104 CPUs
  absl::string_view with_subscription;  // the same with an over-subscription of 1 CPU
};

v1::ScaleCpuRequestsRequest KubeletOf(const KubeletCase& c) {
  v1::ScaleCpuRequestsRequest request;
  AddNode(request, "master-0", "104");
  v1::KubeletConfiguration& kubelet = Kubelet(request);
  if (!c.system.empty()) (*kubelet.mutable_system_reserved())["cpu"] = std::string(c.system);
  if (!c.kube.empty()) (*kubelet.mutable_kube_reserved())["cpu"] = std::string(c.kube);
  kubelet.set_reserved_system_cpus(std::string(c.cpus));
  return request;
}

TEST(NodeAllocatable, EachCombinationOfReservations) {
  const KubeletCase cases[] = {
      {"", "", "", "104", "105"},
      {"", "500m", "", "103500m", "104500m"},
      {"4", "", "", "100", "101"},
      {"500m", "500m", "", "103", "104"},
      {"", "", "0-3", "100", "101"},
      {"", "500m", "0-3", "100", "101"},
      {"1", "", "0-3", "100", "101"},
      {"500m", "500m", "0-3", "100", "101"},
      // The values 0 and absent have the same effect.
      {"0", "0", "", "104", "105"},
      {"0", "500m", "", "103500m", "104500m"},
      {"4", "0", "", "100", "101"},
      {"0", "0", "0", "103", "104"},
  };
  for (const KubeletCase& c : cases) {
    v1::ScaleCpuRequestsRequest request = KubeletOf(c);
    const std::string name = absl::StrCat(c.system, "|", c.kube, "|", c.cpus);
    EXPECT_EQ(ScaleCpu(request).nodes(0).allocatable(), c.allocatable) << name;
    Kubelet(request).set_cpu_over_subscription_capacity(1);
    const v1::CpuRequestsAllocatable node = ScaleCpu(request).nodes(0);
    EXPECT_EQ(node.allocatable(), c.with_subscription) << name;
    EXPECT_EQ(node.capacity(), "104") << name;
    EXPECT_EQ(node.over_subscription(), "1") << name;
  }
}

TEST(NodeAllocatable, TheExampleOfTheProposal) {
  v1::ScaleCpuRequestsRequest request = KubeletOf({"4", "", "", "", ""});
  Kubelet(request).set_cpu_over_subscription_capacity(1);
  const v1::CpuRequestsAllocatable node = ScaleCpu(request).nodes(0);
  EXPECT_EQ(node.node(), "master-0");
  EXPECT_EQ(node.system_reserved(), "4");
  EXPECT_EQ(node.kube_reserved(), "0");
  EXPECT_EQ(node.reservation(), "3");
  EXPECT_EQ(node.allocatable(), "101");
  EXPECT_EQ(node.arithmetic(), "104 - 4 reserved + 1 over-subscribed = 101");
}

TEST(NodeAllocatable, TheLeastOverSubscriptionIsInTheArithmeticAndAMillicoreOfItInTheSummary) {
  v1::ScaleCpuRequestsRequest request = KubeletOf({"4", "", "", "", ""});
  EXPECT_EQ(ScaleCpu(request).nodes(0).arithmetic(), "104 - 4 reserved = 100");
  Kubelet(request).set_cpu_over_subscription_capacity(1e-9);
  EXPECT_EQ(ScaleCpu(request).nodes(0).arithmetic(), "104 - 4 reserved + 1n over-subscribed = 100000000001n");
  Kubelet(request).set_cpu_over_subscription_capacity(0.000999999);
  EXPECT_EQ(ScaleCpu(request).summary(), "Node master-0 offers 100 CPUs of 104 to pods.");
  Kubelet(request).set_cpu_over_subscription_capacity(0.001);
  EXPECT_EQ(ScaleCpu(request).summary(),
            "Node master-0 offers 100.001 CPUs of 104 to pods, 0.001 by over-subscription.");
}

// The over-subscription is 1.5 CPUs, not 1.5 times the capacity.
TEST(CpuReadings, C6OverSubscriptionIsAnAbsoluteAmount) {
  v1::ScaleCpuRequestsRequest request = KubeletOf({"4", "", "", "", ""});
  Kubelet(request).set_cpu_over_subscription_capacity(1.5);
  EXPECT_EQ(ScaleCpu(request).nodes(0).allocatable(), "101500m");
  Kubelet(request).set_cpu_over_subscription_capacity(0.1);
  EXPECT_EQ(ScaleCpu(request).nodes(0).allocatable(), "100100m") << "a tenth, not the double next to it";
  Kubelet(request).set_cpu_over_subscription_capacity(0);
  EXPECT_EQ(ScaleCpu(request).nodes(0).arithmetic(), "104 - 4 reserved = 100") << "0 is off";
}

TEST(CpuReadings, C7MoreThanTheCapacityIsAllowedWithAWarning) {
  v1::ScaleCpuRequestsRequest request = KubeletOf({"1", "", "", "", ""});
  Kubelet(request).set_cpu_over_subscription_capacity(1);
  EXPECT_EQ(ScaleCpu(request).nodes(0).reservation(), "0");
  EXPECT_EQ(ScaleCpu(request).nodes(0).allocatable(), "104") << "all of it";
  EXPECT_THAT(CpuFindings(ScaleCpu(request)), IsEmpty());
  Kubelet(request).set_cpu_over_subscription_capacity(3);
  EXPECT_EQ(ScaleCpu(request).nodes(0).reservation(), "-2");
  EXPECT_EQ(ScaleCpu(request).nodes(0).allocatable(), "106");
  EXPECT_THAT(CpuFindings(ScaleCpu(request)),
              ElementsAre("WARNING ALLOCATABLE_ABOVE_CAPACITY "
                          "kubeletConfig.spec.kubeletConfig.cpuOverSubscriptionCapacity"));
}

TEST(NodeAllocatable, AllOfANodeCanBeReserved) {
  EXPECT_EQ(ScaleCpu(KubeletOf({"100", "4", "", "", ""})).nodes(0).allocatable(), "0");
  EXPECT_EQ(ScaleCpu(KubeletOf({"", "", "0-103", "", ""})).nodes(0).allocatable(), "0");
}

TEST(NodeAllocatable, AKubeletThatWouldNotStartIsAnError) {
  EXPECT_THAT(CpuErrors(KubeletOf({"100", "4001m", "", "", ""})),
              ElementsAre("RESERVED_ABOVE_CAPACITY kubeletConfig.spec.kubeletConfig"));
  v1::ScaleCpuRequestsRequest request = KubeletOf({"105", "", "", "", ""});
  Kubelet(request).set_cpu_over_subscription_capacity(5);
  EXPECT_THAT(CpuErrors(request), ElementsAre("RESERVED_ABOVE_CAPACITY kubeletConfig.spec.kubeletConfig"))
      << "over-subscription does not count";
  EXPECT_THAT(CpuErrors(KubeletOf({"", "", "0,104", "", ""})),
              ElementsAre("RESERVED_CPUS_OUTSIDE_CAPACITY kubeletConfig.spec.kubeletConfig.reservedSystemCPUs"));
}

TEST(NodeAllocatable, TheStaticPolicyNeedsAReservation) {
  const std::vector<std::string> kError = {
      "STATIC_POLICY_WITHOUT_RESERVED kubeletConfig.spec.kubeletConfig.cpuManagerPolicy"};
  v1::ScaleCpuRequestsRequest request = KubeletOf({"1", "", "", "", ""});
  Kubelet(request).set_cpu_manager_policy("static");
  EXPECT_THAT(CpuErrors(request), IsEmpty());
  Kubelet(request).set_cpu_over_subscription_capacity(0.999);
  EXPECT_THAT(CpuErrors(request), IsEmpty()) << "1m is left";
  Kubelet(request).set_cpu_over_subscription_capacity(0.999999999);
  EXPECT_THAT(CpuErrors(request), IsEmpty()) << "1n is left";
  Kubelet(request).set_cpu_over_subscription_capacity(1);
  EXPECT_EQ(CpuErrors(request), kError) << "nothing is left";
  Kubelet(request).set_cpu_over_subscription_capacity(2);
  EXPECT_EQ(CpuErrors(request), kError) << "a negative amount";
  Kubelet(request).set_reserved_system_cpus("0");
  EXPECT_THAT(CpuErrors(request), IsEmpty()) << "the CPUs are named";
  Kubelet(request).set_reserved_system_cpus("");
  Kubelet(request).set_cpu_manager_policy("none");
  EXPECT_THAT(CpuErrors(request), IsEmpty()) << "another policy";
  request = KubeletOf({"", "", "", "", ""});
  Kubelet(request).set_cpu_manager_policy("static");
  EXPECT_EQ(CpuErrors(request), kError) << "nothing was reserved";
  request.mutable_kubelet_config()->mutable_spec()->set_auto_sizing_reserved(true);
  EXPECT_THAT(CpuErrors(request), IsEmpty()) << "the node reserves something itself";
}

TEST(NodeAllocatable, ReservationsThatAreNotUsedAsWrittenAreReported) {
  EXPECT_THAT(CpuFindings(ScaleCpu(KubeletOf({"500m", "", "0-3", "", ""}))),
              ElementsAre("NOTE RESERVED_CPUS_TAKE_PRECEDENCE kubeletConfig.spec.kubeletConfig.reservedSystemCPUs"));
  v1::ScaleCpuRequestsRequest request = KubeletOf({"500m", "", "", "", ""});
  request.mutable_kubelet_config()->mutable_spec()->set_auto_sizing_reserved(true);
  EXPECT_THAT(CpuFindings(ScaleCpu(request)),
              ElementsAre("WARNING RESERVATION_COMPUTED_BY_NODE kubeletConfig.spec.autoSizingReserved"));
}

struct CpuSetCase {
  absl::string_view text;
  absl::string_view allocatable;  // on a node with 104 CPUs; empty if the text is malformed
};

TEST(NodeAllocatable, SetsOfCpus) {
  const std::string longest = std::string(4'095, '0') + "1";
  const CpuSetCase cases[] = {
      {"0", "103"},
      {"103", "103"},
      {"0-3", "100"},
      {"0-3,52-55", "96"},
      {"3,1,2", "101"},
      {"0-3,2-5", "98"},
      {"7-7", "103"},
      {"00,0", "103"},
      {"000000103", "103"},
      {"0000000103", ""},
      {"0-", ""},
      {"-1", ""},
      {",", ""},
      {"0,", ""},
      {"0 ", ""},
      {" 0", ""},
      {"3-0", ""},
      {"0-3-5", ""},
      {"a", ""},
      {"0x1", ""},
      {"1.5", ""},
      {"65536", ""},
      {"99999999999999", ""},
      {"0-65536", ""},
      {longest, ""},
  };
  for (const CpuSetCase& c : cases) {
    const v1::ScaleCpuRequestsRequest request = KubeletOf({"", "", c.text, "", ""});
    if (c.allocatable.empty()) {
      EXPECT_THAT(CpuErrors(request),
                  ElementsAre("CPU_SET_MALFORMED kubeletConfig.spec.kubeletConfig.reservedSystemCPUs"))
          << c.text;
    } else {
      EXPECT_EQ(ScaleCpu(request).nodes(0).allocatable(), c.allocatable) << c.text;
    }
  }
}

TEST(NodeAllocatable, TheLargestNumberOfACpu) {
  EXPECT_EQ(ParseCpuSet("0,65535")->size, 2);
  EXPECT_FALSE(ParseCpuSet("65536").has_value());
}

TEST(NodeAllocatable, TheLongestListOfCpusIsReadAndOnePastItIsNot) {
  std::string text = "10";
  while (text.size() < kMaxCpuSetBytes) text += ",0";
  EXPECT_EQ(text.size(), kMaxCpuSetBytes);
  EXPECT_THAT(CpuErrors(KubeletOf({"", "", text, "", ""})), IsEmpty());
  EXPECT_THAT(CpuErrors(KubeletOf({"", "", text + "0", "", ""})),
              ElementsAre("CPU_SET_MALFORMED kubeletConfig.spec.kubeletConfig.reservedSystemCPUs"));
}

TEST(NodeAllocatable, InvalidOverSubscriptionsAreErrors) {
  const std::string path = "kubeletConfig.spec.kubeletConfig.cpuOverSubscriptionCapacity";
  const struct {
    double number;
    const char* rule;
  } cases[] = {{-1, "VALUE_NEGATIVE "},
               {-1e300, "VALUE_NEGATIVE "},
               {std::numeric_limits<double>::infinity(), "VALUE_OUT_OF_RANGE "},
               {-std::numeric_limits<double>::infinity(), "VALUE_OUT_OF_RANGE "},
               {std::nan(""), "VALUE_OUT_OF_RANGE "},
               {1e300, "QUANTITY_OUT_OF_RANGE "}};
  for (const auto& c : cases) {
    v1::ScaleCpuRequestsRequest request = KubeletOf({"4", "", "", "", ""});
    Kubelet(request).set_cpu_over_subscription_capacity(c.number);
    EXPECT_THAT(CpuErrors(request), ElementsAre(c.rule + path)) << c.number;
  }
}

TEST(NodeAllocatable, InvalidCapacitiesAreErrors) {
  const struct {
    const char* capacity;
    const char* rule;
  } cases[] = {{"", "FIELD_MISSING "},
               {"0", "VALUE_OUT_OF_RANGE "},
               {"-8", "VALUE_NEGATIVE "},
               {"eight", "QUANTITY_MALFORMED "},
               {"10E", "QUANTITY_OUT_OF_RANGE "}};
  for (const auto& c : cases) {
    v1::ScaleCpuRequestsRequest request;
    AddNode(request, "a", "8");
    AddNode(request, "b", c.capacity);
    EXPECT_THAT(CpuErrors(request), ElementsAre(std::string(c.rule) + "nodes[1].status.capacity[cpu]")) << c.capacity;
  }
  v1::ScaleCpuRequestsRequest least;
  AddNode(least, "a", "1n");
  EXPECT_EQ(ScaleCpu(least).nodes(0).allocatable(), "1n");
}

}  // namespace
}  // namespace cpsizer
