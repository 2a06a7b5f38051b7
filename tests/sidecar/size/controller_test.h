#ifndef CPSIZER_TESTS_SIDECAR_SIZE_CONTROLLER_TEST_H_
#define CPSIZER_TESTS_SIDECAR_SIZE_CONTROLLER_TEST_H_

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "gtest/gtest.h"
#include "tests/sidecar/size/sidecar_fixture.h"

namespace cpsizer::sidecar {

// Without jitter, the backoff grows to 8 s. This gives about 41 attempts in five minutes.
inline constexpr int kMostAttemptsInFiveMinutes = 45;

// The configuration has a fraction of 0.5. Therefore small holds a demand of 16Gi and 4 CPUs, medium 32Gi and 8 CPUs,
// and large 64Gi and 16 CPUs.
class ControllerTest : public ::testing::Test {
 protected:
  void PutSized(const std::string& name, const std::string& size, const std::string& memory,
                const std::string& cpu = "") {
    at_.PutCluster(ClusterJson(name, size));
    at_.PutVpa(VpaJson(name, memory, cpu));
  }
  // Starts with one cluster `hc1` of the size `small`. The controller has no work left.
  void StartWithOne() {
    at_.PutConfiguration(ConfigurationJson());
    PutSized("hc1", "small", "10Gi");
    at_.Start();
    at_.Settle();
    at_.writer.writes.clear();
  }
  // Starts with one cluster `hc1` of the size `medium`, which needs the CPUs of `medium`.
  void StartWithOneThatNeedsCpu() {
    at_.PutConfiguration(ConfigurationJson(5));
    PutSized("hc1", "medium", "1Gi", "5");
    at_.Start();
    at_.Settle();
  }
  // Returns a newer configuration in which the size `medium` has the name `middle`.
  static kube::Json ConfigurationWithMiddle() {
    kube::Json renamed = ConfigurationJson(2);
    renamed["spec"]["sizes"][1]["name"] = "middle";
    return renamed;
  }
  std::vector<std::string> LinesWith(absl::string_view text) const {
    std::vector<std::string> lines;
    std::copy_if(at_.log.begin(), at_.log.end(), std::back_inserter(lines),
                 [&](const std::string& line) { return absl::StrContains(line, text); });
    return lines;
  }

  ControllerFixture at_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_TESTS_SIDECAR_SIZE_CONTROLLER_TEST_H_
