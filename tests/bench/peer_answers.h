#ifndef CPSIZER_TESTS_BENCH_PEER_ANSWERS_H_
#define CPSIZER_TESTS_BENCH_PEER_ANSWERS_H_

#include <string>

#include "absl/status/status.h"

namespace cpsizer::bench {

// Calls both servers with ladders like the ladder of the measured call. There is a demand for each size of a ladder,
// and a demand that exceeds the largest size. Errors: Internal if a response of the peer differs from the response of
// cpsizer-server in a field or in its bytes. A peer that does less work is not comparable.
absl::Status CheckPeerAnswers(const std::string& ours, const std::string& peer);

}  // namespace cpsizer::bench

#endif  // CPSIZER_TESTS_BENCH_PEER_ANSWERS_H_
