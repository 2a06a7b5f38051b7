// A flag with an invalid value is a usage error. The error message contains the flag and the value. The content of the
// files does not affect this error.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "tests/cli/run_command.h"

namespace cpsizer::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

struct BadValue {
  const char* verb;
  const char* flag;
  const char* value;
};

constexpr BadValue kBadValues[] = {
    {"recommend", "--memory", "20GB"},
    {"recommend", "--memory", "1 Gi"},
    {"recommend", "--memory", "-1"},
    {"recommend", "--memory", "1e40"},
    {"recommend", "--cpu", "12cores"},
    {"recommend", "--timeout", "10"},
    {"recommend", "--server", "nowhere"},
    {"recommend", "--output", "jsn"},
    {"recommend", "--cpu-policy", "always"},
    {"recommend", "--hygiene", "on"},
    {"recommend", "--fail-on", "note"},
    {"validate", "--timeout", "0s"},
    {"validate", "--fail-on", "x"},
    {"diff", "--timeout", "25h"},
    {"replay", "--from", "2026-02-01"},
    {"replay", "--to", "noon"},
    {"replay", "--step", "5"},
    {"replay", "--series", "memory"},
    {"replay", "--transitions", "none"},
    {"replay", "--vpa-containers", "x"},
    {"replicas", "--now", "noon"},
    {"replicas", "--now", "2026-03-01"},
    {"replicas", "--horizontal-pod-autoscaler-tolerance", "ten"},
    {"replicas", "--horizontal-pod-autoscaler-tolerance", "-1"},
    {"replicas", "--horizontal-pod-autoscaler-downscale-stabilization", "5"},
    {"replicas", "--horizontal-pod-autoscaler-cpu-initialization-period", "inf"},
    {"replicas", "--horizontal-pod-autoscaler-initial-readiness-delay", "soon"},
    {"replicas", "--zero-replicas-rule", "x"},
    {"replicas", "--feature-gates", "HPAScaleToZero"},
    {"replicas simulate", "--horizontal-pod-autoscaler-tolerance", "ten"},
    {"replicas simulate", "--pod-start", "-1s"},
    {"replicas simulate", "--pod-start", "25h"},
    {"cpu-requests", "--limit", "4.5"},
    {"cpu-requests", "--limit", "-1"},
    {"cpu-requests", "--default-cpu-count", "six"},
    {"machine", "--now", "noon"},
    {"machine", "--sample-interval", "60"},
    {"machine", "--query", "scaleUp=1"},
    {"machine", "--query", "scaleUp[0]=x"},
    {"machine simulate", "--sample-interval", "x"},
    {"machine simulate", "--rollout", "1d"},
    {"autoscaler plan", "--timeout", "x"},
    {"version", "--output", "table"},
};

TEST(FlagValuesTest, InvalidValueIsAUsageErrorForAnyFiles) {
  const TemporaryFolder folder;
  // With this file and a valid flag, the exit code and the message would be different.
  const std::string invalid = folder.Write("invalid.yaml", ConfigurationWithGap());
  for (const BadValue& test : kBadValues) {
    std::vector<std::string> args = absl::StrSplit(test.verb, ' ');
    if (args.front() != "version") args.insert(args.end(), {"-f", invalid});
    args.push_back(absl::StrCat(test.flag, "=", test.value));
    SCOPED_TRACE(::testing::PrintToString(args));
    const RunResult result = RunCommand(args);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err, AllOf(HasSubstr(absl::StrCat("error: ", test.flag, ":")), HasSubstr(test.value)));
  }
}

TEST(FlagValuesTest, EachInvalidValueIsReportedWithHint) {
  const RunResult result = RunCommand({"recommend", "--memory=20GB", "--cpu=x", "-f", "/nonexistent"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, AllOf(HasSubstr("error: --memory: \"20GB\" has an invalid suffix"),
                                HasSubstr("error: --cpu: \"x\" is not a number with an optional suffix. Write a number "
                                          "with an optional suffix, such as 32Gi, 8, 650m or 0.65. "
                                          "(QUANTITY_MALFORMED)\n")));
}

TEST(FlagValuesTest, ValuesOfKubernetesAreAccepted) {
  for (const char* memory : {"0", "20Gi", "1e3", "+5", ".5G", "41.6Gi"}) {
    EXPECT_EQ(RunCommand({"recommend", "-f", kFleet, absl::StrCat("--memory=", memory)}).exit_code, 0) << memory;
  }
  const std::vector<std::string> replicas = {"replicas", "-f", kReplicas, "--metrics", kReplicasBusy};
  for (const char* flag : {"--now=2026-03-01T12:00:00.5+01:00", "--now=2026-03-01T12:00:00Z",
                           "--horizontal-pod-autoscaler-downscale-stabilization=1h30m",
                           "--horizontal-pod-autoscaler-cpu-initialization-period=5\xc2\xb5s",
                           "--horizontal-pod-autoscaler-tolerance=100m"}) {
    std::vector<std::string> args = replicas;
    args.push_back(flag);
    EXPECT_EQ(RunCommand(args).exit_code, 0) << flag << RunCommand(args).err;
  }
}

}  // namespace
}  // namespace cpsizer::cli
