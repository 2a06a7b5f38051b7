#ifndef CPSIZER_CLIENT_KUBE_LIMITS_H_
#define CPSIZER_CLIENT_KUBE_LIMITS_H_

#include <cstddef>

#include "absl/time/time.h"

// Limits for configuration files and credentials.
namespace cpsizer::kube {

inline constexpr size_t kMaxKubeconfigBytes = size_t{8} << 20;
inline constexpr size_t kMaxPemFileBytes = size_t{4} << 20;
inline constexpr size_t kMaxTokenFileBytes = size_t{64} << 10;
inline constexpr size_t kMaxShownBytes = 128;       // the maximum length of a value in a message
inline constexpr size_t kMaxShownPathBytes = 1024;  // the maximum length of a path at the start of a message

// Limits for one run of a credential plugin.
inline constexpr absl::Duration kPluginTimeout = absl::Seconds(60);
inline constexpr size_t kMaxPluginOutputBytes = size_t{1} << 20;
inline constexpr size_t kMaxPluginErrorBytes = size_t{64} << 10;
inline constexpr size_t kMaxInstallHintBytes = 1024;
inline constexpr int kMaxInstallHintsPerHour = 10;

// The time after which a token file is read again. Source: client-go, which caches a token for one minute, and reads
// the file again in the last 10 s of this minute.
inline constexpr absl::Duration kTokenFileAge = absl::Seconds(50);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_LIMITS_H_
