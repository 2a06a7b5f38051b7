#ifndef CPSIZER_SERVER_ENGINE_CPU_REQUESTS_CPU_TEXTS_H_
#define CPSIZER_SERVER_ENGINE_CPU_REQUESTS_CPU_TEXTS_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "cpsizer/quantity.h"
#include "server/engine/base/findings.h"

namespace cpsizer {

// 128 bits hold the requests of 100,000 containers times 2^31 pods.
using Millicores = Nanos;

inline constexpr Nanos kNanosPerMillicore = 1'000'000;

// Returns the canonical quantity: `350m`, `1`, with a sign if it is below zero.
std::string CpuText(Nanos nanos);
std::string MillicoreText(Millicores millicores);
// Returns the amount in CPUs, as messages show it: `4.213`.
std::string HumanCpus(Millicores millicores);

// Reads a quantity of CPUs of at least 0; adds a finding and returns nothing if it is not one.
absl::optional<Nanos> ReadCpu(absl::string_view text, absl::string_view path, Findings& findings);

// The same in whole millicores, rounded up as in Kubernetes. Adds a finding and returns 0 if it is not a quantity, or
// above 2^63-1 millicores.
int64_t ReadMillicores(absl::string_view text, absl::string_view path, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_CPU_REQUESTS_CPU_TEXTS_H_
