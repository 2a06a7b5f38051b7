#ifndef CPSIZER_SERVER_ENGINE_CPU_REQUESTS_CPU_TEXTS_H_
#define CPSIZER_SERVER_ENGINE_CPU_REQUESTS_CPU_TEXTS_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "cpsizer/quantity.h"
#include "server/engine/base/findings.h"

namespace cpsizer {

// 128 bits are enough for the requests of 100,000 containers, multiplied by 2^31 pods.
using Millicores = Nanos;

inline constexpr Nanos kNanosPerMillicore = 1'000'000;

// These functions return the canonical quantity, such as `350m` or `1`. An amount below zero has a sign.
std::string CpuText(Nanos nanos);
std::string MillicoreText(Millicores millicores);
// Returns the amount in CPUs for messages, for example `4.213`.
std::string HumanCpus(Millicores millicores);

// Reads a quantity of CPUs. Adds a finding and returns nothing if `text` is not a quantity of at least 0.
absl::optional<Nanos> ReadCpu(absl::string_view text, absl::string_view path, Findings& findings);

// Reads a quantity of CPUs in whole millicores, rounded up as in Kubernetes. Adds a finding and returns 0 if `text` is
// not a quantity of at least 0, or if the amount is above 2^63-1 millicores.
int64_t ReadMillicores(absl::string_view text, absl::string_view path, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_CPU_REQUESTS_CPU_TEXTS_H_
