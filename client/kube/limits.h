#ifndef CPSIZER_CLIENT_KUBE_LIMITS_H_
#define CPSIZER_CLIENT_KUBE_LIMITS_H_

#include <cstddef>

#include "absl/time/time.h"

// Limits on configuration and credentials.
namespace cpsizer::kube {

inline constexpr size_t kMaxKubeconfigBytes = size_t{8} << 20;
inline constexpr size_t kMaxPemFileBytes = size_t{4} << 20;
inline constexpr size_t kMaxTokenFileBytes = size_t{64} << 10;
inline constexpr size_t kMaxShownBytes = 128;       // the limit for a value inside a message
inline constexpr size_t kMaxShownPathBytes = 1024;  // the limit for a path at the beginning of a message

// The limits for the run time of a credential plugin, and for the number of bytes of its outputs.
inline constexpr absl::Duration kPluginTimeout = absl::Seconds(60);
inline constexpr size_t kMaxPluginOutputBytes = size_t{1} << 20;
inline constexpr size_t kMaxPluginErrorBytes = size_t{64} << 10;
inline constexpr size_t kMaxInstallHintBytes = 1024;
inline constexpr int kMaxInstallHintsPerHour = 10;

// The time after which a token file is read again. Source: client-go, which keeps a token for a minute, and reads the
// file again when less than 10 s of this minute remain.
inline constexpr absl::Duration kTokenFileAge = absl::Seconds(50);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_LIMITS_H_
