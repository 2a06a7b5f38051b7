#ifndef CPSIZER_TESTS_SIDECAR_SIZE_VERIFY_WRITE_H_
#define CPSIZER_TESTS_SIDECAR_SIZE_VERIFY_WRITE_H_

#include <string>

#include "tests/testing/fake_api/fake_api_server.h"
#include "tests/testing/json.h"

// An oracle for the writes of the sidecar. It does not use the code that plans the writes.
namespace cpsizer::sidecar {

// Returns the size in the annotation of a cluster; empty if there is none.
std::string SizeOf(const kube::Json& cluster);
// Returns whether the cluster is opted in, has the topology that is sized, and is not being deleted.
bool IsSized(const kube::Json& cluster);
// Returns whether the annotations of a VPA name another cluster than the cluster of its namespace.
bool IsOfAnother(const kube::Json& vpa);
// Returns the size that the library decides. Uses ServingMachineSetsJson() if a size of the configuration has no
// capacity. Returns an empty text if there is no decision, for example without a VPA (null) or with an invalid
// configuration.
std::string DecisionOf(const kube::Json& configuration, const kube::Json& vpa);
// Returns whether the configuration has a size of this name. `configuration` may be null.
bool HoldsSize(const kube::Json& configuration, const std::string& size);
// Returns whether a VPA has the target, mode and annotations for this cluster. `vpa` may be null.
bool IsAsKept(const kube::Json& vpa, const kube::Json& cluster);
// Returns whether the condition of a configuration is the verdict of the library.
bool HasVerdict(const kube::Json& configuration);

// A write, with the objects in the caches of the sender when it was sent. An absent object is null.
struct SentWrite {
  const testing::FakeApiWrite& write;
  kube::Json body;
  kube::Json cluster;
  kube::Json vpa;
  kube::Json configuration;
};

// Each function returns why a write to an object of one kind is wrong; empty if it is correct.
std::string VerifySizeWrite(const SentWrite& sent);
std::string VerifyVpaWrite(const SentWrite& sent);
std::string VerifyConditionWrite(const SentWrite& sent);
std::string VerifyEventWrite(const SentWrite& sent);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_TESTS_SIDECAR_SIZE_VERIFY_WRITE_H_
