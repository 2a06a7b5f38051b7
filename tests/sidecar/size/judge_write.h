#ifndef CPSIZER_TESTS_SIDECAR_SIZE_JUDGE_WRITE_H_
#define CPSIZER_TESTS_SIDECAR_SIZE_JUDGE_WRITE_H_

#include <string>

#include "tests/testing/fake_api/fake_api_server.h"
#include "tests/testing/json.h"

// What the sidecar should do, said a second time and apart from it.
namespace cpsizer::sidecar {

// The size in the annotation of a cluster; empty for none.
std::string SizeOf(const kube::Json& cluster);
// Whether it is opted in, of the topology that is sized, and not being deleted.
bool IsSized(const kube::Json& cluster);
// Whether the annotations of this VPA in `clusters-hc1` name another cluster than hc1.
bool IsOfAnother(const kube::Json& vpa);
// The size that the library gives, with ServingMachineSetsJson() where the configuration lacks a capacity; empty for
// none, as without VPA (null) or under a configuration that is not valid.
std::string DecisionOf(const kube::Json& configuration, const kube::Json& vpa);
// Whether the configuration, or null, has a size of this name.
bool HoldsSize(const kube::Json& configuration, const std::string& size);
// Whether a VPA, or null, has the target, mode and annotations of this cluster's.
bool IsAsKept(const kube::Json& vpa, const kube::Json& cluster);
// Whether the condition of a configuration says what the library says.
bool HasVerdict(const kube::Json& configuration);

// A write, and what its sender knew when it went out: whole objects, null for what it did not know.
struct SentWrite {
  const testing::FakeApiWrite& write;
  kube::Json body;
  kube::Json cluster;
  kube::Json vpa;
  kube::Json configuration;
};

// Why a write to an object of each kind is wrong; empty if it is right.
std::string JudgeSizeWrite(const SentWrite& sent);
std::string JudgeVpaWrite(const SentWrite& sent);
std::string JudgeConditionWrite(const SentWrite& sent);
std::string JudgeEventWrite(const SentWrite& sent);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_TESTS_SIDECAR_SIZE_JUDGE_WRITE_H_
