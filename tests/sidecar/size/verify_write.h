#ifndef CPSIZER_TESTS_SIDECAR_SIZE_VERIFY_WRITE_H_
#define CPSIZER_TESTS_SIDECAR_SIZE_VERIFY_WRITE_H_

#include <string>

#include "tests/testing/fake_api/fake_api_server.h"
#include "tests/testing/json.h"

// An oracle for the sidecar's writes, independent of its code.
namespace cpsizer::sidecar {

// Returns the size in the annotation of a cluster; empty for none.
std::string SizeOf(const kube::Json& cluster);
// Returns whether it is opted in, of the topology that is sized, and not being deleted.
bool IsSized(const kube::Json& cluster);
// Returns whether the annotations of this VPA in `clusters-hc1` name another cluster than hc1.
bool IsOfAnother(const kube::Json& vpa);
// Returns the size that the library decides, with ServingMachineSetsJson() if the configuration has a size without a
// capacity; empty for none, as without VPA (null) or with an invalid configuration.
std::string DecisionOf(const kube::Json& configuration, const kube::Json& vpa);
// Returns whether the configuration, or null, has a size of this name.
bool HoldsSize(const kube::Json& configuration, const std::string& size);
// Returns whether a VPA, or null, has the target, mode and annotations for this cluster.
bool IsAsKept(const kube::Json& vpa, const kube::Json& cluster);
// Returns whether the condition of a configuration is the library's verdict.
bool HasVerdict(const kube::Json& configuration);

// A write, with the objects of its sender's caches when it was sent: whole objects, null for absent ones.
struct SentWrite {
  const testing::FakeApiWrite& write;
  kube::Json body;
  kube::Json cluster;
  kube::Json vpa;
  kube::Json configuration;
};

// Each returns why a write to an object of one kind is wrong; empty if it is correct.
std::string VerifySizeWrite(const SentWrite& sent);
std::string VerifyVpaWrite(const SentWrite& sent);
std::string VerifyConditionWrite(const SentWrite& sent);
std::string VerifyEventWrite(const SentWrite& sent);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_TESTS_SIDECAR_SIZE_VERIFY_WRITE_H_
